import Glibc
import Testing

@testable import Terminal

@Suite struct TerminalErrorTests {
    @Test(arguments: [
        (
            TerminalError.noTerminal,
            "there is no terminal to draw on; run this from one, or use a command that needs no keys"
        ),
        (
            .notATerminal(descriptor: 7),
            "file descriptor 7 is not a terminal; run this from one"
        ),
        (
            .dumb(type: "dumb"),
            "the terminal type 'dumb' cannot be drawn on; set TERM to what your terminal is"
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
    func `an error says in one line what is wrong and what to do`(
        error: TerminalError,
        text: String
    ) {
        #expect(error.description == text)
    }

    @Test func `descriptors that are no terminal are refused`() throws {
        let pipe = try WakePipe()
        #expect(throws: TerminalError.notATerminal(descriptor: pipe.readEnd)) {
            try TerminalDevice(input: pipe.readEnd, output: pipe.writeEnd)
        }
        #expect(throws: TerminalError.noTerminal) { try TerminalDevice.open(path: "/nowhere/tty") }
    }
}
