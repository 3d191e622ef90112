@testable package import Terminal

/// A program run on a terminal in memory, for tests: events go in, the screen can be looked at.
package struct ProgramSimulation<Program: TerminalProgram> {
    /// The terminal that shows the program.
    package private(set) var terminal: InMemoryTerminal
    /// The program's output; nil while it runs.
    package private(set) var output: Program.Output?
    /// The effects that only a real session carries out: the bell, stopping and questions.
    package private(set) var effects: [ProgramEffect<Program.Message, Program.Output>] = []
    /// The bytes sent by the last event.
    package private(set) var lastBytes: [UInt8] = []
    private var loop: ProgramLoop<Program>
    private var work: [@Sendable () async -> Program.Message] = []

    /// Starts a program on an empty terminal and draws its first frame.
    package init(_ program: Program, screen: Screen, terminal: InMemoryTerminal) {
        self.terminal = terminal
        self.terminal.feed("\u{1B}[?7l")
        loop = ProgramLoop(program, screen: screen, size: terminal.size)
        process(.started)
    }

    /// The model as it is.
    package var program: Program { loop.program }

    /// Sends an event and draws.
    package mutating func send(_ event: TerminalEvent) {
        if case .resize(let size) = event { terminal.resize(to: size) }
        process(.event(event))
    }

    /// Sends bytes as a keyboard does, then draws; a lone Esc at the end is the Esc key.
    package mutating func type(_ bytes: String) {
        var decoder = InputDecoder()
        for event in decoder.decode(bytes.utf8) + decoder.flush() { send(event) }
    }

    /// Runs the program's work, and the work it starts in turn, until none remains.
    package mutating func runWork() async {
        while !work.isEmpty {
            let next = work.removeFirst()
            process(.message(await next()))
        }
    }

    private mutating func process(_ input: ProgramInput<Program.Message>) {
        guard output == nil else { return }
        lastBytes = []
        for effect in loop.process(input) {
            switch effect {
            case .finish(let output, let keepsDrawing):
                show(loop.draw() + loop.end(keepsDrawing: keepsDrawing))
                self.output = output
                return
            case .run(let work): self.work.append(work)
            case .lend(_, let work):
                show(loop.draw() + loop.end(keepsDrawing: false))
                self.work.append(work)
            default: effects.append(effect)
            }
        }
        show(loop.draw())
    }

    private mutating func show(_ bytes: [UInt8]) {
        lastBytes += bytes
        terminal.feed(bytes)
    }
}
