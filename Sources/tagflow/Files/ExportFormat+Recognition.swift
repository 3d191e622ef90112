import TagService
import TaggedFiles

/// Recognizing existing files, which an export must not replace with another kind of content.
extension ExportFormat {
    /// The number of bytes of a file that are examined.
    static let recognizedSize = 1 << 13

    /// Recognizes an export by its first bytes, or returns `nil` for other content.
    ///
    /// Text that a person may have written, such as a list without links, isn't recognized.
    ///
    /// ```
    /// ExportFormat(recognizing: Array("tag,selected\nsea,true\n".utf8))  // .csv
    /// ExportFormat(recognizing: Array("- milk\n- eggs\n".utf8))  // nil
    /// ```
    init?(recognizing bytes: [UInt8]) {
        let start = StartOfExport(bytes)
        let format =
            Self.picture(bytes) ?? Self.markup(start) ?? Self.json(start, bytes) ?? Self.table(start) ?? Self.list(
                start) ?? Self.drawing(start)
        guard let format else { return nil }
        self = format
    }

    /// Returns content that isn't an export as a noun for messages.
    static func noun(ofOther bytes: [UInt8]) -> String {
        switch ForeignContent(bytes) {
        case .binary: "binary data"
        case .some(let content): content.description
        case nil: "other content"
        }
    }

    private static func picture(_ bytes: [UInt8]) -> Self? {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
        return bytes.starts(with: "%PDF-".utf8) ? .pdf : nil
    }

    private static func markup(_ start: StartOfExport) -> Self? {
        let text = start.text.prefix(1_024).lowercased()
        if text.hasPrefix("<!doctype netscape-bookmark-file-1>") { return .netscape }
        if text.hasPrefix("<svg") || text.hasPrefix("<?xml") && text.contains("<svg") { return .svg }
        guard text.hasPrefix("<!doctype html>"), text.contains(htmlPolicy) else { return nil }
        return .html
    }

    /// The beginning of the content security policy of a board's page, which other pages don't have.
    private static let htmlPolicy = "content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-"

    private static func json(_ start: StartOfExport, _ bytes: [UInt8]) -> Self? {
        if start.text.hasPrefix("{\"chips\":") { return .json }
        if recordFields.contains(where: { start.text.hasPrefix("{\"\($0)\":") }) { return .ndjson }
        let isEmptyList = start.lines == ["[]"]
        return isEmptyList || ItemFormat(recognizing: bytes) == .pinboard ? .pinboard : nil
    }

    /// The fields that begin a record, whose fields are sorted.
    private static let recordFields = [
        "aliases", "at", "chosen", "distinct", "former", "frecency", "implies", "layout", "location", "note", "q",
        "selected", "set", "tag",
    ]

    private static func table(_ start: StartOfExport) -> Self? {
        switch start.text.prefix(while: { !$0.isNewline }) {
        case "tag,selected": .csv
        case "id,set,title,location,note,tags,at": .itemsCSV
        default: nil
        }
    }

    private static func list(_ start: StartOfExport) -> Self? {
        let lines = start.lines
        if lines.count > 1, begins(lines[0], "## "), lines[1].isEmpty {
            return lines.dropFirst(2).allSatisfy(isTask) ? .markdown : nil
        }
        guard lines.allSatisfy({ begins($0, "- ") && !isTask($0) }) else { return nil }
        return lines.contains { begins($0, "- [") && $0.contains("](<") } ? .links : nil
    }

    private static func isTask(_ line: Substring) -> Bool { begins(line, "- [ ] ") || begins(line, "- [x] ") }

    /// Returns whether a line begins with a text, even if a combining mark follows it.
    private static func begins(_ line: Substring, _ text: String) -> Bool { line.utf8.starts(with: text.utf8) }

    private static func drawing(_ start: StartOfExport) -> Self? {
        // Spaces come before chips that aren't at the beginning of their line.
        var rows = start.lines.map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
        if let last = rows.last, last.hasPrefix("… and "), last.hasSuffix(" more") { rows.removeLast() }
        guard !rows.isEmpty else { return nil }
        let endsAnywhere = start.isFirstLineCut
        if rows.allSatisfy({ isRowOfChips($0) && (endsAnywhere || $0.hasSuffix(")")) }) { return .text }
        if rows.allSatisfy({ row in boxLines.contains { begins(row, $0) } }) { return .text }
        let isColored = { (row: Substring) in row.hasPrefix("\u{1B}[") && (endsAnywhere || row.hasSuffix("\u{1B}[0m")) }
        return rows.allSatisfy(isColored) ? .ansi : nil
    }

    /// The left sides of chips drawn as boxes.
    private static let boxLines = ["╭", "│", "╰", "┏", "┃", "┗"]

    /// Returns whether a row begins with a chip, such as `( sea )`, `(✓map )` or `(12 sun )`.
    private static func isRowOfChips(_ row: Substring) -> Bool {
        guard begins(row, "(") else { return false }
        let mark = row.unicodeScalars.dropFirst().first { !("0"..."9").contains($0) }
        return mark == " " || mark == "✓"
    }
}

/// The beginning of a file as text.
private struct StartOfExport {
    /// The text without white space and a byte order mark at its beginning.
    let text: Substring
    /// The lines without an incomplete last line, unless it is the only line.
    let lines: [Substring]
    /// Whether the file continues the only line.
    let isFirstLineCut: Bool

    init(_ bytes: [UInt8]) {
        let whole = String(decoding: bytes.prefix(ExportFormat.recognizedSize), as: UTF8.self)
        text = whole.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        let isCut = bytes.count >= ExportFormat.recognizedSize
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        if lines.count > 1, isCut || lines.last?.isEmpty == true { lines.removeLast() }
        self.lines = lines
        isFirstLineCut = isCut && lines.count == 1
    }
}
