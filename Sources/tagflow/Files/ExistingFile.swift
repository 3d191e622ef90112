import TagCore
import TagService
import TaggedFiles

/// An existing file at the path of an export, recognized by its first and last bytes.
///
/// An export replaces only a file that an export wrote in the same format: one that carries the mark, or whose first
/// line no other program writes.
///
/// ```
/// let file = ExistingFile(start: Array("tag,selected\nsea,true\n".utf8))
/// file.format  // .csv
/// file.isExport(in: .csv)  // true
/// ExistingFile(start: Array("- milk\n- eggs\n".utf8)).format  // nil
/// ```
struct ExistingFile {
    /// The number of bytes at the beginning that are examined; of NDJSON, the first line is examined.
    static let recognizedSize = 1 << 13
    /// The number of bytes at the end that are examined.
    static let endSize = 64

    /// The format of the content, whoever wrote it; `nil` for content that isn't like an export.
    let format: ExportFormat?
    /// Whether the file contains nothing but white space.
    let isBlank: Bool
    private let start: [UInt8]
    private let end: [UInt8]
    private let text: Substring

    init(start: [UInt8], end: [UInt8] = []) {
        self.start = start
        self.end = end
        let whole = String(decoding: start.prefix(Self.recognizedSize), as: UTF8.self)
        text = whole.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        isBlank = start.count < Self.recognizedSize && start.allSatisfy { " \t\r\n".utf8.contains($0) }
        format =
            Self.picture(start) ?? Self.markup(text) ?? Self.json(text, start) ?? Self.table(text) ?? Self.list(text)
    }

    /// The content as a noun for messages.
    var noun: String {
        if let format { return format.noun }
        return switch ForeignContent(start) {
        case .binary: "binary data"
        case .some(let content): content.description
        case nil: "other content"
        }
    }

    /// Returns whether an export wrote the file in a format.
    ///
    /// Drawings on a terminal have no room for a mark, so that they are never certain to be exports.
    func isExport(in format: ExportFormat) -> Bool {
        guard format == self.format else { return false }
        return switch format {
        case .netscape, .links, .markdown, .svg: text.contains(ExportMark.comment)
        case .html: text.contains(ExportMark.metaElement)
        case .json: text.contains(ExportMark.jsonField)
        case .pinboard: text.contains(ExportMark.jsonField) || text.filter { !$0.isWhitespace } == "[]"
        case .png: start.dropFirst(ExportMark.pngPosition).starts(with: ExportMark.pngChunk)
        case .pdf: end.suffix(ExportMark.pdfComment.utf8.count).elementsEqual(ExportMark.pdfComment.utf8)
        case .csv, .itemsCSV, .ndjson: true
        case .text, .ansi: false
        }
    }

    private static func picture(_ bytes: [UInt8]) -> ExportFormat? {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
        return bytes.starts(with: "%PDF-".utf8) ? .pdf : nil
    }

    private static func markup(_ text: Substring) -> ExportFormat? {
        let lowered = text.prefix(1_024).lowercased()
        if lowered.hasPrefix("<!doctype netscape-bookmark-file-1>") { return .netscape }
        if lowered.hasPrefix("<svg") || lowered.hasPrefix("<?xml") && lowered.contains("<svg") { return .svg }
        return lowered.hasPrefix("<!doctype html>") && text.contains(ExportMark.metaElement) ? .html : nil
    }

    private static func json(_ text: Substring, _ bytes: [UInt8]) -> ExportFormat? {
        if text.hasPrefix("{\(ExportMark.jsonField),\"chips\":") || text.hasPrefix("{\"chips\":") { return .json }
        if text.first == "{" { return ImportFormat.isRecord(bytes.prefix { $0 != 0x0A }) ? .ndjson : nil }
        let isEmptyList = text.filter { !$0.isWhitespace } == "[]"
        return isEmptyList || ItemFormat(recognizing: bytes) == .pinboard ? .pinboard : nil
    }

    private static func table(_ text: Substring) -> ExportFormat? {
        switch text.prefix(while: { !$0.isNewline }) {
        case "tag,selected": .csv
        case "id,set,title,location,note,tags,at": .itemsCSV
        default: nil
        }
    }

    /// Recognizes a list by the mark and the line after it; a list without a mark may be a person's.
    private static func list(_ text: Substring) -> ExportFormat? {
        guard text.hasPrefix(ExportMark.comment) else { return nil }
        let content = text.dropFirst(ExportMark.comment.count).drop(while: \.isWhitespace)
        return content.utf8.starts(with: "## ".utf8) ? .markdown : .links
    }
}
