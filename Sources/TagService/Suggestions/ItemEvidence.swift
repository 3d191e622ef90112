internal import Suggestions
internal import TagCore

/// The evidence for the tags of an item: its title, location, note and text.
///
/// ```swift
/// let evidence = ItemEvidence(title: "Swift", location: "https://example.org/language")
/// let tags = try service.suggestions.find(for: SuggestionQuery(item: evidence))
/// ```
public struct ItemEvidence: Hashable, Sendable {
    /// The title.
    public var title: String
    /// The URL or path.
    public var location: String?
    /// The user's description.
    public var note: String
    /// The text of the page, note or file; bytes beyond 1 MB are ignored.
    public var text: String

    /// Creates evidence.
    public init(title: String = "", location: String? = nil, note: String = "", text: String = "") {
        self.title = title
        self.location = location
        self.note = note
        self.text = text
    }

    /// Creates evidence from a text whose first line is the title, unless it is longer than 1,000 bytes of UTF-8.
    public init(lines: String) {
        let lines = lines.drop(while: \.isWhitespace)
        let first = lines.prefix { !$0.isNewline }
        let hasTitle = first.utf8.count <= ItemText.titleLimit
        self.init(title: hasTitle ? String(first) : "", text: String(hasTitle ? lines[first.endIndex...] : lines))
    }

    /// Whether nothing is known.
    public var isEmpty: Bool { title.isEmpty && location?.isEmpty ?? true && note.isEmpty && text.isEmpty }

    /// Bounds the runs of combining marks in all parts.
    mutating func bound() {
        title = StreamSafeText.bounded(title)
        location = location.map(StreamSafeText.bounded)
        note = StreamSafeText.bounded(note)
        text = StreamSafeText.bounded(text)
    }

    /// The words of all parts.
    var words: ItemWords { ItemWords(title: title, location: location ?? "", note: note, text: text) }

    /// Returns what is asked about the item; `nil` if nothing is known.
    func question(to counts: StoredCounts) throws -> ItemQuestion? {
        guard !isEmpty else { return nil }
        let words = words
        return try ItemQuestion(words, names: NameSearch(words, in: counts.names), from: counts)
    }

    /// Checks the length of each part.
    ///
    /// The limits are 1,000 bytes of UTF-8 for the title, 4,000 bytes for the location, 64 KiB for the note and 1 MB
    /// for the text.
    ///
    /// - Throws: `TagServiceError.invalidName` for the first part that is too long.
    /// - Complexity: O(1).
    package func checkLengths() throws(TagServiceError) {
        let parts: [(text: String, kind: NamedItem, limit: Int)] = [
            (title, .title, ItemText.titleLimit), (location ?? "", .location, CheckedName.locationLimit),
            (note, .note, ItemText.noteLimit), (text, .text, SuggestionQuery.maximumText),
        ]
        for part in parts where part.text.utf8.count > part.limit {
            throw .invalidName(part.text, of: part.kind, .tooLong(limit: part.limit))
        }
    }
}
