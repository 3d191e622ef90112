public import TagService

/// The tags that a command was about, for a board that does not show all of them.
public struct ChangedTags: Sendable {
    /// Their names, whose lines are drawn of a board that is higher than the terminal.
    let names: [String]
    /// The tags that the command has changed, with their new states.
    private var changes: [(name: String, state: String)] = []

    /// The tags of a change that turned them on or off, or put them into a set.
    public init(_ change: TagChange) {
        names = change.changed + change.unchanged
        changes = change.changed.enumerated()
            .map { place, name in
                guard change.selected.indices.contains(place) else { return (name, "added") }
                return (name, change.selected[place] ? "on" : "off")
            }
    }

    /// Tags that no board shows anymore, or that aren't reported.
    public init(names: [String]) {
        self.names = names
    }

    /// Tags that were turned on.
    public init(selected: [String]) {
        names = selected
        changes = selected.map { ($0, "on") }
    }

    /// The maximum number of names in a line.
    private static let most = 3

    /// The line that reports changes that aren't visible on a board; `nil` if all are.
    ///
    /// - Complexity: Linear in the changes.
    func unseen(among seen: Set<String>) -> String? {
        let unseen = changes.filter { !seen.contains($0.name) }
        guard !unseen.isEmpty else { return nil }
        let told = unseen.prefix(Self.most).map { "'\($0.name)' \($0.state)" }
        let rest = unseen.count - told.count
        return "not visible: \(told.joined(separator: ", "))\(rest > 0 ? " and \(rest) more" : "")"
    }
}
