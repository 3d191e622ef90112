public import Foundation

/// A set with the numbers of its tags and items.
public struct TagSetSummary: Hashable, Sendable, Codable {
    /// The set's name.
    public var set: String
    /// The number of its tags.
    public var tags: Int
    /// The number of selected tags.
    public var selected: Int
    /// The number of its items.
    public var saved: Int
    /// Whether it is the chosen set, which commands use by default.
    public var chosen: Bool
}

/// A tag and where it is used.
public struct TagInfo: Hashable, Sendable, Codable {
    /// The tag's name.
    public var tag: String
    /// The names of its aliases, oldest first.
    public var aliases: [String]
    /// The number of items that contain it, plus its uses elsewhere according to imports.
    public var uses: Int
    /// The number of sets that contain it.
    public var sets: Int
}

/// Tags that were selected together.
///
/// ```swift
/// let saved = try service.save(title: "a quiet evening")
/// _ = try service.clear()
/// let restored = try service.restoreItem(saved.id)
/// ```
public struct Item: Hashable, Sendable {
    /// Its identifier, for ``TagService/TagService/restore(_:)`` and ``TagService/TagService/forget(_:)``.
    public var id: Int64
    /// The name of its set.
    public var set: String
    /// Its title, which may be empty.
    public var title: String
    /// When it was saved; `nil` if an import did not say.
    public var savedAt: Date?
    /// When it was saved, in UTC after RFC 3339, to the millisecond.
    public var timestamp: String? {
        savedAt.map { Timestamp.text(Int64(clamping: $0.timeIntervalSince1970 * 1_000)) }
    }
    /// The names of its tags.
    public var tags: [String]
    /// The address or path of the thing that has the tags; `nil` for a selection of no thing.
    ///
    /// A set has at most one item for a location.
    public var location: String?
    /// The number of its tags whose pairs are counted for suggestions: all, or the rarest 256 of more.
    public var pairedTags: Int
}

/// The effect of a command on a selection or a set.
///
/// ```swift
/// let change = try service.changeSelection(["music", "music"], .toggle)
/// for (tag, isSelected) in zip(change.changed, change.selected) {
///     print(tag, isSelected ? "on" : "off")
/// }
/// ```
public struct TagChange: Hashable, Sendable {
    /// The set's name.
    public var set: String
    /// The names of the tags that changed.
    public var changed: [String]
    /// The names of the tags that were already in the requested state.
    public var unchanged: [String]
    /// Whether each changed tag is selected now, in the order of `changed`.
    public var selected: [Bool] = []
}

/// The set that a method applies to.
///
/// ```swift
/// let chosen = try service.tags(in: .chosen)
/// let habits = try service.tags(in: .named("Habits"))
/// ```
public enum SetReference: Hashable, Sendable {
    /// The set that was chosen last.
    case chosen
    /// The set of a name, in any spelling with the same key.
    case named(String)
}

/// The effect of a command on the selection of a tag.
public enum SelectionAction: String, Sendable {
    /// Selects a tag that is not selected, and deselects one that is.
    case toggle
    /// Selects.
    case select
    /// Deselects.
    case deselect
}
