internal import JSON
internal import JSONRPC
internal import TaggedFiles

/// A note that is open in the editor.
struct OpenDocument: Sendable {
    /// Its address, as the client writes it.
    let address: String
    /// Its file; `nil` for one that is not saved yet.
    let path: String?
    let language: NoteLanguage
    var version: Int
    var text: EditedText

    /// A document that the client opens; `nil` for one that is no note.
    init?(_ item: JSONValue?) {
        guard let address = item?["uri"]?.string, let text = item?["text"]?.string else {
            return nil
        }
        let path = FileAddress.path(of: address)
        guard let language = Self.language(item?["languageId"]?.string ?? "", path ?? address)
        else { return nil }
        self.address = address
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

    /// The tags of the text; none where it cannot be read.
    var note: Note? { try? Note(file: text.bytes, language) }

    /// Takes the changes of a notification, in their order.
    mutating func change(_ changes: [JSONValue], version: Int?, in encoding: PositionEncoding) {
        for change in changes {
            guard let text = change["text"]?.string else { continue }
            if let start = TextPosition(change["range"]?["start"]),
                let end = TextPosition(change["range"]?["end"])
            {
                self.text.replace(start, end, with: text, in: encoding)
            } else if change["range"] == nil {
                self.text = EditedText(text)
            }
        }
        if let version { self.version = version }
    }
}
