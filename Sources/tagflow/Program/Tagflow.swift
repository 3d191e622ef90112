import ArgumentParser

/// The root of the command line.
struct Tagflow: ParsableCommand {
    static let version = "0.1.0"

    static let configuration = CommandConfiguration(
        commandName: "tagflow", abstract: "Keep tags consistent, toggle them as chips, and get suggestions.",
        discussion: """
            Without a command, opens the REPL. If standard input isn't a terminal, reads one \
            command per line. --licenses prints the licenses of the libraries in this program.

            Example: tagflow new habits reading running && tagflow toggle reading
            """, version: version, subcommands: [ReplCommand.self],
        groupedSubcommands: HelpGroup.allCases.map { group in
            CommandGroup(name: group.rawValue, subcommands: commands.filter { $0.group == group })
        }, defaultSubcommand: ReplCommand.self)

    /// All commands, in the order of the help within their groups.
    ///
    /// Swift can't list the types that conform to a protocol, so each command needs its entry here.
    static let commands: [any TagflowCommand.Type] = [
        SetsCommand.self, NewCommand.self, UseCommand.self, RenameSetCommand.self, DropCommand.self, AddCommand.self,
        RemoveCommand.self, MoveCommand.self, LayoutSettingsCommand.self, TagsCommand.self, RenameCommand.self,
        MergeCommand.self, DeleteCommand.self, AliasCommand.self, DistinguishCommand.self, UnaliasCommand.self,
        ImplyCommand.self, UnimplyCommand.self, DescribeCommand.self, OneOfCommand.self, ShowCommand.self,
        ToggleCommand.self, SelectCommand.self, DeselectCommand.self, ClearCommand.self, SaveCommand.self,
        SuggestCommand.self, ModelCommand.self, PickCommand.self, UndoCommand.self, RedoCommand.self, ItemsCommand.self,
        AddItemCommand.self, EditItemCommand.self, ShowItemCommand.self, OpenItemCommand.self, DeleteItemCommand.self,
        RestoreItemCommand.self, TagItemsCommand.self, ReviewCommand.self, ViewCommand.self, RuleCommand.self,
        StatsCommand.self, TodayCommand.self, ImportCommand.self, ExportCommand.self, SyncCommand.self, NotesCommand.self,
        TagFilesCommand.self, BackupCommand.self, DoctorCommand.self, LayoutCommand.self, ShellInitCommand.self,
        CompletionsCommand.self, LanguageServerCommand.self, AssistantServerCommand.self, ServeCommand.self,
        SignInCommand.self, TokenCommand.self, ConnectCommand.self, WebhookCommand.self, SpaceCommand.self,
    ]

    /// The names of all commands.
    static let commandNames = commands.compactMap { $0.configuration.commandName }

    /// Returns the command that replaced a command of an earlier version, or the one similar to another program's.
    static func replacement(of name: String) -> String? {
        guard name.utf8.count < longestName else { return nil }
        return replacements[name] ?? foreignNames[name]
    }

    /// The commands that replaced commands of earlier versions, by their former names.
    static let replacements = ["history": "items", "restore": "restore-item", "forget": "delete-item"]

    /// Commands by the names of similar commands in other programs.
    ///
    /// In the REPL, these words may be tags.
    static let foreignNames = [
        "search": "items", "find": "suggest", "list": "items", "ls": "items", "rm": "delete-item", "edit": "edit-item",
        "open": "open-item",
    ]

    /// No command has a name of as many bytes; hashing a longer word takes a while.
    private static let longestName = 100

    /// Returns the command with a name, or `nil` if there isn't one.
    static func command(named name: String) -> (any TagflowCommand.Type)? {
        guard name.utf8.count < longestName else { return nil }
        return commands.first { $0.configuration.commandName == name }
    }
}
