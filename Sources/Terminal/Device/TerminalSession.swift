#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A terminal in raw mode: reads events, writes drawings, and restores the terminal in the end.
///
/// The settings are restored on `close`, when the session is deinitialized, on `exit`, on signals
/// that end or stop the process, and in a crash. A session belongs to one thread; a `TerminalWaker`
/// may be used from any.
package final class TerminalSession {
    /// The modes that the session turned on.
    package let modes: TerminalModes
    private let device: TerminalDevice
    private let environment: [String: String]
    private let original: termios
    private let raw: termios
    let pipe: WakePipe
    private var reader: EventReader
    private var isOpen = true
    var outstandingAnswers = 0
    /// When the terminal was asked last.
    private var askedAt = Duration.zero
    /// How long its answers are waited for, from then on.
    private var patience = TerminalSession.answerPatience
    private let now: () -> Duration
    /// Events that were read while answers were waited for.
    var held: [TerminalEvent] = []
    private var hasKeyboardProtocol = false

    /// Puts the terminal into raw mode and switches the modes on.
    ///
    /// - Parameters:
    ///   - device: The terminal; it stays open at least as long as the session.
    ///   - modes: The modes to turn on.
    ///   - environment: The process's variables; `TERM`, `COLUMNS` and `LINES` are read.
    ///   - now: The time since any fixed moment.
    /// - Throws: `TerminalError.dumb` if the terminal can't be drawn on, `.inUse` if another
    ///   session is open.
    package init(
        device: TerminalDevice,
        modes: TerminalModes,
        environment: [String: String],
        now: @escaping () -> Duration = MonotonicTime.now
    ) throws(TerminalError) {
        guard TerminalDevice.canBeDrawnOn(environment) else {
            throw .dumb(type: environment["TERM"] ?? "")
        }
        self.device = device
        self.now = now
        self.modes = modes
        self.environment = environment
        var settings = termios()
        // tcgetattr fills the one record that it is given.
        guard unsafe tcgetattr(device.input, &settings) == 0 else {
            throw .system(call: "tcgetattr", code: errno)
        }
        original = settings
        unsafe cfmakeraw(&settings)
        raw = settings
        pipe = try WakePipe()
        reader = EventReader(input: device.input, pipe: pipe, now: now)
        unsafe try TerminalGuard.begin(makeLease(), wakeDescriptor: pipe.writeEnd)
        if modes.asksForKeyboardProtocol { try ask(["\u{1B}[?u"]) }
    }

    deinit { close() }

    /// The terminal's size now.
    package var size: CellSize { device.size(environment: environment) }

    /// Wakes the session's wait from any thread.
    package var waker: TerminalWaker { TerminalWaker(pipe: pipe) }

    /// Waits for the next event.
    ///
    /// - Parameter timeout: The longest wait; `nil` waits forever, zero doesn't wait.
    /// - Returns: The event, or nil when the time is over.
    /// - Throws: `TerminalError.system` if waiting, or writing to the terminal, fails.
    package func nextEvent(timeout: Duration? = nil) throws(TerminalError) -> TerminalEvent? {
        held.isEmpty ? try readEvent(timeout: timeout) : held.removeFirst()
    }

    /// Waits for the next event that was not read yet.
    func readEvent(timeout: Duration?) throws(TerminalError) -> TerminalEvent? {
        guard let event = try reader.next(timeout: timeout) else { return nil }
        switch event {
        case .resize: return .resize(size)
        case .reply(.keyboardFlags) where !hasKeyboardProtocol && modes.asksForKeyboardProtocol:
            try switchKeyboardProtocolOn()
        case .reply(.deviceAttributes):
            outstandingAnswers = max(outstandingAnswers - 1, 0)
            patience = Self.answerPatience
        default: break
        }
        return event
    }

    /// Sends bytes to the terminal, all of them.
    ///
    /// - Complexity: O(*n*); waits if the terminal is slow.
    package func write(_ bytes: [UInt8]) throws(TerminalError) {
        guard isOpen else { return }
        try SystemCall.writeAll(device.output, bytes)
    }

    /// Asks the terminal questions; the answers come as `.reply` events, `.deviceAttributes` last.
    package func ask(_ questions: [String]) throws(TerminalError) {
        for question in questions where question == Self.cursorPositionQuestion {
            reader.expectCursorReport()
        }
        outstandingAnswers += 1
        askedAt = now()
        try write(Array((questions.joined() + "\u{1B}[c").utf8))
    }

    /// The maximum wait for a report after a query, before the terminal is returned.
    ///
    /// The shell would read a later report as keys; a terminal on a slow connection takes about a
    /// second.
    package static let answerPatience = Duration.milliseconds(1500)
    /// The query for the cursor's position.
    package static let cursorPositionQuestion = "\u{1B}[6n"
    /// The question for the terminal's name and version.
    package static let versionQuestion = "\u{1B}[>q"

    /// Stops the process as Ctrl-Z does elsewhere, with the terminal as it was, until it is
    /// continued.
    ///
    /// Afterwards `.resumed` arrives: the screen must be redrawn.
    package func suspend() {
        holdUntilAnswered()
        SignalHandlers.stop(process: 0)
    }

    /// Restores the terminal; further calls do nothing.
    ///
    /// Waits for outstanding answers, up to `answerPatience` after the question, so that the shell
    /// does not receive them.
    package func close() {
        guard isOpen else { return }
        holdUntilAnswered()
        isOpen = false
        TerminalGuard.end()
    }

    /// Waits for outstanding answers, up to `answerPatience` after the question, and keeps other
    /// events.
    private func holdUntilAnswered() {
        let deadline = askedAt + patience
        while outstandingAnswers > 0, held.count < 10_000, now() < deadline {
            // A terminal that fails has no answer that the shell could receive.
            guard let event = try? readEvent(timeout: deadline - now()) else { return }
            held.append(event)
            if event == .inputEnded { return }
        }
        // A terminal that gave no answer once is not waited for that long again.
        if outstandingAnswers > 0 { patience = .milliseconds(100) }
    }

    private func switchKeyboardProtocolOn() throws(TerminalError) {
        hasKeyboardProtocol = true
        unsafe TerminalGuard.replace(with: makeLease())
        try write(Array(TerminalModes.keyboardProtocolSequence.utf8))
    }

    func makeLease() -> UnsafeMutablePointer<TerminalLease> {
        unsafe TerminalLease.make(
            descriptor: device.output,
            original: original,
            raw: raw,
            enter: modes.enterSequence(hasKeyboardProtocol: hasKeyboardProtocol),
            leave: modes.leaveSequence(hasKeyboardProtocol: hasKeyboardProtocol)
        )
    }
}

extension TerminalSession {
    /// Lends the terminal for a while; keys that are typed meanwhile stay for later.
    func lend(_ loan: TerminalLoan) throws(TerminalError) {
        switch loan {
        case .whole:
            holdUntilAnswered()
            TerminalGuard.end()
        case .printing:
            var settings = raw
            settings.c_oflag |= tcflag_t(OPOST | ONLCR)
            settings.c_lflag |= tcflag_t(ISIG)
            try apply(settings)
            try write(Array("\u{1B}[?7h".utf8))
        }
    }

    /// Goes back to drawing on a terminal that was lent.
    ///
    /// - Throws: `TerminalError.inUse` if another session still has it.
    func reclaim(_ loan: TerminalLoan) throws(TerminalError) {
        switch loan {
        case .whole: unsafe try TerminalGuard.begin(makeLease(), wakeDescriptor: pipe.writeEnd)
        case .printing:
            try write(Array("\u{1B}[?7l".utf8))
            try apply(raw)
        }
    }

    private func apply(_ settings: termios) throws(TerminalError) {
        var settings = settings
        // tcsetattr reads the one record that it is given.
        while unsafe tcsetattr(device.output, TCSANOW, &settings) != 0 {
            guard errno == EINTR else { throw .system(call: "tcsetattr", code: errno) }
        }
    }
}

extension TerminalSession {
    /// Shows a frame, and records the cursor's position so that a signal handler can clear an
    /// inline drawing.
    ///
    /// - Parameters:
    ///   - frame: The frame to show; see `Screen.draw`.
    ///   - screen: The current content of this session's terminal.
    /// - Throws: `TerminalError.system` if the terminal accepts no more output.
    package func show(_ frame: TerminalFrame, on screen: inout Screen) throws(TerminalError) {
        try write(screen.draw(frame))
        note(screen)
    }

    /// Ends a drawing, clearing it away or leaving it; see `Screen.end`.
    package func end(_ screen: inout Screen, keepsDrawing: Bool) throws(TerminalError) {
        TerminalGuard.noteInlineRow(-1)
        try write(screen.end(keepsDrawing: keepsDrawing))
    }

    /// Notes the cursor's row in an inline drawing.
    func note(_ screen: Screen) {
        let row = screen.placement == .inline && screen.shown != nil ? screen.cursor.row : -1
        TerminalGuard.noteInlineRow(row)
    }
}
