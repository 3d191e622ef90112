/// A program with a screen, as a model that events change and that can be looked at.
///
/// The pattern is Elm's: `update` takes what happened and returns what is to be done besides; `view` gives the
/// frame for the model as it is. Both are pure, so a test needs no terminal; see `ProgramSimulation`.
package protocol TerminalProgram<Message, Output> {
    /// What work that runs beside the program brings back.
    associatedtype Message: Sendable
    /// What the program ends with.
    associatedtype Output

    /// Takes what happened and says what is to be done.
    mutating func update(_ input: ProgramInput<Message>) -> [ProgramEffect<Message, Output>]

    /// The frame to show: on a full screen of exactly this size, inline at most this high.
    ///
    /// - Parameter size: the terminal's size.
    /// - Returns: the frame; asked for once after each round of events.
    func view(in size: CellSize) -> TerminalFrame
}

/// Something that happened to a program.
package enum ProgramInput<Message: Sendable>: Sendable {
    /// The program begins; its first frame is drawn after this.
    case started
    /// The terminal sent something.
    case event(TerminalEvent)
    /// Work that the program began has brought this back.
    case message(Message)
}

extension ProgramInput: Equatable where Message: Equatable {}

/// Something a program wants done besides being drawn.
package enum ProgramEffect<Message: Sendable, Output> {
    /// End with this; `keepsDrawing` leaves an inline drawing where it is.
    case finish(Output, keepsDrawing: Bool)
    /// Do work beside the program and bring back a message; it is cancelled when the program ends.
    case run(@Sendable () async -> Message)
    /// Print lines above an inline drawing, where they stay.
    case print([[StyledText]])
    /// Draw everything anew.
    case redraw
    /// Stop the process as Ctrl-Z does; `.resumed` follows.
    case suspend
    /// Sound the bell.
    case bell
    /// Ask the terminal questions; see `TerminalSession.ask`.
    case ask([String])
}

/// What running and simulating a program share: the model, its screen, and the terminal's size.
struct ProgramLoop<Program: TerminalProgram> {
    typealias Effect = ProgramEffect<Program.Message, Program.Output>

    var program: Program
    var screen: Screen
    private(set) var size: CellSize

    /// Makes a loop that has not begun.
    init(_ program: Program, screen: Screen, size: CellSize) {
        self.program = program
        self.screen = screen
        self.size = size
    }

    /// Updates the program and its screen; returns the effects that need more than the screen.
    mutating func process(_ input: ProgramInput<Program.Message>) -> [Effect] {
        if case .event(let event) = input { note(event) }
        return program.update(input)
            .filter { effect in
                switch effect {
                case .print(let lines): screen.print(lines)
                case .redraw: screen.invalidateContent()
                default: return true
                }
                return false
            }
    }

    /// The program's frame as it is now.
    var frame: TerminalFrame { program.view(in: size) }

    /// The bytes that show the program as it is now.
    mutating func draw() -> [UInt8] { screen.draw(frame) }

    /// The bytes that end the drawing.
    mutating func end(keepsDrawing: Bool) -> [UInt8] { screen.end(keepsDrawing: keepsDrawing) }

    /// Notes the terminal's size, which may have changed while the process was stopped.
    mutating func note(size newSize: CellSize) {
        guard newSize != size else { return }
        size = newSize
        screen.terminalDidResize(to: newSize)
    }

    private mutating func note(_ event: TerminalEvent) {
        switch event {
        case .resize(let size): note(size: size)
        case .resumed: screen.invalidate()
        case .reply(.version(let version)): screen.reflows = !version.hasPrefix("XTerm")
        default: break
        }
    }
}
