import ArgumentParser

/// The help text of the REPL; it fits a screen of 24 rows and 80 columns.
enum ReplHelp {
    static var text: String {
        """
        3 · 3 5 7 · 2-4        toggle chips by number; in commands too: remove 3
        name, or #name         toggle a tag; #name for a name like a command or number
        find TEXT              suggestions; toggle them by number, Enter shows the board
        width N, or width default · align center · spacing 2 1 · lines 3
                               try a layout setting; layout-settings --keep keeps it
        # TEXT                 a comment, as in a script
        help COMMAND · quit    help with an example · leave
        Keys                   Tab completes · → takes the ghost · ↓ to the suggestions
                               ↑ history, Ctrl-R searches it · Page Up and Down scroll
                               Emacs keys edit, Ctrl-_ undoes an edit
                               a line that starts with a space isn't saved

        \(commandLines)
        """
    }

    /// The names of the commands, by group.
    private static var commandLines: String {
        Tagflow.configuration.groupedSubcommands
            .map { group in
                let names = group.subcommands.compactMap { $0.configuration.commandName }
                let title = group.name + String(repeating: " ", count: max(23 - group.name.count, 1))
                return wrapped(names, after: title)
            }
            .joined()
    }

    private static func wrapped(_ names: [String], after title: String) -> String {
        var text = title
        var column = title.count
        for (place, name) in names.enumerated() {
            if column + name.count > 78 {
                text += "\n" + String(repeating: " ", count: title.count)
                column = title.count
            }
            text += name + (place == names.count - 1 ? "\n" : " ")
            column += name.count + 1
        }
        return text
    }
}
