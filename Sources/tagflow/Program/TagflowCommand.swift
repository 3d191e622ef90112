import ArgumentParser

/// A command that works on the command line and in the REPL.
protocol TagflowCommand: ParsableCommand {
    /// The options that every command accepts.
    var global: GlobalOptions { get }
    /// Whether the command, with its arguments, only reads the database. Without a database it then shows an empty one
    /// instead of creating the file.
    var onlyReads: Bool { get }

    /// Runs the command and prints its result.
    ///
    /// - Throws: an error that `ExitStatus` maps to a message and an exit code.
    func run(in session: Session) async throws
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
}

/// The options of commands that print data.
struct FormatOptions: ParsableArguments { @Option(help: "The output format.") var format: OutputFormat = .text }

/// The output format of a command that prints data.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
    case text
    case json
}
