import ArgumentParser
import TerminalFrontEnd

/// A command that works on the command line and in the REPL.
protocol TagflowCommand: ParsableCommand {
    /// The group that lists the command in the help.
    static var group: HelpGroup { get }
    /// The options that every command accepts.
    var global: GlobalOptions { get }
    /// Whether the command, with its arguments, only reads the database. Without a database it then shows an empty one
    /// instead of creating the file.
    var onlyReads: Bool { get }
    /// Whether the command serves another program, so that nobody reads notes.
    static var isServer: Bool { get }
    /// The positional arguments of a command that takes any number of them; `nil` for other commands.
    static var words: WritableKeyPath<Self, [String]>? { get }
    /// How values are completed, by option or by the name of a positional argument; only those whose name doesn't say so.
    static var completions: [String: CommandArguments.Value] { get }

    /// Runs the command and prints its result.
    ///
    /// - Throws: an error that `ExitStatus` maps to a message and an exit code.
    func run(in session: Session) throws
}

extension TagflowCommand {
    static var isServer: Bool { false }
    static var words: WritableKeyPath<Self, [String]>? { nil }
    static var completions: [String: CommandArguments.Value] { [:] }

    /// Parses the command's arguments.
    ///
    /// The parser takes time quadratic in the number of words (6 s for 8,000), so it gets only the first of many.
    static func parsed(_ arguments: [String]) throws -> Self {
        let most = 256
        guard arguments.count > most, let words else { return try parse(arguments) }
        let split = CommandArguments(of: Self.self).split(arguments)
        var command = try parse(split.options + ["--"] + split.words.prefix(most))
        command[keyPath: words] += split.words.dropFirst(most)
        return command
    }
}

/// A group of commands in the help, in the order of the help.
enum HelpGroup: String, CaseIterable {
    case sets = "Sets"
    case tags = "Tags everywhere"
    case selection = "The selection"
    case items = "Items"
    case files = "Files"
    case servers = "Servers"
}

/// The options that are allowed before or after any command's name.
///
/// ```
/// $ tagflow --set trip --quiet toggle sea
/// $ tagflow toggle sea --set trip --quiet
/// ```
struct GlobalOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The database file; ':memory:' is a temporary database.", valueName: "path"))
    var database: String?

    @Option(
        help: ArgumentHelp(
            "The tag set; default: the last chosen set, or all sets for lists of items.", valueName: "name")) var set:
        String?

    @Option(help: "Use colors on terminals that support them, always or never.") var color: ColorChoice?

    @Flag(name: .shortAndLong, help: "Print only requested data.") var quiet = false

    @Flag(help: "Log to standard error.") var verbose = false

    static let completions: [String: CommandArguments.Value] = ["--set": .set]
}

/// The options of commands that print data.
struct FormatOptions: ParsableArguments { @Option(help: "The output format.") var format: OutputFormat = .text }

/// The output format of a command that prints data.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
    case text
    case json
}
