/// An error in opening or using a terminal.
package enum TerminalError: Error, Hashable, Sendable {
    /// The process has no controlling terminal.
    case noTerminal
    /// A given descriptor isn't a terminal.
    case notATerminal(descriptor: Int32)
    /// The terminal can't move its cursor, according to this value of `TERM`.
    case dumb(type: String)
    /// Another session of this process is using the terminal.
    case inUse
    /// The terminal was closed.
    case closed
    /// A system call failed with this error number.
    case system(call: String, code: Int32)
}

extension TerminalError: CustomStringConvertible {
    /// The problem and the remedy, in one line.
    ///
    /// ```swift
    /// let error = TerminalError.dumb(type: "vt52")
    /// let text = "can't draw on a terminal of type 'vt52'; set TERM to your terminal's type"
    /// #expect(error.description == text)
    /// ```
    package var description: String {
        switch self {
        case .noTerminal: "no terminal; run this in a terminal, or use a command that doesn't read keys"
        case .notATerminal(let descriptor): "file descriptor \(descriptor) isn't a terminal; run this in a terminal"
        case .dumb(let type): "can't draw on a terminal of type '\(type)'; set TERM to your terminal's type"
        case .inUse: "the terminal is already in use by this process; close the other session first"
        case .closed: "the terminal was closed; start again in an open terminal"
        case .system(let call, let code): "terminal error: \(call): \(SystemCall.message(code))"
        }
    }
}
