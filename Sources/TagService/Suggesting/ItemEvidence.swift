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
}
