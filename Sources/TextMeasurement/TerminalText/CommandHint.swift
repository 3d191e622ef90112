/// A command that a message offers, with names quoted for a POSIX shell and the REPL.
///
/// Names that begin with a dash come after `--`; ``ShellQuoting/posix`` quotes them.
public struct CommandHint: Hashable, Sendable {
    /// The command as it is typed.
    public let text: String

    /// The maximum length of a name in a hint, in bytes.
    private static let limit = 80

    /// Creates a hint for a command with arguments.
    ///
    /// - Returns: `nil` if a name can't be typed: it is empty, too long for a line, contains characters that must not reach a
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
