import ArgumentParser
internal import Foundation
import TextMeasurement

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The root of the command line.
struct Tagflow: ParsableCommand {
    static let version = "0.1.0"

    static let configuration = CommandConfiguration(
        commandName: "tagflow",
        abstract: "Keep tags in sets, toggle them as chips, and let it suggest the next ones.",
        discussion: """
            Without a command, opens the REPL; with standard input not a terminal, reads a command a line.

            Example: tagflow new habits reading running && tagflow toggle reading
            """,
        version: version,
        subcommands: [ReplCommand.self],
        groupedSubcommands: groups.map { CommandGroup(name: $0.name, subcommands: $0.commands) },
        defaultSubcommand: ReplCommand.self
    )

    /// The commands by what they are about.
    private static let groups: [(name: String, commands: [any TagflowCommand.Type])] = [
        (
            "Sets",
            [
                SetsCommand.self, NewCommand.self, UseCommand.self, RenameSetCommand.self,
                DropCommand.self,
                AddCommand.self, RemoveCommand.self, MoveCommand.self,
                LayoutSettingsCommand.self,
            ]
        ),
        (
            "Tags everywhere",
            [
                TagsCommand.self, RenameCommand.self, MergeCommand.self, DeleteCommand.self,
                AliasCommand.self,
                UnaliasCommand.self,
            ]
        ),
        (
            "The selection",
            [
                ShowCommand.self, ToggleCommand.self, SelectCommand.self, DeselectCommand.self,
                ClearCommand.self, SaveCommand.self, HistoryCommand.self, RestoreCommand.self,
                ForgetCommand.self, SuggestCommand.self, PickCommand.self,
                UndoCommand.self, RedoCommand.self,
            ]
        ),
        (
            "Files",
            [
                ImportCommand.self, ExportCommand.self, BackupCommand.self, DoctorCommand.self,
                LayoutCommand.self, ShellInitCommand.self,
            ]
        ),
    ]

    /// Every command that has a name of its own on the command line.
    static let commands: [any TagflowCommand.Type] = groups.flatMap(\.commands)

    /// The command of a name.
    static func command(named name: String) -> (any TagflowCommand.Type)? {
        commands.first { $0.configuration.commandName == name }
    }
}

/// The process: hands its arguments and streams to the program, and ends with its exit code.
@main
enum Main {
    @MainActor static func main() async {
        exit(await run())
    }

    /// Runs away from the main actor: calls from there to the service would change threads twice each.
    @concurrent
    private static func run() async -> Int32 {
        // A reader that went away is noticed by the write that fails, and is no error.
        _ = signal(SIGPIPE, SIG_IGN)
        let environment = ProcessInfo.processInfo.environment
        removeHostileLocales(environment)
        let program = Program(
            arguments: GivenArguments.process.texts,
            environment: environment
        )
        return await program.run()
    }

    /// Removes locales with characters that must not reach a terminal, since fontconfig prints those that it does not know.
    private static func removeHostileLocales(_ environment: [String: String]) {
        for name in ["FC_LANG", "LC_ALL", "LC_CTYPE", "LANG"] {
            guard let value = environment[name], TerminalText.firstUnprintable(in: value) != nil
            else { continue }
            // The name is lent for the call; no other thread runs yet that reads the environment.
            _ = unsafe unsetenv(name)
        }
    }
}
