/// The state shared by running and simulating a program: the model, its screen and the terminal's
/// size.
struct ProgramLoop<Program: TerminalProgram> {
    typealias Effect = ProgramEffect<Program.Message, Program.Output>

    var program: Program
    var screen: Screen
    private(set) var size: CellSize

    /// Creates a loop for a program that hasn't started.
    init(_ program: Program, screen: Screen, size: CellSize) {
        self.program = program
        self.screen = screen
        self.size = size
    }

    /// Updates the program.
    ///
    /// Performs the effects that concern the screen, and returns the other effects.
    mutating func process(_ input: ProgramInput<Program.Message>) -> [Effect] {
        if case .event(let event) = input { note(event) }
        return program.update(input)
            .filter { effect in
                switch effect {
                case .print(let lines): screen.print(lines)
                case .redraw: screen.invalidateContent()
                case .clear: screen.clear()
                default: return true
                }
                return false
            }
    }

    /// The program's current frame.
    var frame: TerminalFrame { program.view(in: size) }

    /// Returns the bytes that show the current frame.
    mutating func draw() -> [UInt8] { screen.draw(frame) }

    /// Returns the bytes that end the drawing.
    mutating func end(keepsDrawing: Bool) -> [UInt8] { screen.end(keepsDrawing: keepsDrawing) }

    /// Sets the size, which may have changed while the process was stopped.
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
