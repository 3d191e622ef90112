#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A terminal in raw mode, which delivers events and accepts drawings.
///
/// The terminal is restored by `close` and by deinitialization, when the process calls `exit` or
/// crashes, and on signals that end or stop the process. Use a session from one thread only; a
/// `TerminalWaker` can be used from any thread.
package final class TerminalSession {
    /// The modes that the session turned on; nil if it only asks the terminal.
    package let modes: TerminalModes?
    private let device: TerminalDevice
    let environment: [String: String]
    private let original: termios
    private let raw: termios
    let pipe: WakePipe
    private var reader: EventReader
    private var isOpen = true
    var outstandingAnswers = 0
    /// The time of the last query to the terminal.
    private var askedAt = Duration.zero
    /// How long after `askedAt` to wait for replies.
    private var patience = TerminalSession.answerPatience
    let now: () -> Duration
    /// Events that arrived while the session waited for replies.
    var held: [TerminalEvent] = []
    private var hasKeyboardProtocol = false

    /// Puts the terminal into raw mode and turns the modes on.
    ///
    /// - Parameters:
    ///   - device: The terminal, which must stay open as long as the session.
    ///   - modes: The modes to turn on; nil for a session that only asks the terminal.
    ///   - environment: The environment variables of the process; the session uses `TERM`,
    ///     `COLUMNS` and `LINES`.
    ///   - now: The current time, counted from any fixed moment.
    /// - Throws: `TerminalError.dumb` if the terminal can't be drawn on, `.inUse` if another
    ///   session is open.
    package init(
        device: TerminalDevice, modes: TerminalModes?, environment: [String: String],
        now: @escaping () -> Duration = MonotonicTime.now
    ) throws(TerminalError) {
        guard TerminalDevice.canBeDrawnOn(environment) else { throw .dumb(type: environment["TERM"] ?? "") }
        self.device = device
        self.now = now
        self.modes = modes
        self.environment = environment
        var settings = termios()
        // tcgetattr fills the one record passed to it.
        guard unsafe tcgetattr(device.input, &settings) == 0 else { throw .system(call: "tcgetattr", code: errno) }
        original = settings
        unsafe cfmakeraw(&settings)
        // Without drawing, Ctrl-C ends the program.
        if modes == nil { settings.c_lflag |= tcflag_t(ISIG) }
        raw = settings
        pipe = try WakePipe()
        reader = EventReader(input: device.input, pipe: pipe, now: now)
        unsafe try TerminalGuard.begin(makeLease(), wakeDescriptor: pipe.writeEnd)
        if modes?.asksForKeyboardProtocol == true { try ask(["\u{1B}[?u"]) }
        if modes == nil { patience = shortPatience }
    }

    deinit { close() }

    /// The current size of the terminal.
    package var size: CellSize { device.size(environment: environment) }

    /// A handle that ends the session's wait for events from any thread.
    package var waker: TerminalWaker { TerminalWaker(pipe: pipe) }

    /// Waits for the next event.
    ///
    /// - Parameter timeout: The maximum wait; nil waits forever, zero doesn't wait.
    /// - Returns: The event, or nil after the timeout.
    /// - Throws: `TerminalError.system` if waiting, or writing to the terminal, fails.
    package func nextEvent(timeout: Duration? = nil) throws(TerminalError) -> TerminalEvent? {
        held.isEmpty ? try readEvent(timeout: timeout) : held.removeFirst()
    }

    /// Waits for the next event from the terminal, without the events in `held`.
    func readEvent(timeout: Duration?) throws(TerminalError) -> TerminalEvent? {
        guard let event = try reader.next(timeout: timeout) else { return nil }
        switch event {
        case .resize: return .resize(size)
        case .reply(.keyboardFlags) where !hasKeyboardProtocol && modes?.asksForKeyboardProtocol == true:
            try switchKeyboardProtocolOn()
        case .reply(.deviceAttributes):
            outstandingAnswers = max(outstandingAnswers - 1, 0)
            patience = modes == nil ? shortPatience : Self.answerPatience
        default: break
        }
        return event
    }

    /// Writes all bytes to the terminal; does nothing if the session is closed.
    ///
    /// - Complexity: O(*n*); waits if the terminal is slow.
    package func write(_ bytes: [UInt8]) throws(TerminalError) {
        guard isOpen else { return }
        try SystemCall.writeAll(device.output, bytes)
    }

    /// Sends queries to the terminal.
    ///
    /// The replies arrive as `.reply` events, followed by a `.deviceAttributes` reply.
    package func ask(_ questions: [String]) throws(TerminalError) {
        for question in questions where question == Self.cursorPositionQuestion { reader.expectCursorReport() }
        outstandingAnswers += 1
        askedAt = now()
        try write(Array((questions.joined() + "\u{1B}[c").utf8))
    }

    /// How long to wait for replies before restoring the terminal.
    ///
    /// The shell would read a later reply as keys. Over a slow connection, replies take about a second.
    package static let answerPatience = Duration.milliseconds(1500)
    /// How long a command waits for the background, which every local terminal reports within a few milliseconds.
    var shortPatience: Duration {
        let isRemote = environment["SSH_CONNECTION"] != nil || environment["SSH_TTY"] != nil
        return isRemote ? Self.answerPatience : .milliseconds(300)
    }

    /// Whether keys are waiting to be read.
    var hasInput: Bool {
        var request = pollfd(fd: device.input, events: Int16(POLLIN), revents: 0)
        // There is one record, matching the count.
        return unsafe poll(&request, 1, 0) > 0
    }

    /// The query for the cursor's position.
    package static let cursorPositionQuestion = "\u{1B}[6n"
    /// The query for the terminal's name and version.
    package static let versionQuestion = "\u{1B}[>q"

    /// Restores the terminal and stops the process as Ctrl-Z does, until it continues.
    ///
    /// A `.resumed` event follows; the screen must be redrawn.
    package func suspend() {
        holdUntilAnswered()
        SignalHandlers.stop(process: 0)
    }

    /// Restores the terminal; further calls do nothing.
    ///
    /// Waits for outstanding replies until `answerPatience` after the query, so that the shell doesn't
    /// receive them.
    package func close() {
        guard isOpen else { return }
        holdUntilAnswered()
        isOpen = false
        // The shell must not read a reply that has arrived in the meantime.
        if modes == nil, outstandingAnswers > 0 { tcflush(device.input, TCIFLUSH) }
        TerminalGuard.end()
    }

    /// Waits for outstanding replies until `patience` after the last query, and keeps all events in
    /// `held`.
    private func holdUntilAnswered() {
        let deadline = askedAt + patience
        while outstandingAnswers > 0, held.count < 10_000, now() < deadline {
            // If reading fails, there are no replies that the shell could receive.
            guard let event = try? readEvent(timeout: deadline - now()) else { return }
            held.append(event)
            if event == .inputEnded { return }
        }
        // Don't wait that long again for a terminal that didn't reply.
        if outstandingAnswers > 0 { patience = .milliseconds(100) }
    }

    private func switchKeyboardProtocolOn() throws(TerminalError) {
        hasKeyboardProtocol = true
        unsafe TerminalGuard.replace(with: makeLease())
        try write(Array(TerminalModes.keyboardProtocolSequence.utf8))
    }

    func makeLease() -> UnsafeMutablePointer<TerminalLease> {
        unsafe TerminalLease.make(
            descriptor: device.output, original: original, raw: raw,
            enter: modes?.enterSequence(hasKeyboardProtocol: hasKeyboardProtocol) ?? "",
            leave: modes?.leaveSequence(hasKeyboardProtocol: hasKeyboardProtocol) ?? "")
    }
}

extension TerminalSession {
    /// Lends the terminal to other code.
    ///
    /// Keys typed in the meantime are read after `reclaim`.
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

    /// Takes control of the terminal again after `lend`.
    ///
    /// - Throws: `TerminalError.inUse` if another session is still using it.
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
        // tcsetattr reads the one record passed to it.
        while unsafe tcsetattr(device.output, TCSANOW, &settings) != 0 {
            guard errno == EINTR else { throw .system(call: "tcsetattr", code: errno) }
        }
    }
}

extension TerminalSession {
    /// Shows a frame, and records the cursor's row so that a signal handler can erase an inline
    /// drawing.
    ///
    /// - Parameters:
    ///   - frame: The frame to show; see `Screen.draw`.
    ///   - screen: The current content of this session's terminal.
    /// - Throws: `TerminalError.system` if writing to the terminal fails.
    package func show(_ frame: TerminalFrame, on screen: inout Screen) throws(TerminalError) {
        try write(screen.draw(frame))
        note(screen)
    }

    /// Ends a drawing, and erases or keeps it; see `Screen.end`.
    package func end(_ screen: inout Screen, keepsDrawing: Bool) throws(TerminalError) {
        TerminalGuard.noteInlineRow(-1)
        try write(screen.end(keepsDrawing: keepsDrawing))
    }

    /// Records the cursor's row in an inline drawing for `TerminalGuard`.
    func note(_ screen: Screen) {
        let row = screen.placement == .inline && screen.shown != nil ? screen.cursor.row : -1
        TerminalGuard.noteInlineRow(row)
    }
}
