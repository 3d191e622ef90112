import Glibc
import Testing

@testable import Terminal
@testable import TerminalSimulation

/// A session on a real pseudo-terminal, ended in every way; afterwards `stty -a` must be as before.
@Suite(.serialized) struct TerminalSessionTests {
    /// Starts a probe and waits until it draws; gives the terminal and its settings from before.
    private func start(_ arguments: String = "", then: String = "") throws -> (PseudoTerminal, [UInt32]) {
        let probe = try PseudoTerminal(arguments, then: then)
        let before = try PseudoTerminal.initialSettings()
        try probe.wait(for: "READY")
        try probe.wait(for: "deviceAttributes")
        #expect(probe.settings != before, "raw mode is on")
        #expect(probe.screen.keyboardStackDepth == 1)
        return (probe, before)
    }

    private func expectRestored(_ probe: PseudoTerminal, _ before: [UInt32]) {
        #expect(probe.settings == before)
        #expect(probe.screen.privateModes == [7, 25])
        #expect(probe.screen.isCursorVisible)
        #expect(probe.screen.keyboardStackDepth == 0)
        #expect(probe.screen.savedScreen == nil)
        #expect(probe.screen.unrecognized.isEmpty)
    }

    @Test(
        arguments: [("q", 0), ("x", 3), ("e", 132), ("a", 134), ("s", 139), ("f", 139), ("o", 139), ("i", 132)],
        ["", "inline"]) func `the terminal is put right however the process ends`(
            end: (String, Int), arguments: String
        ) throws
    {
        let (probe, before) = try start(arguments)
        try probe.type(end.0)
        try probe.wait(for: "STATUS \(end.1)")
        expectRestored(probe, before)
    }

    @Test(arguments: [SIGTERM, SIGHUP, SIGINT, SIGQUIT])
    func `a signal ends the process as it always does, with the terminal put right`(signal: Int32) throws {
        let (probe, before) = try start()
        kill(-probe.foreground, signal)
        try probe.wait(for: "STATUS \(128 + signal)")
        expectRestored(probe, before)
    }

    @Test(arguments: ["q", "x", "\u{1A}"]) func `an inline drawing doesn't change the text above it`(end: String) throws
    {
        let probe = try PseudoTerminal("inline", before: "trap : INT; echo ABOVE")
        try probe.wait(for: "READY")
        try probe.wait(for: "deviceAttributes")
        try probe.type(end)
        try probe.wait(for: "STATUS")
        #expect(probe.screen.lines.contains("ABOVE"))
        #expect(!probe.screen.lines.contains("second row"))
    }

    @Test func `an inline drawing is cleared away by a signal`() throws {
        let (probe, before) = try start("inline")
        #expect(probe.screen.lines.contains("second row"))
        kill(-probe.foreground, SIGTERM)
        try probe.wait(for: "STATUS 143")
        expectRestored(probe, before)
        #expect(!probe.screen.lines.contains("second row"))
    }

    @Test(arguments: ["key", "signal"], ["", "inline"]) func `Ctrl-Z gives the terminal back, and fg takes it again`(
        how: String, arguments: String
    ) throws {
        let then = "stty -a >/dev/null; echo STOPPED; read answer; fg; echo \"STATUS $?\""
        let (probe, before) = try start(arguments, then: then)
        if how == "key" { try probe.type("\u{1A}") } else { kill(-probe.foreground, SIGTSTP) }
        try probe.wait(for: "STOPPED")
        expectRestored(probe, before)
        try probe.type("\n")
        try probe.wait(for: "resumed")
        #expect(probe.settings != before)
        #expect(probe.screen.privateModes.contains(2004))
        try probe.type("q")
        try probe.wait(for: "STATUS 0")
        expectRestored(probe, before)
    }

    @Test func `a stop that cannot be caught is made good when the process continues`() throws {
        let (probe, before) = try start(then: "echo STOPPED; read answer; fg; echo \"STATUS $?\"")
        kill(-probe.foreground, SIGSTOP)
        try probe.wait(for: "STOPPED")
        try probe.type("\r")
        try probe.type("\n")
        try probe.wait(for: "resumed")
        #expect(probe.settings != before)
        #expect(probe.screen.keyboardStackDepth == 1)
        try probe.type("q")
        try probe.wait(for: "STATUS 0")
        expectRestored(probe, before)
    }

    @Test func `a new size of the window arrives as an event`() throws {
        let (probe, before) = try start()
        probe.resize(CellSize(columns: 66, rows: 7))
        try probe.wait(for: "columns: 66, rows: 7")
        try probe.type("q")
        try probe.wait(for: "STATUS 0")
        expectRestored(probe, before)
    }

    @Test func `keys, pastes and the mouse arrive through a terminal`() throws {
        let (probe, before) = try start()
        try probe.type("\u{1B}")
        try probe.wait(for: "escape")
        try probe.type("\u{1B}[1;5C")
        try probe.wait(for: "right")
        try probe.type("\u{1B}[200~pasted\u{1B}[201~")
        try probe.wait(for: "pasted")
        try probe.type("\u{1B}[<0;5;6M")
        try probe.wait(for: "mouse")
        try probe.type("q")
        try probe.wait(for: "STATUS 0")
        expectRestored(probe, before)
    }

    @Test func `Ctrl-C leaves a paste without an end, through a terminal`() throws {
        let (probe, before) = try start()
        try probe.type("\u{1B}[200~no end q\u{3}")
        // Longer than a stream of bytes is silent, as a person is.
        usleep(500_000)
        try probe.type("\u{3}")
        try probe.wait(for: "character(\"c\")")
        try probe.type("q")
        try probe.wait(for: "STATUS 0")
        expectRestored(probe, before)
    }

    @Test func `a program whose terminal is closed ends, even if it ignores the signal`() throws {
        let mark = "/tmp/terminal-probe-\(getpid()).closed"
        _ = unsafe unlink(mark)
        defer { _ = unsafe unlink(mark) }
        let wrapper = "sh -c '\"$0\"; echo > \(mark)'"
        let probe = try PseudoTerminal(before: "trap '' HUP", prefix: wrapper)
        try probe.wait(for: "READY")
        probe.closeTerminal()
        #expect(probe.shellEnds())
        #expect(unsafe access(mark, F_OK) == 0)
    }

    @Test func `a program runs with background work, is stopped, resized and continued, and ends`() throws {
        let then = "echo STOPPED; read answer; fg; echo \"STATUS $?\""
        let probe = try PseudoTerminal("board", then: then)
        let before = try PseudoTerminal.initialSettings()
        try probe.wait(for: "loaded 12 chips")
        try probe.wait(for: "chip 12")
        try probe.type("早x")
        try probe.wait(for: "早")
        try probe.type("\u{1A}")
        try probe.wait(for: "STOPPED")
        #expect(probe.settings == before)
        #expect(!probe.screen.lines.contains { $0.contains("chip 1 ") })
        probe.resize(CellSize(columns: 40, rows: 12))
        try probe.type("\n")
        try probe.wait(for: "chip 12")
        #expect(probe.screen.lines.contains { $0.contains("(chip 7") && $0.contains("chip 8") })
        try probe.type("\r")
        try probe.wait(for: "OUTPUT 早x")
        try probe.wait(for: "STATUS 0")
        #expect(probe.settings == before)
        #expect(!probe.screen.lines.contains { $0.contains("chip 1 ") })
    }

    @Test func `a dumb terminal is refused in one line`() throws {
        let probe = try PseudoTerminal("background", term: "dumb")
        try probe.wait(for: "FAILED can't draw on a terminal of type 'dumb'")
        try probe.wait(for: "STATUS 0")
    }

    @Test func `no terminal is refused in one line`() throws {
        let probe = try PseudoTerminal("background", prefix: "setsid -w")
        try probe.wait(for: "FAILED no terminal; run this")
        try probe.wait(for: "STATUS 0")
    }
}
