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

/// A tag with its aliases and uses.
public struct TagInfo: Hashable, Sendable, Codable {
    /// The tag's name.
    public var tag: String
    /// The names of its aliases, oldest first.
    public var aliases: [String]
    /// The number of items with this tag, plus its uses elsewhere as reported by imports.
    public var uses: Int
    /// The number of sets that contain it.
    public var sets: Int
}

/// An object that has tags: a bookmark, note, file, day or saved selection.
///
/// ```swift
/// let saved = try service.save(title: "a quiet evening")
/// _ = try service.clear()
/// let restored = try service.restoreItem(saved.id)
/// ```
public struct Item: Hashable, Sendable {
    /// Its identifier.
    public var id: Int64
    /// The name of its set.
    public var set: String
    /// Its title, which may be empty.
    public var title: String
    /// When it was saved; `nil` if it was imported without a time.
    public var savedAt: Date?
    /// When it was saved, as an RFC 3339 time in UTC with millisecond precision.
    public var timestamp: String? {
        savedAt.map { Timestamp.text(Int64(clamping: $0.timeIntervalSince1970 * 1_000)) }
    }
    /// The names of its tags.
    public var tags: [String]
    /// The URL or path of the item, unique within its set; `nil` if it has none.
    public var location: String?
    /// The number of its tags whose pairs are counted for suggestions: all of them, or the 256 rarest.
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
    /// The set with a name, in any spelling with the same key.
    case named(String)
}

/// The effect of a command on the selection of a tag.
public enum SelectionAction: String, Sendable {
    /// Selects a tag that isn't selected, and deselects a tag that is.
    case toggle
    /// Selects the tag.
    case select
    /// Deselects the tag.
    case deselect
}
