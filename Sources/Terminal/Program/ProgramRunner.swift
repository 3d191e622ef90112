import Dispatch
import Synchronization

/// A runner that shows a program on a terminal until it finishes.
package struct ProgramRunner<Program: TerminalProgram> {
    private let session: TerminalSession
    private let mailbox: Mailbox<Program.Message>
    private var loop: ProgramLoop<Program>
    private var tasks: [Int: Task<Void, Never>] = [:]
    private let unfinished = DispatchGroup()
    private var taskCount = 0

    /// Creates a runner; the caller closes the session.
    package init(_ program: Program, on session: TerminalSession, screen: Screen) {
        self.session = session
        mailbox = Mailbox(waker: session.waker)
        loop = ProgramLoop(program, screen: screen, size: session.size)
    }

    /// Runs the program and returns its output.
    ///
    /// Blocks the calling thread, so don't call it on a thread of the cooperative pool. All pending
    /// events are processed before a frame is drawn, so that a slow terminal doesn't lag behind.
    ///
    /// - Throws: `TerminalError.closed` if the terminal is closed and the program doesn't finish by
    ///   itself.
    package mutating func run() throws(TerminalError) -> Program.Output {
        defer { for task in tasks.values { task.cancel() } }
        if loop.screen.placement == .inline { try session.ask([TerminalSession.versionQuestion]) }
        if let output = try perform(loop.process(.started)) { return output }
        while true {
            try draw()
            if let output = try processPendingEvents() { return output }
        }
    }

    /// Waits for an event, then processes it and up to 999 others that have already arrived.
    private mutating func processPendingEvents() throws(TerminalError) -> Program.Output? {
        var event = try session.nextEvent()
        var count = 0
        while let current = event {
            if let output = try process(current) { return output }
            count += 1
            event = count < 1000 ? try session.nextEvent(timeout: .zero) : nil
        }
        return nil
    }

    private mutating func process(_ event: TerminalEvent) throws(TerminalError) -> Program.Output? {
        if event == .resumed { loop.note(size: session.size) }
        if event == .wakeUp { return try processMessages() }
        let output = try perform(loop.process(.event(event)))
        if output == nil, event == .inputEnded { throw .closed }
        return output
    }

    private mutating func processMessages() throws(TerminalError) -> Program.Output? {
        for (number, message) in mailbox.drain() {
            tasks[number] = nil
            if let output = try perform(loop.process(.message(message))) { return output }
        }
        return nil
    }

    private mutating func draw() throws(TerminalError) { try session.show(loop.frame, on: &loop.screen) }

    /// Blocks until the background work that the program started has ended; call it after `run`.
    package func waitForWork() { unfinished.wait() }

    /// Performs effects, and returns the output if one of them ends the program.
    private mutating func perform(_ effects: [ProgramLoop<Program>.Effect]) throws(TerminalError) -> Program.Output? {
        for effect in effects {
            switch effect {
            case .finish(let output, let keepsDrawing):
                // Ignore an error: the program has its output, even if the terminal is closed.
                try? finish(keepsDrawing: keepsDrawing)
                return output
            case .run(let work): start(work)
            case .lend(let loan, let work): if let output = try lend(loan, to: work) { return output }
            case .suspend: session.suspend()
            case .bell: try session.write([0x07])
            case .ask(let questions): try session.ask(questions)
            case .print, .redraw, .clear: break
            }
        }
        return nil
    }

    /// Draws the last frame and ends the drawing.
    private mutating func finish(keepsDrawing: Bool) throws(TerminalError) {
        try draw()
        try session.end(&loop.screen, keepsDrawing: keepsDrawing)
    }

    /// Lends the terminal to work, which runs on this thread.
    private mutating func lend(
        _ loan: TerminalLoan, to work: @Sendable () -> Program.Message
    ) throws(TerminalError) -> Program.Output? {
        try session.end(&loop.screen, keepsDrawing: false)
        try session.lend(loan)
        let message = work()
        try session.reclaim(loan)
        if session.size != loop.size, let output = try perform(loop.process(.event(.resize(session.size)))) {
            return output
        }
        return try perform(loop.process(.message(message)))
    }

    private mutating func start(_ work: @escaping @Sendable () async -> Program.Message) {
        let (mailbox, unfinished) = (mailbox, unfinished)
        unfinished.enter()
        let number = taskCount
        taskCount += 1
        tasks[number] = Task.detached {
            defer { unfinished.leave() }
            mailbox.post(await work(), from: number)
        }
    }
}

/// The messages of background work that the program hasn't received yet.
private final class Mailbox<Message: Sendable>: Sendable {
    private let messages = Mutex<[(task: Int, message: Message)]>([])
    private let waker: TerminalWaker

    init(waker: TerminalWaker) { self.waker = waker }

    func post(_ message: Message, from task: Int) {
        messages.withLock { $0.append((task, message)) }
        waker.wakeUp()
    }

    func drain() -> [(task: Int, message: Message)] {
        messages.withLock { messages in
            defer { messages = [] }
            return messages
        }
    }
}
