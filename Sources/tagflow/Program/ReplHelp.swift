import ArgumentParser

/// The help of the REPL, on one screen.
enum ReplHelp {
    static var text: String {
        """
        3 · 3 5 7 · 2-4       toggle chips by number
        #name, or name        toggle a tag
        find TEXT             suggestions, to be toggled by number
        width N · align center · spacing 2 1 · lines 3
                              try a layout setting; layout-settings --keep keeps it
        help COMMAND · quit   more on a command · leave

        \(commandLines)
        """
    }

    private static var commandLines: String {
        let names = Tagflow.commands.map { $0.configuration.commandName ?? "" }
        let width = (names.map(\.count).max() ?? 0) + 2
        return zip(names, Tagflow.commands)
            .map { name, type in
                name + String(repeating: " ", count: width - name.count)
                    + type.configuration.abstract + "\n"
            }
            .joined()
    }
}
