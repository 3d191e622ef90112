internal import Foundation
internal import JSON
internal import TagService

/// The fields of a bookmark in a request of one of linkding's clients; unknown fields are ignored.
///
/// ```
/// {"url": "https://swift.org/", "tag_names": ["swift"], "notes": "read again", "unread": true}
/// ```
struct LinkdingFields {
    private let fields: RequestFields

    init(_ fields: RequestFields) { self.fields = fields }

    /// Returns the URL.
    ///
    /// - Throws: a problem with status 422 if it is missing or empty.
    func url() throws -> String {
        guard let url = try optionalURL() else {
            throw Problem.field("/url", "This field is required; send the address of the page.")
        }
        return url
    }

    /// Returns the URL; `nil` if it is missing.
    func optionalURL() throws -> String? {
        guard let url = try fields.optionalString("url") else { return nil }
        guard url.contains(where: { !$0.isWhitespace }) else {
            throw Problem.field("/url", "This field may not be blank; send the address of the page.")
        }
        return url
    }

    /// Returns the draft of a new bookmark, or of one that replaces an item.
    func draft(at url: String, over old: Item?, _ items: ClientItems, _ service: TagService) throws -> ItemDraft {
        ItemDraft(
            // Clients send an empty title for the server to find one.
            title: try nonempty("title"), location: url, note: try note(over: old, keepsEmpty: true),
            tags: try tags(of: old, items), savedAt: try time())
    }

    /// Returns the change of an item.
    func edit(of old: Item, _ items: ClientItems, url: String?) throws -> ItemEdit {
        ItemEdit(
            title: try fields.optionalString("title"), location: url.flatMap { items.location($0, of: old) },
            note: try note(over: old, keepsEmpty: false), savedAt: try time(), tags: try tags(of: old, items))
    }

    private func tags(of old: Item?, _ items: ClientItems) throws -> [String]? {
        // Accepted, and always false.
        _ = try fields.flag("shared")
        return try items.tags(
            named: fields.has("tag_names") ? fields.strings("tag_names") : nil, isUnread: flag("unread"),
            isArchived: flag("is_archived"), of: old)
    }

    /// Returns the note: the description, then the notes after a blank line; `nil` if it stays.
    private func note(over old: Item?, keepsEmpty: Bool) throws -> String? {
        let description = try keepsEmpty ? nonempty("description") : fields.optionalString("description")
        guard let notes = try nonempty("notes") else { return description }
        let note = description ?? old?.note ?? ""
        // A client that repeats the request doesn't append the notes again.
        guard description != nil || !(note == notes || note.hasSuffix("\n\n\(notes)")) else { return nil }
        return note.isEmpty ? notes : "\(note)\n\n\(notes)"
    }

    private func nonempty(_ name: String) throws -> String? {
        try fields.optionalString(name).flatMap { $0.isEmpty ? nil : $0 }
    }

    private func flag(_ name: String) throws -> Bool? { try fields.has(name) ? fields.flag(name) : nil }

    private func time() throws -> Date? {
        guard let text = try nonempty("date_added") else { return nil }
        guard let time = WrittenTime.date(text, zone: .utc) else {
            throw Problem.field("/date_added", "'date_added' must be a time such as 2026-01-31T08:30:00Z")
        }
        return time
    }
}
