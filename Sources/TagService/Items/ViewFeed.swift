public import Foundation

/// The newest items of a view as people outside may see them: title, location, note, tags and time.
///
/// ```swift
/// let feed = try service.items.feed(ofView: "to read")
/// print(feed.entries.map(\.title))
/// ```
public struct ViewFeed: Hashable, Sendable {
    /// The maximum number of items.
    public static let limit = 100
    /// The maximum length of a note in bytes of UTF-8; a longer note ends with an ellipsis.
    static let noteLimit = 10_000
    /// The maximum number of tags of an item.
    static let tagLimit = 100

    /// A permanent identifier as a URN, which stays the same if the view is renamed or its address changes.
    public var id: String
    /// The name of the view.
    public var title: String
    /// The time of the newest item as an RFC 3339 time in UTC; the start of 1970 if no item has a time.
    public var updated: String
    /// The items, newest first.
    public var entries: [Entry]

    /// An item.
    public struct Entry: Hashable, Sendable {
        /// A permanent identifier as a URN, which reveals no number.
        public var id: String
        /// The title or, without one, the location, the beginning of the note, the day or the tags.
        public var title: String
        /// The location; `nil` if the item has none.
        public var location: String?
        /// The note, which may be empty or cut.
        public var note: String
        /// The names of the tags.
        public var tags: [String]
        /// When the item was saved; `nil` if that isn't known.
        public var savedAt: Date?
        /// When the item was saved, as an RFC 3339 time in UTC.
        public var at: String?
        /// The local day of an item of a daily set, such as `2026-01-31`; `nil` for other items.
        public var day: String?
    }

    /// Creates the feed of a view.
    ///
    /// - Parameters:
    ///   - view: the name of the view.
    ///   - viewID: the number of the view.
    ///   - items: the items, newest first.
    ///   - key: the random key of the database that identifiers are computed with.
    init(view: String, viewID: Int64, items: [Item], key: [UInt8]) {
        id = Self.identifier(of: "view \(viewID)", key)
        title = view
        entries = items.map { Entry($0, id: Self.identifier(of: "item \($0.id)", key)) }
        updated = entries.lazy.compactMap(\.at).first ?? Self.unknownTime
    }

    /// The time of an item whose time isn't known, in formats that require one.
    public static let unknownTime = "1970-01-01T00:00:00Z"

    /// Returns a UUID (RFC 9562, version 8) computed with a key.
    private static func identifier(of name: String, _ key: [UInt8]) -> String {
        var bytes = SHA256.digest(of: key + Array(name.utf8)).prefix(16).map(\.self)
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        let digits = bytes.map { byte in
            let text = String(byte, radix: 16)
            return text.utf8.count == 1 ? "0\(text)" : text
        }
        let groups = [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { digits[$0].joined() }
        return "urn:uuid:\(groups.joined(separator: "-"))"
    }
}

extension ViewFeed.Entry {
    init(_ item: Item, id: String) {
        self.id = id
        location = item.location
        let note = ItemText.cut(item.note, to: ViewFeed.noteLimit)
        self.note = note.utf8.count < item.note.utf8.count ? "\(note)…" : note
        tags = Array(item.tags.prefix(ViewFeed.tagLimit))
        savedAt = item.savedAt
        at = item.timestamp
        day = item.day
        title = Self.title(of: item)
    }

    private static func title(of item: Item) -> String {
        let line = item.note.split(whereSeparator: \.isNewline).first.map { ItemText.cut(String($0), to: 200) }
        let names = item.tags.prefix(10).joined(separator: ", ")
        return [item.title, item.location, line, item.day, names].compactMap(\.self).first { !$0.isEmpty } ?? "–"
    }
}
