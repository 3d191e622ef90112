import ArgumentParser

/// A command of the command line, which is also one of the REPL.
protocol TagflowCommand: ParsableCommand {
    /// The requirements of every command.
    var global: GlobalOptions { get }

    /// Runs the command and prints its result.
    ///
    /// - Throws: an error that `ExitStatus` maps to a message and an exit code; nothing was changed then.
    func run(in session: Session) async throws
}

/// The options that are allowed before or after any command.
struct GlobalOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The database file; ':memory:' keeps nothing.", valueName: "path"))
    var database: String?

    @Option(
        help: ArgumentHelp(
            "The tag set; default: the last chosen set.",
            valueName: "name"
        )
    )
    var set: String?

    @Option(help: "Use colors on terminals that support them, always or never.")
    var color: ColorChoice?

    @Flag(name: .shortAndLong, help: "Print only requested data.")
    var quiet = false

    @Flag(help: "Log to standard error.")
    var verbose = false
}

/// The options of commands that print data.
struct FormatOptions: ParsableArguments {
    @Option(help: "The output format.")
    var format: OutputFormat = .text
}

/// How a command prints its answer.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
    case text
    case json
}
