internal import Foundation
internal import JSON
internal import TagService

/// The fields of a bookmark in a request of one of linkding's clients; unknown fields are ignored.
///
/// ```
/// {"url": "https://swift.org/", "tag_names": ["swift"], "notes": "read again", "unread": true}
/// ```
struct LinkdingFields {
    private let call: Call

    init(_ call: Call) { self.call = call }

    /// The address in a request that must have one.
    static let url = Field.body(required: "url", .address)
    /// The address in a request that may omit it.
    static let newURL = Field.body("url", .address)
    private static let title = Field.body("title", .text)
    private static let description = Field.body("description", .text)
    private static let notes = Field.body("notes", .text)
    private static let isArchived = Field.body("is_archived", .flag)
    private static let isUnread = Field.body("unread", .flag)
    private static let isShared = Field.body("shared", .flag)
    private static let tagNames = Field.body("tag_names", .texts)
    private static let dateAdded = Field.body("date_added", .linkdingTime, default: nil)

    /// The fields of a request that saves or changes a bookmark.
    static func all(needsURL: Bool) -> [any RequestField] {
        [needsURL ? url : newURL, title, description, notes, isArchived, isUnread, isShared, tagNames, dateAdded]
    }

    /// Returns the draft of a new bookmark, or of one that replaces an item.
    func draft(at url: String, over old: Item?, _ items: ClientItems, _ service: TagService) throws -> ItemDraft {
        ItemDraft(
            // Clients send an empty title for the server to find one.
            title: try nonempty(Self.title), location: url, note: try note(over: old, keepsEmpty: true),
            tags: try tags(of: old, items), savedAt: try call[Self.dateAdded])
    }

    /// Returns the change of an item.
    func edit(of old: Item, _ items: ClientItems, url: String?) throws -> ItemEdit {
        ItemEdit(
            title: try call[Self.title], location: url.flatMap { items.location($0, of: old) },
            note: try note(over: old, keepsEmpty: false), savedAt: try call[Self.dateAdded],
            tags: try tags(of: old, items))
    }

    private func tags(of old: Item?, _ items: ClientItems) throws -> [String]? {
        // Accepted, and always false.
        _ = try call[Self.isShared]
        return try items.tags(
            named: call[Self.tagNames], isUnread: call[Self.isUnread], isArchived: call[Self.isArchived], of: old)
    }

    /// Returns the note: the description, then the notes after a blank line; `nil` if it stays.
    private func note(over old: Item?, keepsEmpty: Bool) throws -> String? {
        let description = try keepsEmpty ? nonempty(Self.description) : call[Self.description]
        guard let notes = try nonempty(Self.notes) else { return description }
        let note = description ?? old?.note ?? ""
        // A client that repeats the request doesn't append the notes again.
        guard description != nil || !(note == notes || note.hasSuffix("\n\n\(notes)")) else { return nil }
        return note.isEmpty ? notes : "\(note)\n\n\(notes)"
    }

    private func nonempty(_ field: Field<String?>) throws -> String? {
        try call[field].flatMap { $0.isEmpty ? nil : $0 }
    }
}

extension FieldType where Value == String {
    /// The address of a page.
    fileprivate static var address: Self {
        let missing = InvalidValue.message("This field is required; send the address of the page.")
        return Self(.string, "a string", missing: missing) { input in
            guard let url = input.string else { return nil }
            guard url.contains(where: { !$0.isWhitespace }) else {
                throw InvalidValue.message("This field may not be blank; send the address of the page.")
            }
            return url
        }
    }
}

extension FieldType where Value == Date? {
    /// A time; an empty text is none.
    fileprivate static var linkdingTime: Self {
        let time = FieldType<Date>.time(.time, example: "2026-01-31T08:30:00Z") { WrittenTime.date($0, zone: .utc) }
        return Self(time.schema, time.expectation) { input in
            if let text = input.string, text.isEmpty { return .some(nil) }
            return try time.parse(input).map(Optional.some)
        }
    }
}
