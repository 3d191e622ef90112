/// A program with a screen, as a model that events change and that can be looked at.
///
/// The pattern is Elm's: `update` handles an event and returns effects; `view` gives the frame for
/// the model as it is. Both are pure, so a test needs no terminal; see `ProgramSimulation`.
package protocol TerminalProgram<Message, Output> {
    /// The result of background work.
    associatedtype Message: Sendable
    /// The program's result.
    associatedtype Output

    /// Handles an event and returns the effects to carry out.
    mutating func update(_ input: ProgramInput<Message>) -> [ProgramEffect<Message, Output>]

    /// The frame to show: on a full screen of exactly this size, inline at most this high.
    ///
    /// - Parameter size: The terminal's size.
    /// - Returns: The frame; asked for once after each round of events.
    func view(in size: CellSize) -> TerminalFrame
}

/// Something that happened to a program.
package enum ProgramInput<Message: Sendable>: Sendable {
    /// The program begins; its first frame is drawn after this.
    case started
    /// The terminal sent something.
    case event(TerminalEvent)
    /// Work that the program started has finished with this.
    case message(Message)
}

extension ProgramInput: Equatable where Message: Equatable {}

/// An effect that a program asks for.
package enum ProgramEffect<Message: Sendable, Output> {
    /// End with this output; `keepsDrawing` leaves an inline drawing on the screen.
    case finish(Output, keepsDrawing: Bool)
    /// Run work in the background and deliver its message; it is cancelled when the program ends.
    case run(@Sendable () async -> Message)
    /// Clear the drawing, lend the terminal to work that prints on it, and draw again below its
    /// output.
    ///
    /// The program waits meanwhile; its message comes before any key that was typed during the
    /// work.
    case lend(TerminalLoan, @Sendable () async -> Message)
    /// Print lines above an inline drawing permanently.
    case print([[StyledText]])
    /// Redraw everything.
    case redraw
    /// Stop the process as Ctrl-Z does; `.resumed` follows.
    case suspend
    /// Sound the bell.
    case bell
    /// Ask the terminal questions; see `TerminalSession.ask`.
    case ask([String])
}

/// How a terminal is lent to work that prints on it.
package enum TerminalLoan: Sendable {
    /// Lines are printed as on a terminal that is not raw, and Ctrl-C ends the process; keys wait
    /// for the program.
    case printing
    /// The terminal is as it was before the program, so that the work can ask for a line or open
    /// another session.
    case whole
}
