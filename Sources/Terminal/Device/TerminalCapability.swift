/// What the terminal is capable of: drawing with keys, or plain lines.
package enum TerminalCapability: Hashable, Sendable {
    /// The terminal supports cursor movement and can be drawn on.
    case full
    /// The terminal only prints lines: its type is `dumb` or unknown.
    case dumb
    /// There is no terminal.
    case none

    /// Determines the capability from the environment and from whether both ends are a terminal.
    ///
    /// - Parameters:
    ///   - environment: the process's variables; an absent or empty `TERM` counts as `dumb`.
    ///   - isTerminal: whether input and output both are a terminal.
    package init(environment: [String: String], isTerminal: Bool) {
        if !isTerminal {
            self = .none
        } else {
            self = ["", "dumb"].contains(environment["TERM"] ?? "") ? .dumb : .full
        }
    }
}
