/// A command that a message offers, with names quoted so that a POSIX shell and the REPL read them as they are.
///
/// Names that begin with a dash come after `--`; ``ShellQuoting/posix`` quotes them.
public struct CommandHint: Hashable, Sendable {
    /// The command as it is typed.
    public let text: String

    /// The most bytes of a name that a hint shows.
    private static let limit = 80

    /// A command with names after it.
    ///
    /// - Returns: nil where a name cannot be typed: it is empty, too long for a line, holds what must not reach a
    ///   terminal, or is `-`, which means standard input.
    public init?(_ command: String, _ names: String...) {
        guard names.allSatisfy(Self.canBeTyped) else { return nil }
        let end = names.contains { $0.hasPrefix("-") } ? ["--"] : []
        text = ([command] + end + names.map { ShellQuoting.posix.quoted($0) })
            .joined(separator: " ")
    }

    private static func canBeTyped(_ name: String) -> Bool {
        !name.isEmpty && name != "-" && name.utf8.count <= limit
            && TerminalText.firstUnprintable(in: name) == nil
    }
}
