import Glibc
import Terminal

/// Holds a terminal in raw mode and ends in the way that a key asks for; the tests run it on a pseudo-terminal.
@main struct Probe {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.contains("background") == false else { return try openOnce() }
        guard arguments.contains("board") == false else { return try runBoard() }
        let isInline = arguments.contains("inline")
        let device = try TerminalDevice.open()
        let session = try TerminalSession(
            device: device, modes: TerminalModes(usesAlternateScreen: !isInline, mouse: .drag, reportsFocus: true),
            environment: ["TERM": environment("TERM")])
        var screen = Screen(placement: isInline ? .inline : .full, depth: .trueColor)
        try draw("READY", on: session, &screen)
        while let event = try session.nextEvent() {
            if event == .inputEnded { break }
            if event == .resumed { screen.invalidate() }
            if case .key(let key) = event { try obey(key, session) }
            if case .key(KeyEvent(.character("q"))) = event { break }
            try draw("\(event)", on: session, &screen)
        }
        try? session.end(&screen, keepsDrawing: false)
        session.close()
        report("CLOSED")
    }

    /// Opens and closes a session and reports the result.
    private static func openOnce() throws {
        do {
            let device = try TerminalDevice.open()
            let environment = ["TERM": environment("TERM")]
            try TerminalSession(device: device, modes: TerminalModes(), environment: environment).close()
            report("OPENED")
        } catch { report("FAILED \(error)") }
    }

    /// Runs a whole program and reports its output.
    private static func runBoard() throws {
        let session = try TerminalSession(
            device: TerminalDevice.open(), modes: TerminalModes(), environment: ["TERM": environment("TERM")])
        var runner = ProgramRunner(BoardProgram(), on: session, screen: Screen(placement: .inline, depth: .palette))
        let output = try runner.run()
        session.close()
        report("OUTPUT \(output)")
    }

    private static func draw(_ text: String, on session: TerminalSession, _ screen: inout Screen) throws {
        var frame = TerminalFrame(size: CellSize(columns: session.size.columns, rows: 2), cellWidth: { _ in 1 })
        if screen.placement == .full { frame = TerminalFrame(size: session.size, cellWidth: { _ in 1 }) }
        frame.grid.write(text, at: CellPosition(row: 0, column: 0))
        frame.grid.write("second row", at: CellPosition(row: 1, column: 0))
        frame.cursor = CellPosition(row: 1, column: 3)
        try session.show(frame, on: &screen)
    }

    /// Ends or stops the process, depending on the key.
    private static func obey(_ key: KeyEvent, _ session: TerminalSession) throws {
        switch key {
        case KeyEvent(.character("x")): exit(3)
        case KeyEvent(.character("e")): throw ProbeError.asked
        case KeyEvent(.character("a")): abort()
        case KeyEvent(.character("s")): _ = raise(SIGSEGV)
        case KeyEvent(.character("f")): crash()
        case KeyEvent(.character("i")): preconditionFailure("asked for")
        case KeyEvent(.character("o")): report("\(overflow(1))")
        case .control("z"): session.suspend()
        default: break
        }
    }

    /// Reads an invalid address.
    private static func crash() {
        // The test needs this fault.
        if let address = unsafe UnsafePointer<Int>(bitPattern: 8) { unsafe report("\(address.pointee)") }
    }

    /// Calls itself until the stack is used up.
    @inline(never) private static func overflow(_ depth: Int) -> Int {
        depth < 0 ? 0 : overflow(depth + 1) + overflow(depth + 2)
    }

    private static func report(_ text: String) {
        // The array's bytes, as many as it has.
        _ = unsafe Array("\(text)\n".utf8).withUnsafeBytes { unsafe write(1, $0.baseAddress, $0.count) }
    }

    private static func environment(_ name: String) -> String {
        // getenv's result is copied immediately.
        unsafe getenv(name).map { unsafe String(cString: $0) } ?? ""
    }
}

enum ProbeError: Error { case asked }
