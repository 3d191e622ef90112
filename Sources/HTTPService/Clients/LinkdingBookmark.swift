internal import JSON
internal import TagService

/// An item as linkding's clients see it.
///
/// ```
/// {"date_added":"2026-01-31T08:30:00Z","description":"a note","id":12,"is_archived":false,
///  "tag_names":["deep-learning"],"title":"Swift","unread":false,"url":"https://swift.org/", …}
/// ```
enum LinkdingBookmark {
    /// The time of an item, tag or view whose time isn't known.
    static let unknownTime = "1970-01-01T00:00:00Z"

    /// Returns an item as JSON.
    static func value(_ item: Item, _ items: ClientItems) -> JSONValue {
        let url = items.url(of: item)
        let added = item.timestamp ?? unknownTime
        let note = LinkdingNote(item.note)
        return [
            "id": .integer(item.id), "url": .string(url), "title": .string(item.title),
            "description": .string(note.description), "notes": .string(note.notes),
            "web_archive_snapshot_url": .string(archive(of: url, added)), "favicon_url": .null,
            "preview_image_url": .null, "is_archived": .boolean(items.has(\.archived, item)),
            "unread": .boolean(items.has(\.unread, item)), "shared": false,
            "tag_names": .list(items.tags(of: item).map(JSONValue.string)), "date_added": .string(added),
            "date_modified": .string(item.modificationTimestamp ?? unknownTime), "website_title": .null,
            "website_description": .null,
        ]
    }

    /// Returns the address of the Internet Archive's copy nearest to a time; empty for an item that isn't a web page.
    private static func archive(of url: String, _ time: String) -> String {
        guard TagService.isWebAddress(url) else { return "" }
        return "https://web.archive.org/web/\(time.prefix(19).filter(\.isNumber))/\(url)"
    }

    static let schema = JSONSchema.object([
        .init(name: "id", schema: .integer), .init(name: "url", schema: .string), .init(name: "title", schema: .string),
        .init(name: "description", schema: .string, summary: "The note."),
        .init(name: "notes", schema: .string, summary: "The part of the note after its first line '---'."),
        .init(name: "web_archive_snapshot_url", schema: .string),
        .init(name: "favicon_url", schema: .optional(.string)),
        .init(name: "preview_image_url", schema: .optional(.string)), .init(name: "is_archived", schema: .boolean),
        .init(name: "unread", schema: .boolean), .init(name: "shared", schema: .boolean, summary: "Always false."),
        .init(name: "tag_names", schema: .list(.string)), .init(name: "date_added", schema: .time),
        .init(name: "date_modified", schema: .time), .init(name: "website_title", schema: .optional(.string)),
        .init(name: "website_description", schema: .optional(.string)),
    ])
}
