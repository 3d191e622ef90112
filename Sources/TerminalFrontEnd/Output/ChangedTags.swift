public import TagService
internal import TextMeasurement

/// The tags that a command changed, for reporting changes that a partially shown board doesn't show.
///
/// ```swift
/// let changed = ChangedTags(selected: ["sea", "map"])
/// #expect(changed.unseen(among: ["map"]) == "not visible: 'sea' on")
/// ```
public struct ChangedTags: Sendable {
    /// The names of the tags.
    ///
    /// Only the lines of a board with these are drawn.
    let names: [String]
    /// Whether the change affects other chips, so that every line may have changed.
    let movesOthers: Bool
    /// The changed tags with their new states.
    private var changes: [(name: String, state: String)] = []

    /// Creates the tags of a change that turned tags on or off, or added them to a set.
    public init(_ change: TagChange) {
        names = change.changed + change.unchanged
        movesOthers = false
        changes = change.changed.enumerated()
            .map { place, name in
                guard change.selected.indices.contains(place) else { return (name, "added") }
                return (name, change.selected[place] ? "on" : "off")
            }
    }

    /// Creates a list of tags that were removed or moved, whose changes aren't reported.
    public init(names: [String]) {
        self.names = names
        movesOthers = true
    }

    /// Creates a list of tags that were turned on, while all others were turned off.
    public init(selected: [String]) {
        names = selected
        movesOthers = true
        changes = selected.map { ($0, "on") }
    }

    /// Whether a tag was turned on or off, or added.
    var isChange: Bool { !changes.isEmpty }

    /// The maximum number of names in the line.
    private static let most = 3

    /// Returns a line that reports the changes to tags not in `seen`, or nil if there are none.
    ///
    /// - Complexity: Linear in the number of changes.
    func unseen(among seen: Set<String>) -> String? {
        let unseen = changes.filter { !seen.contains($0.name) }
        guard !unseen.isEmpty else { return nil }
        let named = unseen.prefix(Self.most).map { "\($0.name.quoted) \($0.state)" }
        let rest = unseen.count - named.count
        return "not visible: \(named.joined(separator: ", "))\(rest > 0 ? " and \(rest) more" : "")"
    }
}
