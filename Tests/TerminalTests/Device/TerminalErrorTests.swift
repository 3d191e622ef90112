import Glibc
import Testing

@testable import Terminal

@Suite struct TerminalErrorTests {
    @Test(arguments: [
        (
            TerminalError.noTerminal,
            "no terminal; run this in a terminal, or use a command that needs no keys"
        ),
        (
            .notATerminal(descriptor: 7),
            "file descriptor 7 is not a terminal; run this from one"
        ),
        (
            .dumb(type: "dumb"),
            "can't draw on a terminal of type 'dumb'; set TERM to your terminal's type"
        ),
        (
            .inUse,
            "the terminal is already in use by this process; close the other session first"
        ),
        (.closed, "the terminal was closed; start again from an open one"),
        (
            .system(call: "read", code: EIO),
            "the terminal failed: read: Input/output error"
        ),
    ])
    func `an error has the problem and the remedy in one line`(
        error: TerminalError,
        text: String
    ) {
        #expect(error.description == text)
    }

    @Test func `descriptors that aren't terminals are rejected`() throws {
        let pipe = try WakePipe()
        #expect(throws: TerminalError.notATerminal(descriptor: pipe.readEnd)) {
            try TerminalDevice(input: pipe.readEnd, output: pipe.writeEnd)
        }
        #expect(throws: TerminalError.noTerminal) { try TerminalDevice.open(path: "/nowhere/tty") }
    }
}
