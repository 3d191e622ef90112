/// A program with a screen: a model, a function that updates it and a function that shows it.
///
/// The pattern is from Elm: `update` handles an event and returns effects; `view` returns the frame
/// for the current model. Both are pure, so a test doesn't need a terminal; see
/// `ProgramSimulation`.
///
/// ```swift
/// mutating func update(_ input: ProgramInput<Int>) -> [ProgramEffect<Int, String>] {
///     guard case .event(let event) = input else { return [] }
///     if case .submit(let text) = editor.update(event) {
///         return [.finish(text, keepsDrawing: false)]
///     }
///     return []
/// }
/// ```
package protocol TerminalProgram<Message, Output> {
    /// The result of background work.
    associatedtype Message: Sendable
    /// The program's result.
    associatedtype Output

    /// Handles an event and returns the effects to carry out.
    mutating func update(_ input: ProgramInput<Message>) -> [ProgramEffect<Message, Output>]

    /// Returns the frame to show; called once after each batch of events.
    ///
    /// - Parameter size: The terminal's size.
    /// - Returns: The frame. On a full screen, it must have exactly this size; inline, it may have fewer rows.
    func view(in size: CellSize) -> TerminalFrame
}

/// An input to a program's `update`.
package enum ProgramInput<Message: Sendable>: Sendable {
    /// The program starts; its first frame is drawn after this.
    case started
    /// An event of the terminal.
    case event(TerminalEvent)
    /// The result of work that the program started.
    case message(Message)
}

extension ProgramInput: Equatable where Message: Equatable {}

/// An effect that a program requests.
package enum ProgramEffect<Message: Sendable, Output> {
    /// End with this output; `keepsDrawing` leaves an inline drawing on the screen.
    case finish(Output, keepsDrawing: Bool)
    /// Run work in the background and deliver its message; the work is canceled when the program
    /// ends.
    case run(@Sendable () async -> Message)
    /// Clear the drawing, lend the terminal to work that prints on it, and draw again below the
    /// output.
    ///
    /// The work runs on the program's thread, and the program gets no events until it ends. The program then gets the
    /// work's message, followed by the keys that were typed in the meantime.
    case lend(TerminalLoan, @Sendable () -> Message)
    /// Print lines above an inline drawing permanently.
    case print([[StyledText]])
    /// Redraw everything.
    case redraw
    /// Clear the terminal and draw from its first row.
    case clear
    /// Stop the process as Ctrl-Z does; `.resumed` follows.
    case suspend
    /// Sound the bell.
    case bell
    /// Send queries to the terminal; see `TerminalSession.ask`.
    case ask([String])
}

/// The mode of a terminal that is lent to work.
package enum TerminalLoan: Sendable {
    /// The work only prints: newlines are translated and Ctrl-C ends the process. Keys are kept for the
    /// program.
    case printing
    /// The terminal is completely restored, so that the work can read a line or open another session.
    case whole
}
