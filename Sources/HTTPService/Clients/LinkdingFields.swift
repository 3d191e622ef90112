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
    static let url = Field.body(required: "url", .linkdingName)
    /// The address in a request that may omit it.
    static let newURL = Field.body("url", .linkdingName)
    private static let title = Field.body("title", .linkdingText)
    private static let description = Field.body("description", .linkdingText)
    private static let notes = Field.body("notes", .linkdingText)
    private static let isArchived = Field.body("is_archived", .linkdingFlag)
    private static let isUnread = Field.body("unread", .linkdingFlag)
    private static let isShared = Field.body("shared", .linkdingFlag)
    private static let tagNames = Field.body("tag_names", .linkdingTexts)
    private static let dateAdded = Field.body("date_added", .linkdingTime, default: nil)

    /// The fields of a request that saves or changes a bookmark.
    static func all(needsURL: Bool) -> [any RequestField] {
        [needsURL ? url : newURL, title, description, notes, isArchived, isUnread, isShared, tagNames, dateAdded]
    }

    /// Throws a problem with status 422 for an address that is neither a URL nor the address of the item.
    static func check(_ url: String, of item: Item?, _ items: ClientItems) throws(Problem) {
        guard isURL(url) || item.map({ items.url(of: $0) == url }) == true else {
            throw .field("/\(Self.url.name)", "Enter a valid URL.")
        }
    }

    /// Returns whether a text is a URL with a host and a scheme that linkding accepts.
    static func isURL(_ text: String) -> Bool {
        guard let colon = text.firstRange(of: "://"), schemes.contains(text[..<colon.lowerBound].lowercased()) else {
            return false
        }
        let authority = text[colon.upperBound...].prefix { !"/?#".contains($0) }
        let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        return isHost(host) && !text.contains(where: \.isWhitespace)
    }

    /// Returns whether a text is a host with an optional port, such as `swift.org:8080` or `[::1]`.
    private static func isHost(_ text: Substring) -> Bool {
        var (host, port) = (text.prefix { $0 != ":" }, text.drop { $0 != ":" })
        if text.first == "[" {
            guard let end = text.firstIndex(of: "]") else { return false }
            (host, port) = (text[..<end].dropFirst(), text[end...].dropFirst())
            guard host.contains(":"), host.allSatisfy({ $0.isHexDigit || ":.".contains($0) }) else { return false }
        }
        guard host.contains(where: { $0.isLetter || $0.isNumber || $0 == ":" }),
            !host.contains(where: { "[]".contains($0) })
        else { return false }
        let digits = port.dropFirst()
        return port.isEmpty
            || port.first == ":" && digits.allSatisfy { $0.isASCII && $0.isNumber }
                && (digits.isEmpty || UInt16(digits) != nil)
    }

    private static let schemes: Set<String> = ["http", "https", "ftp", "ftps"]

    /// Returns the draft of a new bookmark, or of one that replaces an item, which stays in the archive or out of it.
    func draft(at url: String, over old: Item?, _ items: ClientItems) throws -> ItemDraft {
        ItemDraft(
            title: try call[Self.title], location: url, note: try note(over: old),
            tags: try tags(of: old, items, keepsArchive: old != nil), savedAt: try savedAt())
    }

    /// Returns the change of an item.
    func edit(of old: Item, _ items: ClientItems, url: String?, keepsArchive: Bool = false) throws -> ItemEdit {
        ItemEdit(
            title: try call[Self.title], location: url.flatMap { items.location($0, of: old) },
            note: try note(over: old), savedAt: try savedAt(),
            tags: try tags(of: old, items, keepsArchive: keepsArchive))
    }

    /// The time of the bookmark; a client whose clock is ahead means now.
    private func savedAt() throws -> Date? { try call[Self.dateAdded].map { min($0, Date()) } }

    private func tags(of old: Item?, _ items: ClientItems, keepsArchive: Bool) throws -> [String]? {
        // Accepted, and always false.
        _ = try call[Self.isShared]
        let isArchived = try call[Self.isArchived]
        return try items.tags(
            named: call[Self.tagNames], isUnread: call[Self.isUnread], isArchived: keepsArchive ? nil : isArchived,
            of: old)
    }

    /// Returns the note with the description and the notes of the request; `nil` if it stays.
    private func note(over old: Item?) throws -> String? {
        let (description, notes) = (try call[Self.description], try call[Self.notes])
        guard description != nil || notes != nil else { return nil }
        var note = LinkdingNote(old?.note ?? "")
        note.description = description ?? note.description
        note.notes = notes ?? note.notes
        return note.text
    }
}

extension FieldType where Value == Date? {
    /// A time in linkding's words; an empty text is none.
    fileprivate static var linkdingTime: Self {
        Self(.time, "a time such as 2026-01-31T08:30:00Z") { input in
            if let text = input.string, text.isEmpty { return .some(nil) }
            guard let time = input.string.flatMap({ WrittenTime.date($0, zone: .utc) }) else {
                throw InvalidValue.message(
                    "Datetime has wrong format. Use one of these formats instead: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z]."
                )
            }
            return time
        }
    }
}
