internal import Terminal

/// An error in using the terminal.
public enum FrontEndError: Error, Hashable, Sendable {
    /// The process has no terminal.
    case noTerminal
    /// The terminal can't be drawn on, according to this value of `TERM`.
    case dumbTerminal(String)
    /// The terminal was closed.
    case terminalClosed
    /// A system call failed with this message.
    case system(String)
}

extension FrontEndError {
    /// Creates the error that corresponds to an error of `Terminal`.
    init(_ error: TerminalError) {
        switch error {
        case .noTerminal, .notATerminal: self = .noTerminal
        case .dumb(let type): self = .dumbTerminal(type)
        case .closed: self = .terminalClosed
        default: self = .system("\(error)")
        }
    }
}

extension FrontEndError: CustomStringConvertible {
    /// The problem and the remedy, in one line.
    public var description: String {
        switch self {
        case .noTerminal: "no terminal; run this in a terminal, or use 'select' or 'suggest'"
        case .dumbTerminal(let type):
            "can't draw on a terminal of type '\(type)'; set TERM to your terminal's type, or use 'select' or 'suggest'"
        case .terminalClosed: "the terminal was closed"
        case .system(let words): "can't use the terminal: \(words)"
        }
    }
}

/// Messages shown below a drawing.
enum Remark {
    /// Returns the message of an error in one line.
    static func text(of error: any Error) -> String {
        "\(error)".split(whereSeparator: \.isNewline).joined(separator: " ")
    }
}
