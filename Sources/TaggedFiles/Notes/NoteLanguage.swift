/// The markup language of a note.
///
/// ```swift
/// NoteLanguage(path: "notes/trip.org")  // .org
/// NoteLanguage(path: "photo.jpg")  // nil
/// ```
package enum NoteLanguage: String, Hashable, Sendable, CaseIterable {
    /// Markdown with YAML front matter.
    case markdown
    /// Markdown with JSX; its imports, exports and comments can't contain tags.
    case mdx
    /// Org mode, with `#+filetags:` and tags of headings.
    case org
    /// Plain text with `#tags`.
    case plainText

    /// Infers the language from the extension of a file name, or returns nil.
    package init?(path: String) {
        let name = path.lowercased()
        let found = Self.allCases.first { $0.endings.contains { name.hasSuffix($0) } }
        guard let found else { return nil }
        self = found
    }

    /// The lowercase extensions of files in the language, with a dot.
    package var endings: [String] {
        switch self {
        case .markdown: [".md", ".markdown", ".mdown", ".mkd"]
        case .mdx: [".mdx"]
        case .org: [".org"]
        case .plainText: [".txt"]
        }
    }
}
