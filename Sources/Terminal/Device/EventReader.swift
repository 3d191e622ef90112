#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A reader that waits for a terminal's input and for wake-ups, and decodes the events.
///
/// A sequence may arrive in several reads. An Esc counts as a key once nothing has followed it for
/// `escapeDelay`:
///
/// ```text
/// ESC [1;  5A             .key(KeyEvent(.up, .control))
/// ESC, then no input      .key(KeyEvent(.escape))
/// ```
struct EventReader {
    /// How long to wait for the rest of a sequence after an Esc.
    static let escapeDelay = Duration.milliseconds(50)

    /// How long the input must be silent before Ctrl-C aborts a paste that doesn't end.
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

    /// Creates a reader of a descriptor and a pipe, which must stay open as long as the reader is used.
    init(input: Int32, pipe: WakePipe, now: @escaping () -> Duration) {
        self.input = input
        self.pipe = pipe
        self.now = now
    }

    /// See `InputDecoder.expectCursorReport`.
    mutating func expectCursorReport() { decoder.expectCursorReport() }

    /// Returns the next event, or nil if there is none within the timeout.
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
        // The array has two records, matching the count.
        let ready = unsafe poll(&requests, 2, milliseconds(until: deadline))
        guard ready >= 0 else {
            if errno == EINTR { return }
            throw .system(call: "poll", code: errno)
        }
        if requests[1].revents != 0 { readWakeReasons() }
        if requests[0].revents != 0 { readInput() }
    }

    /// Returns the time until a deadline in milliseconds, or -1 without a deadline.
    ///
    /// The time is rounded up, so that a wait is never too short, and limited to a day.
    private func milliseconds(until deadline: Duration?) -> Int32 {
        guard let deadline else { return -1 }
        let (seconds, attoseconds) = max(deadline - now(), .zero).components
        guard seconds < 86_400 else { return 86_400_000 }
        return Int32(clamping: seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }

    private mutating func readWakeReasons() {
        let reasons = pipe.drain()
        if reasons.contains(.resumed) { queue.append(.resumed) }
        if reasons.contains(.resize) { queue.append(.resize(CellSize(columns: 0, rows: 0))) }
        if reasons.contains(.user) { queue.append(.wakeUp) }
    }

    /// Reads the available bytes once.
    ///
    /// Reading from a closed terminal returns no bytes or fails; both end the input.
    private mutating func readInput() {
        // An error ends the input, as a closed terminal does.
        let count = SystemCall.readIfPossible(input, into: &buffer)
        guard count > 0 else {
            queue += decoder.flush()
            queue.append(.inputEnded)
            hasEnded = true
            return
        }
        let time = now()
        queue += decoder.decode(buffer[..<count], afterSilence: time - lastInput >= Self.pasteSilence)
        lastInput = time
        settlesAt = time + Self.escapeDelay
    }
}
