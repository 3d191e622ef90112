internal import JSON
internal import TaggedFiles

/// A note that is open in the editor.
///
/// ```swift
/// let document = OpenDocument([
///     "uri": "file:///notes/a.md", "languageId": "markdown", "version": 1, "text": "#swift",
/// ])
/// document?.note?.names  // ["swift"]
/// ```
struct OpenDocument: Sendable {
    /// The URI as sent by the client.
    let uri: String
    /// The path of the file, or nil for a document that isn't saved yet.
    let path: String?
    let language: NoteLanguage
    var version: Int
    var text: EditedText

    /// Creates a document from an LSP `TextDocumentItem`, or nil if it isn't a note.
    init?(_ item: JSONValue?) {
        guard let uri = item?["uri"]?.string, let text = item?["text"]?.string else { return nil }
        let path = FileURI.path(of: uri)
        guard let language = Self.language(item?["languageId"]?.string ?? "", path ?? uri) else { return nil }
        self.uri = uri
        self.path = path
        self.language = language
        version = item?["version"]?.integer ?? 0
        self.text = EditedText(text)
    }

    private static func language(_ name: String, _ path: String) -> NoteLanguage? {
        switch name.lowercased() {
        case "mdx", "markdown.mdx": .mdx
        case "markdown", "md", "pandoc", "vimwiki", "quarto", "rmd", "telekasten", "gfm":
            path.lowercased().hasSuffix(".mdx") ? .mdx : .markdown
        case "org", "orgmode", "org-mode": .org
        case "plaintext", "text", "txt": NoteLanguage(path: path) ?? .plainText
        case "": NoteLanguage(path: path)
        default: nil
        }
    }

    /// The parsed note.
    // Only invalid UTF-8 throws, and the text is valid because it comes from JSON.
    var note: Note? { try? Note(file: text.bytes, language) }

    /// Applies the changes of a notification in order.
    mutating func change(_ changes: [JSONValue], version: Int?, in encoding: PositionEncoding) {
        for change in changes {
            guard let text = change["text"]?.string else { continue }
            if let start = TextPosition(change["range"]?["start"]), let end = TextPosition(change["range"]?["end"]) {
                self.text.replace(start, end, with: text, in: encoding)
            } else if change["range"] == nil {
                self.text = EditedText(text)
            }
        }
        if let version { self.version = version }
    }
}
