/// What a note is written in.
package enum NoteLanguage: String, Hashable, Sendable, CaseIterable {
    /// Markdown with front matter in YAML.
    case markdown
    /// Markdown with components; what it imports and exports, and its comments, have no tags.
    case mdx
    /// Org: `#+filetags:` and the tags of headings.
    case org
    /// Text in which nothing but `#tags` has a meaning.
    case plainText

    /// The language of a file, by the ending of its name.
    package init?(path: String) {
        let name = path.lowercased()
        let found = Self.allCases.first { $0.endings.contains { name.hasSuffix($0) } }
        guard let found else { return nil }
        self = found
    }

    /// The endings of files in the language, in small letters.
    package var endings: [String] {
        switch self {
        case .markdown: [".md", ".markdown", ".mdown", ".mkd"]
        case .mdx: [".mdx"]
        case .org: [".org"]
        case .plainText: [".txt"]
        }
    }
}
