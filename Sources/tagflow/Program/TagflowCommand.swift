import ArgumentParser

/// A command of the command line, which is also one of the REPL.
protocol TagflowCommand: ParsableCommand {
    /// What every command takes.
    var global: GlobalOptions { get }

    /// Does what the command says, and prints its answer.
    ///
    /// - Throws: what `ExitStatus` turns into a line and an exit code; nothing was changed then.
    func run(in session: Session) async throws
}

/// The options that may stand before or after any command.
struct GlobalOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The database file; ':memory:' keeps nothing.", valueName: "path"))
    var database: String?

    @Option(
        help: ArgumentHelp(
            "The tag set that the command is about; else the one last chosen.",
            valueName: "name"
        )
    )
    var set: String?

    @Option(help: "Use colours on terminals that have them, always or never.")
    var color: ColorChoice?

    @Flag(name: .shortAndLong, help: "Print nothing but what was asked for.")
    var quiet = false

    @Flag(help: "Tell on standard error what is being done.")
    var verbose = false
}

/// The options of commands that print data.
struct FormatOptions: ParsableArguments {
    @Option(help: "Print for people or for programs.")
    var format: OutputFormat = .text
}

/// How a command prints its answer.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
    case text
    case json
}
