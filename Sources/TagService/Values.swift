public import Foundation

/// A set and what it holds, in numbers.
public struct TagSetSummary: Hashable, Sendable, Codable {
    /// The set's name.
    public var set: String
    /// How many tags it has.
    public var tags: Int
    /// How many of them are selected.
    public var selected: Int
    /// How many saved selections belong to it.
    public var saved: Int
    /// Whether it is the one that commands use where none is named.
    public var chosen: Bool
}

/// A tag and where it is used.
public struct TagInfo: Hashable, Sendable, Codable {
    /// The tag's name.
    public var tag: String
    /// The names of its aliases, oldest first.
    public var aliases: [String]
    /// How many saved selections hold it, and how often it was used elsewhere, as imports said.
    public var uses: Int
    /// How many sets hold it.
    public var sets: Int
}

/// Tags that were chosen together.
public struct SavedSelection: Hashable, Sendable {
    /// The number by which `restore` and `forget` name it.
    public var id: Int64
    /// The set that it belongs to.
    public var set: String
    /// The label that it was saved with, which may be empty.
    public var label: String
    /// When it was saved; `nil` where an import did not say.
    public var savedAt: Date?
    /// The names of its tags.
    public var tags: [String]
    /// Of how many of its tags the pairs teach suggestions: of all, or of very many of the 256 rarest.
    public var pairedTags: Int
}

/// What a command did to a selection or a set.
public struct TagChange: Hashable, Sendable {
    /// The set's name.
    public var set: String
    /// The tags that the command changed, by name.
    public var changed: [String]
    /// The tags that were already as the command wanted them.
    public var unchanged: [String]
    /// Whether each changed tag is selected now, in the order of `changed`.
    public var selected: [Bool] = []
}

/// Which set a method is about.
public enum SetReference: Hashable, Sendable {
    /// The set last chosen.
    case chosen
    /// The set of this name, in any spelling that has its key.
    case named(String)
}
