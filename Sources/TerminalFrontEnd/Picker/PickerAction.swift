/// An action that a key is bound to, with the name that fzf uses.
public enum PickerAction: Hashable, Sendable {
    case accept
    case abort
    case up
    case down
    case left
    case right
    case pageUp
    case pageDown
    case first
    case last
    case toggle
    case toggleAll
    case selectAll
    case deselectAll
    case clearQuery
    case togglePreview
    case previewUp
    case previewDown
    case previousHistory
    case nextHistory
    case ignore
    /// Runs a command on the terminal.
    case execute(CommandTemplate)
    /// Replaces the tags with the lines that a command prints.
    case reload(CommandTemplate)

    /// The actions without a command, by name.
    private static let named: [String: PickerAction] = [
        "accept": .accept, "abort": .abort, "cancel": .abort, "up": .up, "down": .down, "left": .left, "right": .right,
        "page-up": .pageUp, "page-down": .pageDown, "first": .first, "top": .first, "last": .last, "toggle": .toggle,
        "toggle-all": .toggleAll, "select-all": .selectAll, "deselect-all": .deselectAll, "clear-query": .clearQuery,
        "toggle-preview": .togglePreview, "preview-up": .previewUp, "preview-down": .previewDown,
        "prev-history": .previousHistory, "previous-history": .previousHistory, "next-history": .nextHistory,
        "ignore": .ignore,
    ]

    /// The names of all actions, sorted.
    static let names = (named.keys + ["execute", "reload"]).sorted()

    /// Finds the action with a name.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - command: The command in parentheses after the name, or nil.
    /// - Throws: `PickerOptionError` if there is no such action, or a command is missing.
    init(_ name: String, command: String?) throws(PickerOptionError) {
        switch (name, command) {
        case ("execute", let command?): self = .execute(CommandTemplate(command))
        case ("reload", let command?): self = .reload(CommandTemplate(command))
        case ("execute", nil), ("reload", nil): throw .noCommand(name)
        default:
            guard let action = Self.named[name] else { throw .action(name) }
            if let command { throw .action("\(name)(\(command))") }
            self = action
        }
    }
}
