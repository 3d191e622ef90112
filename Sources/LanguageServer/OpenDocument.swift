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

/// A zero-based position in a text.
package struct TextPosition: Hashable, Sendable {
    /// The line number, from 0.
    package var line: Int
    /// The number of code units before the position in its line, in the negotiated encoding.
    package var character: Int

    /// Creates a position.
    package init(line: Int, character: Int) {
        self.line = line
        self.character = character
    }

    init?(_ value: JSONValue?) {
        guard let line = value?["line"]?.integer, let character = value?["character"]?.integer else { return nil }
        self.init(line: line, character: character)
    }

    var value: JSONValue { ["line": .integer(Int64(line)), "character": .integer(Int64(character))] }
}

/// The unit of a position's `character`.
///
/// ```swift
/// let text = EditedText("üß😀 #swift")
/// text.position(of: 9, in: .utf8).character  // 9
/// text.position(of: 9, in: .utf16).character  // 5
/// ```
package enum PositionEncoding: String, Hashable, Sendable, CaseIterable {
    /// Code units of UTF-8: bytes.
    case utf8 = "utf-8"
    /// Code units of UTF-16, which every client supports.
    case utf16 = "utf-16"
}

/// The text of a document that an editor changes incrementally.
///
/// A line ends with U+000A, U+000D or both. A position past the end of a line or of the text, or inside a character, is
/// moved back to the nearest valid position.
///
/// ```swift
/// var text = EditedText("#swfit")
/// let start = TextPosition(line: 0, character: 1)
/// let end = TextPosition(line: 0, character: 6)
/// text.replace(start, end, with: "swift", in: .utf16)
/// ```
package struct EditedText: Hashable, Sendable {
    /// The text in UTF-8.
    package private(set) var bytes: [UInt8]
    /// The offset of each line.
    private var starts: [Int]

    /// Creates a document with a text.
    ///
    /// - Complexity: Linear in the length of the text.
    package init(_ text: String) { self.init(Array(text.utf8)) }

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        starts = [0] + Self.starts(in: bytes, 0..<bytes.count)
    }

    /// Returns the offsets after each line end in the range.
    private static func starts(in bytes: [UInt8], _ range: Range<Int>) -> [Int] {
        var starts: [Int] = []
        for offset in range {
            let byte = bytes[offset]
            let isPair = byte == 0x0D && offset + 1 < bytes.count && bytes[offset + 1] == 0x0A
            if byte == 0x0A || byte == 0x0D && !isPair { starts.append(offset + 1) }
        }
        return starts
    }

    /// Replaces the text between two positions.
    ///
    /// - Complexity: Linear in the number of bytes and lines after the range.
    package mutating func replace(
        _ start: TextPosition, _ end: TextPosition, with text: String, in encoding: PositionEncoding
    ) {
        let first = offset(of: start, in: encoding)
        replace(first..<max(first, offset(of: end, in: encoding)), with: Array(text.utf8))
    }

    private mutating func replace(_ range: Range<Int>, with text: [UInt8]) {
        // Adjacent line ends may merge or split: U+000D followed by U+000A is a single line end.
        let first = max(0, line(of: range.lowerBound) - 1)
        let last = line(of: range.upperBound) + 2
        let delta = text.count - range.count
        bytes.replaceSubrange(range, with: text)
        let end = last < starts.count ? starts[last] + delta : bytes.count
        let found = Self.starts(in: bytes, starts[first]..<end).filter { $0 < end }
        let rest = starts[min(last, starts.count)...].map { $0 + delta }
        let isEndOfLine = last >= starts.count && Self.endsLine(bytes)
        starts = Array(starts[...first]) + found + (isEndOfLine ? [bytes.count] : []) + rest
    }

    private static func endsLine(_ bytes: [UInt8]) -> Bool { bytes.last == 0x0A || bytes.last == 0x0D }

    /// Returns the line that contains an offset.
    private func line(of offset: Int) -> Int {
        var (low, high) = (0, starts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        return low
    }

    /// Returns the range of a line without its line end.
    private func content(ofLine line: Int) -> Range<Int> {
        let start = starts[line]
        var end = line + 1 < starts.count ? starts[line + 1] : bytes.count
        while end > start, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
        return start..<end
    }

    /// Returns the offset of a position in bytes.
    ///
    /// - Complexity: Linear in the length of the line.
    package func offset(of position: TextPosition, in encoding: PositionEncoding) -> Int {
        guard position.line >= 0 else { return 0 }
        guard position.line < starts.count else { return bytes.count }
        let line = content(ofLine: position.line)
        switch encoding {
        case .utf8:
            var offset = line.lowerBound + min(max(0, position.character), line.count)
            while offset > line.lowerBound, offset < line.upperBound, bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
            return offset
        case .utf16:
            var (offset, rest) = (line.lowerBound, position.character)
            while offset < line.upperBound, rest > 0 {
                let lead = bytes[offset]
                rest -= lead >= 0xF0 ? 2 : 1
                if rest < 0 { break }
                offset += lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1
            }
            return min(offset, line.upperBound)
        }
    }

    /// Returns the position of an offset.
    ///
    /// - Complexity: Linear in the length of the line, plus logarithmic in the number of lines.
    package func position(of offset: Int, in encoding: PositionEncoding) -> TextPosition {
        var positions = AscendingPositions(self, encoding)
        return positions.next(offset)
    }

    /// Returns an LSP `Range`.
    func value(of range: Range<Int>, in encoding: PositionEncoding) -> JSONValue {
        var positions = AscendingPositions(self, encoding)
        return positions.value(of: range)
    }

    /// Returns the line that contains an offset, and the offset of the line.
    fileprivate func lineStart(of offset: Int) -> (line: Int, start: Int) {
        let line = line(of: offset)
        return (line, starts[line])
    }
}

/// A converter from offsets to positions that takes linear time overall if the offsets are ascending.
struct AscendingPositions {
    private let text: EditedText
    private let encoding: PositionEncoding
    private var last = TextPosition(line: 0, character: 0)
    private var lastOffset = 0

    init(_ text: EditedText, _ encoding: PositionEncoding) {
        self.text = text
        self.encoding = encoding
    }

    /// Returns the position of an offset; an offset outside the text is moved to its nearest end.
    mutating func next(_ offset: Int) -> TextPosition {
        let offset = min(max(0, offset), text.bytes.count)
        let (line, start) = text.lineStart(of: offset)
        if line != last.line || offset < lastOffset {
            (last, lastOffset) = (TextPosition(line: line, character: 0), start)
        }
        let between = text.bytes[lastOffset..<offset]
        switch encoding {
        case .utf8: last.character += between.count
        case .utf16: last.character += between.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : $1 >= 0xF0 ? 2 : 1) }
        }
        lastOffset = offset
        return last
    }

    /// Returns an LSP `Range`.
    mutating func value(of range: Range<Int>) -> JSONValue {
        ["start": next(range.lowerBound).value, "end": next(range.upperBound).value]
    }
}
