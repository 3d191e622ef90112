import Glibc
import Testing

@testable import Terminal

@Suite struct TerminalErrorTests {
    @Test(arguments: [
        (TerminalError.noTerminal, "no terminal; run this in a terminal, or use a command that doesn't read keys"),
        (.notATerminal(descriptor: 7), "file descriptor 7 isn't a terminal; run this in a terminal"),
        (.dumb(type: "dumb"), "can't draw on a terminal of type 'dumb'; set TERM to your terminal's type"),
        (.inUse, "the terminal is already in use by this process; close the other session first"),
        (.closed, "the terminal was closed; start again in an open terminal"),
        (.system(call: "read", code: EIO), "terminal error: read: Input/output error"),
    ]) func `an error has the problem and the remedy in one line`(error: TerminalError, text: String) {
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
