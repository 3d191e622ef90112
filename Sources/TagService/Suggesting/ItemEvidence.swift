internal import TagCore

/// The evidence for the tags of an item: its title, location, note and text.
///
/// ```swift
/// let evidence = ItemEvidence(title: "Swift", location: "https://example.org/language")
/// let tags = try service.suggestions(for: SuggestionQuery(title: evidence.lines))
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

    /// The evidence as one text whose first line is the title.
    public var lines: String {
        let parts = [title, note, location.map(SearchText.withoutScheme) ?? "", text]
        return parts.filter { !$0.isEmpty }.joined(separator: "\n")
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
            (title, .title, ItemText.titleLimit),
            (location ?? "", .location, CheckedName.locationLimit),
            (note, .note, ItemText.noteLimit),
            (text, .text, SuggestionQuery.maximumText),
        ]
        for part in parts where part.text.utf8.count > part.limit {
            throw .invalidName(part.text, of: part.kind, .tooLong(limit: part.limit))
        }
    }
}
