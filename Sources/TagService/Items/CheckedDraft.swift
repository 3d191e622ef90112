internal import Foundation
internal import TagStore

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
        ItemFields(
            setID: setID, title: title, savedAt: savedAt, tagIDs: tagIDs.map { PackedTagIDs($0) }, location: location,
            note: note, text: text)
    }
}
