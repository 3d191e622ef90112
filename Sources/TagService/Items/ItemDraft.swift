public import Foundation
internal import TagStore

/// The given fields of an item to save.
///
/// If the set has an item at the location, it is replaced: fields that are `nil` keep the stored values.
///
/// ```swift
/// let draft = ItemDraft(title: "Swift", location: "https://swift.org/", tags: ["language"])
/// let saved = try service.items.save(draft)
/// print(saved.item.id, saved.isReplaced)
/// ```
public struct ItemDraft: Hashable, Sendable {
    /// The title; unprintable characters become spaces, and text beyond 1,000 bytes of UTF-8 is cut.
    public var title: String?
    /// The URL or path, up to 4,000 bytes of UTF-8.
    public var location: String?
    /// The user's description, up to 64 KiB of UTF-8.
    public var note: String?
    /// The text of the item, such as that of a page or note, as evidence for suggestions; it isn't stored.
    public var text: String?
    /// The tags by name, key or alias, at most 20,000; tags that don't exist are created.
    public var tags: [String]?
    /// When the item was saved; `nil` means now for a new item.
    public var savedAt: Date?

    /// Creates a draft.
    public init(
        title: String? = nil, location: String? = nil, note: String? = nil, text: String? = nil, tags: [String]? = nil,
        savedAt: Date? = nil
    ) {
        self.title = title
        self.location = location
        self.note = note
        self.text = text
        self.tags = tags
        self.savedAt = savedAt
    }
}

/// An item that was saved.
public struct SavedItem: Hashable, Sendable {
    /// The item.
    public var item: Item
    /// Whether the set already had an item at the location, or a daily set one of the day.
    public var isReplaced: Bool
    /// The tags that the item had before, if it lost any of them.
    public var formerTags: [String] = []
    /// The automatic rules that added tags; empty for an item that was replaced.
    public var rules: [ItemRule] = []
}

/// Changes of an item's fields; fields that are `nil` stay as they are.
///
/// ```swift
/// try service.items.edit(12, with: ItemEdit(title: "Swift.org", added: ["language"]))
/// ```
public struct ItemEdit: Hashable, Sendable {
    /// The new title.
    public var title: String?
    /// The new location; an empty text removes it.
    public var location: String?
    /// Whether the item takes the location that it has moved to, as the last check found; then ``location`` is `nil`.
    public var followsMove = false
    /// The new note; an empty text removes it.
    public var note: String?
    /// The new time.
    public var savedAt: Date?
    /// All tags of the item, which replace its present tags.
    public var tags: [String]?
    /// Tags to add.
    public var added: [String]
    /// Tags to remove; tags that the item doesn't have are ignored.
    public var removed: [String]
    /// Whether the item was reviewed, so that a review doesn't offer it again.
    public var isReviewed: Bool?

    /// Creates an edit.
    public init(
        title: String? = nil, location: String? = nil, note: String? = nil, savedAt: Date? = nil, tags: [String]? = nil,
        added: [String] = [], removed: [String] = [], isReviewed: Bool? = nil
    ) {
        self.title = title
        self.location = location
        self.note = note
        self.savedAt = savedAt
        self.tags = tags
        self.added = added
        self.removed = removed
        self.isReviewed = isReviewed
    }
}

/// A draft of an item whose fields are valid.
struct CheckedDraft {
    let title: String?
    let location: String?
    let note: String?
    let text: String?
    let tags: [CheckedName]?
    /// Milliseconds since 1970.
    let savedAt: Int64?

    /// Validates a draft.
    ///
    /// - Parameters:
    ///   - draft: the draft.
    ///   - past: converts a time to milliseconds since 1970; throws if it is in the future.
    /// - Throws: `TagServiceError` for an invalid tag, location, note or time.
    init(_ draft: ItemDraft, past: (Date) throws(TagServiceError) -> Int64) throws(TagServiceError) {
        title = draft.title.map(ItemText.title)
        location = try draft.location.map { text throws(TagServiceError) in try CheckedName.location(text) }
        note = try draft.note.map(Self.note)
        text = draft.text
        tags = try draft.tags?.map { name throws(TagServiceError) in try CheckedName(name, of: .tag(nil)) }
        savedAt = try draft.savedAt.map(past)
    }

    /// Returns a note as it is stored.
    ///
    /// - Throws: `TagServiceError.invalidName` if it is longer than 64 KiB.
    static func note(_ text: String) throws(TagServiceError) -> String {
        guard text.utf8.count <= ItemText.noteLimit else {
            throw .invalidName(text, of: .note, .tooLong(limit: ItemText.noteLimit))
        }
        return ItemText.note(text)
    }

    /// Returns the fields for the store.
    func fields(inSet setID: Int64, tagIDs: [Int64]?) -> ItemFields {
        var fields = ItemFields(
            setID: setID, title: title, savedAt: savedAt, tagIDs: tagIDs.map { PackedTagIDs($0) }, location: location,
            note: note, text: text)
        fields.givenTagIDs = tagIDs
        return fields
    }
}
