/// A command suggested by a message, with names quoted for a POSIX shell and the REPL.
///
/// A name that begins with a dash is preceded by `--`.
///
/// ```swift
/// CommandHint("add", "green tea")?.text  // add "green tea"
/// CommandHint("add", "-v")?.text  // add -- -v
/// CommandHint("add", "a\nb")  // nil
/// ```
public struct CommandHint: Hashable, Sendable {
    /// The command, ready to be typed.
    public let text: String

    /// The maximum length of a name in a hint, in bytes.
    private static let limit = 80

    /// Creates a hint for a command with arguments.
    ///
    /// - Returns: `nil` if a name can't be typed: it is empty, longer than 80 bytes, unsafe to print, or
    ///   `-`, which means standard input.
    public init?(_ command: String, _ names: String...) { self.init(command, names: names) }

    /// Creates a hint for a command with a list of arguments.
    ///
    /// - Returns: `nil` if a name can't be typed.
    public init?(_ command: String, names: some Collection<String>) {
        guard names.allSatisfy(Self.canBeTyped) else { return nil }
        let end = names.contains { $0.hasPrefix("-") } ? ["--"] : []
        text = ([command] + end + names.map { ShellQuoting.posix.quoted($0) }).joined(separator: " ")
    }

    private static func canBeTyped(_ name: String) -> Bool {
        !name.isEmpty && name != "-" && name.utf8.count <= limit && TerminalText.firstUnprintable(in: name) == nil
    }
}
