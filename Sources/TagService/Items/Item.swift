public import Foundation
internal import TagCore
internal import TextMeasurement

/// An object that has tags: a bookmark, note, file, day or saved selection.
///
/// ```swift
/// let saved = try service.selection.save(ItemDraft(title: "a quiet evening")).item
/// try service.selection.clear()
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
    /// The local day of an item without a location in a daily set, such as `2026-01-31`; `nil` for other items.
    public var day: String?
    /// The number of tags whose pairs are counted for suggestions: all of them, or the 256 rarest.
    public var pairedTags: Int
    /// The last check of the location; `nil` if it was never checked, or changed since.
    public var checked: LinkStatus?
    /// The tags that the last change removed or didn't add, because the item got others of their groups; empty unless it was just changed.
    public var displaced: [DisplacedTag] = []
}

/// The JSON representation of a page of items.
package struct ItemListDocument: Encodable {
    var items: [ItemDocument]
    var total: Int
    var facets: [ItemQuery.Facet]

    /// Creates the document of a page.
    ///
    /// - Parameters:
    ///   - page: the page.
    ///   - unpushed: the items whose tags changed since the last exchange with another program.
    package init(_ page: ItemQuery.Page, unpushed: Set<Int64> = []) {
        items = page.items.map { item in
            var document = ItemDocument(item)
            document.unpushed = unpushed.contains(item.id) ? true : nil
            return document
        }
        total = page.total
        facets = page.facets
    }
}

/// The JSON representation of an item; `location` and `note` are absent if they are empty.
package struct ItemDocument: Encodable {
    var id: Int64
    var set: String
    var title: String
    var location: String?
    var note: String?
    var tags: [String]
    var at: String?
    /// The local day of an item of a daily set; `nil` for other items.
    var day: String?
    /// The last check of the location; `nil` if it was never checked.
    var checked: LinkDocument?
    /// `true` if the tags changed since the last exchange with another program, else `nil`.
    package var unpushed: Bool?
    /// `true` if saving the item replaced a stored item, else `nil`.
    var replaced: Bool?
    /// The automatic rules that added tags; `nil` if there are none.
    var rules: [ItemRule]?
    /// The tags that others of their groups displaced; `nil` if there are none.
    var displaced: [DisplacedTag]?

    /// Creates the document of an item that was saved.
    package init(_ saved: SavedItem) {
        self.init(saved.item, isReplaced: saved.isReplaced)
        rules = saved.rules.isEmpty ? nil : saved.rules
    }

    /// Creates the document of an item.
    package init(_ item: Item, isReplaced: Bool = false) {
        id = item.id
        set = item.set
        title = item.title
        location = item.location
        note = item.note.isEmpty ? nil : item.note
        tags = item.tags
        at = item.timestamp
        day = item.day
        checked = item.checked.map(LinkDocument.init)
        replaced = isReplaced ? true : nil
        displaced = item.displaced.isEmpty ? nil : item.displaced
    }
}

/// The numbers of items that a list offers to begin with.
///
/// ```swift
/// let counts = try service.items.counts()
/// print("\(counts.untagged) of \(counts.all) items are untagged")
/// ```
public struct ItemCounts: Hashable, Sendable, Codable {
    /// The number of all items.
    public var all: Int
    /// The number of items without tags.
    public var untagged: Int
    /// The number of items with exactly one tag.
    public var single: Int
}

/// Titles and notes as they are stored.
///
/// Text from outside is never a reason to reject an item: characters that aren't safe to print become spaces, and long text is cut.
enum ItemText {
    /// The maximum length of a title in bytes of UTF-8.
    static let titleLimit = 1_000
    /// The maximum length of a note in bytes of UTF-8: 64 KiB.
    static let noteLimit = 64 << 10
    /// The maximum number of tags of an item.
    static let tagLimit = 20_000

    /// A text as it is stored, and how it differs from the given text.
    struct Stored: Hashable {
        var text: String
        /// Whether the given text was longer than the limit.
        var isCut = false
        /// Whether characters other than white space became spaces.
        var hasReplacements = false
    }

    /// Returns a title on one line, with white space collapsed.
    static func title(_ text: String) -> String { storedTitle(text).text }

    /// Returns a note with its lines, without white space at its end.
    static func note(_ text: String) -> String { storedNote(text).text }

    /// Returns a title as ``title(_:)`` does, and reports how it differs from the given text.
    static func storedTitle(_ text: String) -> Stored {
        let start = cut(text, to: 16 * titleLimit)
        let line = printable(start[...])
        let title = WhiteSpace.collapsedToBreaks(line)
        return Stored(
            text: WhiteSpace.collapsedToBreaks(cut(title, to: titleLimit)),
            isCut: title.utf8.count > titleLimit || start.utf8.count < text.utf8.count,
            hasReplacements: line != start && title != WhiteSpace.collapsedToBreaks(start))
    }

    /// Returns a note as ``note(_:)`` does, and reports how it differs from the given text.
    static func storedNote(_ text: String) -> Stored {
        let given = cut(text, to: noteLimit).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let lines = given.map(printable)
        let note = cut(lines.joined(separator: "\n"), to: noteLimit)
        let end = note.lastIndex { !$0.isWhitespace }
        return Stored(
            text: end.map { String(note[...$0]) } ?? "", isCut: text.utf8.count > noteLimit,
            hasReplacements: zip(given, lines).contains { $0 != $1 && $0.replacing("\t", with: " ") != $1 })
    }

    /// Returns a line with each character that isn't safe to print replaced by a space.
    private static func printable(_ line: Substring) -> String {
        guard CheckedName.problem(of: String(line), limit: .max) != nil else { return String(line) }
        return String(
            line.map { character in
                character == "\t" || CheckedName.problem(of: String(character), limit: .max) != nil ? " " : character
            })
    }

    /// Returns the characters that fit into a number of bytes of UTF-8.
    static func cut(_ text: String, to limit: Int) -> String {
        guard text.utf8.count > limit else { return text }
        var end = text.startIndex
        var left = limit
        for index in text.indices {
            left -= text[index].utf8.count
            if left < 0 { break }
            end = text.index(after: index)
        }
        return String(text[..<end])
    }
}

extension Character { fileprivate var utf8: String.UTF8View { String(self).utf8 } }
