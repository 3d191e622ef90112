public import Foundation

/// An object that has tags: a bookmark, note, file, day or saved selection.
///
/// ```swift
/// let saved = try service.selection.save(ItemDraft(title: "a quiet evening")).item
/// _ = try service.selection.clear()
/// let restored = try service.items.restore(saved.id)
/// ```
public struct Item: Hashable, Sendable {
    /// The identifier.
    public var id: Int64
    /// The name of the set that contains the item.
    public var set: String
    /// The title, which may be empty.
    public var title: String
    /// When the item was saved; `nil` if it was imported without a time.
    public var savedAt: Date?
    /// When the item was saved, as an RFC 3339 time in UTC with millisecond precision.
    public var timestamp: String? { savedAt.map { Timestamp.text(Int64(clamping: $0.timeIntervalSince1970 * 1_000)) } }
    /// When a field last changed; `nil` if none changed since the item was saved.
    public var modifiedAt: Date?
    /// When a field last changed or else the item was saved, as an RFC 3339 time in UTC; `nil` if both are unknown.
    public var modificationTimestamp: String? {
        (modifiedAt ?? savedAt).map { Timestamp.text(Int64(clamping: $0.timeIntervalSince1970 * 1_000)) }
    }
    /// The names of the tags; empty for an untagged item.
    public var tags: [String]
    /// The URL or path of the item, unique within its set; `nil` if it has none.
    public var location: String?
    /// The user's description, which may be empty.
    public var note: String
    /// The number of tags whose pairs are counted for suggestions: all of them, or the 256 rarest.
    public var pairedTags: Int
}
