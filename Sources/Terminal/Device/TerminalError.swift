/// Why a terminal could not be used.
package enum TerminalError: Error, Hashable, Sendable {
    /// The process has no controlling terminal.
    case noTerminal
    /// A descriptor that was given is no terminal.
    case notATerminal(descriptor: Int32)
    /// The terminal cannot move its cursor: `TERM` is this.
    case dumb(type: String)
    /// Another session of this process holds the terminal in raw mode.
    case inUse
    /// The terminal went away.
    case closed
    /// A system call failed with this `errno`.
    case system(call: String, code: Int32)
}

extension TerminalError: CustomStringConvertible {
    /// What is wrong and what to do, in one line.
    package var description: String {
        switch self {
        case .noTerminal:
            "there is no terminal to draw on; run this from one, or use a command that needs no keys"
        case .notATerminal(let descriptor):
            "file descriptor \(descriptor) is not a terminal; run this from one"
        case .dumb(let type):
            "the terminal type '\(type)' cannot be drawn on; set TERM to what your terminal is"
        case .inUse:
            "the terminal is already in use by this process; close the other session first"
        case .closed:
            "the terminal was closed; start again from an open one"
        case .system(let call, let code):
            "the terminal failed: \(call): \(SystemCall.message(code))"
        }
    }
}
