#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Waits on a terminal's input and the wake pipe, and decodes events.
struct EventReader {
    /// How long a lone Esc waits for the rest of a sequence.
    static let escapeDelay = Duration.milliseconds(50)

    /// How long the input must be silent before Ctrl-C leaves a paste that does not end.
    static let pasteSilence = Duration.milliseconds(250)

    private let input: Int32
    private let pipe: WakePipe
    private let now: () -> Duration
    private var decoder = InputDecoder()
    private var queue: ArraySlice<TerminalEvent> = []
    private var settlesAt = Duration.zero
    private var lastInput = Duration.zero
    private var hasEnded = false
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)

    /// Makes a reader of a descriptor and a pipe; both stay open as long as it is used.
    init(input: Int32, pipe: WakePipe, now: @escaping () -> Duration) {
        self.input = input
        self.pipe = pipe
        self.now = now
    }

    /// See `InputDecoder.expectCursorReport`.
    mutating func expectCursorReport() { decoder.expectCursorReport() }

    /// The next event, or nil when none comes within the timeout.
    mutating func next(timeout: Duration?) throws(TerminalError) -> TerminalEvent? {
        let deadline = timeout.map { now() + $0 }
        while true {
            if let event = queue.popFirst() { return event }
            if hasEnded { return .inputEnded }
            let settling = decoder.isPending ? settlesAt : nil
            try wait(until: [deadline, settling].compactMap(\.self).min())
            let time = now()
            if queue.isEmpty, decoder.isPending, time >= settlesAt { queue = decoder.flush()[...] }
            if queue.isEmpty, let deadline, time >= deadline { return nil }
        }
    }

    /// Waits for the input or the pipe and reads the available bytes.
    private mutating func wait(until deadline: Duration?) throws(TerminalError) {
        var requests = [
            pollfd(fd: input, events: Int16(POLLIN), revents: 0),
            pollfd(fd: pipe.readEnd, events: Int16(POLLIN), revents: 0),
        ]
        // Two records, matching the count.
        let ready = unsafe poll(&requests, 2, milliseconds(until: deadline))
        guard ready >= 0 else {
            if errno == EINTR { return }
            throw .system(call: "poll", code: errno)
        }
        if requests[1].revents != 0 { readWakeReasons() }
        if requests[0].revents != 0 { readInput() }
    }

    /// The time to a moment in whole milliseconds, rounded up so that a wait is never too short; -1
    /// means forever.
    private func milliseconds(until deadline: Duration?) -> Int32 {
        guard let deadline else { return -1 }
        let (seconds, attoseconds) = max(deadline - now(), .zero).components
        guard seconds < 86_400 else { return 86_400_000 }
        return Int32(
            clamping: seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
        )
    }

    private mutating func readWakeReasons() {
        let reasons = pipe.drain()
        if reasons.contains(.resumed) { queue.append(.resumed) }
        if reasons.contains(.resize) { queue.append(.resize(CellSize(columns: 0, rows: 0))) }
        if reasons.contains(.user) { queue.append(.wakeUp) }
    }

    /// Reads once.
    ///
    /// A terminal that was closed gives nothing, or an error; both end the input.
    private mutating func readInput() {
        // An error ends the input, see above; it is reported as `.inputEnded`.
        let count = (try? SystemCall.read(input, into: &buffer)) ?? 0
        guard count > 0 else {
            queue += decoder.flush()
            queue.append(.inputEnded)
            hasEnded = true
            return
        }
        let time = now()
        queue += decoder.decode(
            buffer[..<count],
            afterSilence: time - lastInput >= Self.pasteSilence
        )
        lastInput = time
        settlesAt = time + Self.escapeDelay
    }
}
