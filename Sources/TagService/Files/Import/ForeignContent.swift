/// The kind of a file that can't be imported, recognized by its first bytes.
public enum ForeignContent: Hashable, Sendable, CaseIterable, CustomStringConvertible {
    case html
    case svg
    case xml
    case pdf
    case picture
    case archive
    case terminalText
    case drawnBoard
    case markdownNote
    case binary

    /// The content as a noun with its article: `an HTML page`.
    public var description: String {
        switch self {
        case .html: "an HTML page"
        case .svg: "an SVG picture"
        case .xml: "an XML document"
        case .pdf: "a PDF document"
        case .picture: "a picture"
        case .archive: "an archive"
        case .terminalText: "text with terminal colors"
        case .drawnBoard: "a board drawn as text"
        case .markdownNote: "a Markdown note"
        case .binary: "a binary file"
        }
    }

    /// Recognizes a file by its first bytes, or returns `nil` if it may contain lines of text.
    ///
    /// - Complexity: O(1); only the first 4,096 bytes are examined.
    public init?(_ bytes: [UInt8]) {
        let start = bytes.prefix(4_096)
        if let signature = Self.signatures.first(where: { start.starts(with: $0.bytes) }) {
            self = signature.content
            return
        }
        let text = String(decoding: start, as: UTF8.self)
        let lowered = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }.prefix(512).lowercased()
        if lowered.hasPrefix("<!doctype html") || lowered.hasPrefix("<html") {
            self = .html
        } else if lowered.hasPrefix("<svg") || lowered.hasPrefix("<?xml") && lowered.contains("<svg") {
            self = .svg
        } else if lowered.hasPrefix("<?xml") || lowered.hasPrefix("<!doctype") {
            self = .xml
        } else if start.contains(0) {
            self = .binary
        } else if text.contains("\u{1B}[") {
            self = .terminalText
        } else if Self.isDrawn(FileStart(bytes).lines) {
            self = .drawnBoard
        } else if Self.isNote(text) {
            self = .markdownNote
        } else {
            return nil
        }
    }

    private static let signatures: [(bytes: [UInt8], content: ForeignContent)] = [
        (Array("%PDF-".utf8), .pdf), ([0x89, 0x50, 0x4E, 0x47], .picture), ([0xFF, 0xD8, 0xFF], .picture),
        (Array("GIF8".utf8), .picture), ([0x50, 0x4B, 0x03, 0x04], .archive), ([0x1F, 0x8B], .archive),
    ]

    /// Returns whether the text is a board drawn by `export --format text`, with rows such as `( a
    /// ) (✓b )`, or by the REPL, with boxes.
    ///
    /// The last line may be the number of hidden chips.
    private static func isDrawn(_ lines: [Substring]) -> Bool {
        // The corner of a box.
        if let first = lines.first?.first, "╭┏".contains(first) { return true }
        let rows = lines.last.map(isCount) == true ? lines.dropLast() : lines[...]
        return !rows.isEmpty
            && rows.allSatisfy { line in
                // Centered lines start with spaces.
                let row = line.drop { $0 == " " }
                return (row.hasPrefix("( ") || row.hasPrefix("(✓")) && row.hasSuffix(")")
            }
    }

    private static func isCount(_ line: Substring) -> Bool { line.hasPrefix("… and ") && line.hasSuffix(" more") }

    /// Returns whether a text is prose in Markdown: front matter, or a heading with text below it.
    private static func isNote(_ text: String) -> Bool {
        let lines = text.split(whereSeparator: \.isNewline).map { $0.drop(while: \.isWhitespace) }
        guard let first = lines.first else { return false }
        if first == "---" { return lines.dropFirst().contains("---") }
        let isHeading = { (line: Substring) in line.drop { $0 == "#" }.first == " " && line.first == "#" }
        return isHeading(first) && lines.count > 1
    }
}
