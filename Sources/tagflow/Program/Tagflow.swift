import ArgumentParser

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
        groupedSubcommands: [
            CommandGroup(
                name: "Sets",
                subcommands: [
                    SetsCommand.self, NewCommand.self, UseCommand.self, RenameSetCommand.self,
                    DropCommand.self,
                    AddCommand.self, RemoveCommand.self, MoveCommand.self,
                    LayoutSettingsCommand.self,
                ]
            ),
            CommandGroup(
                name: "Tags everywhere",
                subcommands: [
                    TagsCommand.self, RenameCommand.self, MergeCommand.self, AliasCommand.self,
                    UnaliasCommand.self,
                ]
            ),
            CommandGroup(
                name: "The selection",
                subcommands: [
                    ShowCommand.self, ToggleCommand.self, SelectCommand.self, DeselectCommand.self,
                    ClearCommand.self, SaveCommand.self, HistoryCommand.self, RestoreCommand.self,
                    ForgetCommand.self, SuggestCommand.self, PickCommand.self,
                    UndoCommand.self, RedoCommand.self,
                ]
            ),
            CommandGroup(
                name: "Files",
                subcommands: [
                    ImportCommand.self, ExportCommand.self, BackupCommand.self, DoctorCommand.self,
                    LayoutCommand.self, ShellInitCommand.self,
                ]
            ),
        ],
        defaultSubcommand: ReplCommand.self
    )

    /// Every command that has a name of its own on the command line.
    static var commands: [any TagflowCommand.Type] {
        configuration.groupedSubcommands.flatMap(\.subcommands)
            .compactMap { $0 as? any TagflowCommand.Type }
    }
}
