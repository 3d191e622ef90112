import ArgumentParser
import TagService
import TextMeasurement

/// The format of an export.
///
/// ```
/// try ExportFormat(fileName: "board.SVG")  // .svg
/// try ExportFormat(fileName: "board.html")  // throws: it may be .netscape or .html
/// ExportFormat(argument: "htm")  // .html
/// ```
enum ExportFormat: String, CaseIterable, ExpressibleByArgument {
    case json
    case ndjson
    case text
    case ansi
    case markdown
    case csv
    case svg
    case png
    case pdf
    case html
    case netscape
    case pinboard
    case itemsCSV = "items-csv"
    case links

    /// The content of the format.
    enum Content: Hashable {
        /// Items or, as NDJSON without a query and a set, everything in the database.
        case items(ItemExportFormat)
        /// A board as drawn on a terminal.
        case drawing(isColored: Bool)
        /// A board as data.
        case data(DataFormat)
        /// A board as a picture, with lengths in points.
        case picture(PictureFormat)
    }

    /// The content of the format.
    var content: Content {
        switch self {
        case .ndjson: .items(.ndjson)
        case .netscape: .items(.netscape)
        case .pinboard: .items(.pinboard)
        case .itemsCSV: .items(.itemsCSV)
        case .links: .items(.links)
        case .text: .drawing(isColored: false)
        case .ansi: .drawing(isColored: true)
        case .json: .data(.json)
        case .markdown: .data(.markdown)
        case .csv: .data(.csv)
        case .svg: .picture(.svg)
        case .png: .picture(.png)
        case .pdf: .picture(.pdf)
        case .html: .picture(.html)
        }
    }

    /// Whether the format contains items instead of a board.
    var isOfItems: Bool { if case .items = content { true } else { false } }

    /// The content as a noun for messages.
    var noun: String {
        switch self {
        case .json: "a board as JSON"
        case .ndjson: "NDJSON records"
        case .text: "a drawing"
        case .ansi: "a drawing with colors"
        case .markdown: "a task list"
        case .csv: "a table of tags"
        case .svg: "an SVG picture"
        case .png: "a PNG picture"
        case .pdf: "a PDF document"
        case .html: "a board as an HTML page"
        case .netscape: "bookmarks"
        case .pinboard: "bookmarks as JSON"
        case .itemsCSV: "a table of items"
        case .links: "a list of links"
        }
    }

    /// Parses the name of a format, or a file name extension; an ambiguous extension means the board.
    init?(argument: String) {
        let word = argument.lowercased()
        guard let format = Self(rawValue: word) ?? Self.formats(withExtension: word).first else { return nil }
        self = format
    }

    /// Whether the format is binary, which a terminal can't show.
    var isBinary: Bool { self == .png || self == .pdf }

    /// Infers the format from a file name extension.
    ///
    /// - Throws: `CommandError` if the extension is unknown, or is that of a board and of items.
    init(fileName: String) throws {
        let formats = Self.formats(withExtension: fileName.split(separator: ".").last?.lowercased() ?? "")
        guard let format = formats.first, formats.count == 1 else {
            let choices = formats.reversed().map { "--format \($0.rawValue)" }
            throw CommandError(
                code: ExitStatus.usage,
                message: "can't infer a format from \(fileName.quoted); use "
                    + (choices.isEmpty ? "--format" : choices.joined(separator: " or ")))
        }
        self = format
    }

    /// Returns whether a file name has the extension of a format.
    static func recognizes(_ fileName: String) -> Bool {
        let parts = fileName.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count > 1 && !formats(withExtension: parts.last?.lowercased() ?? "").isEmpty
    }

    /// Returns the formats of files with an extension, a board's before that of items.
    private static func formats(withExtension ending: String) -> [Self] {
        switch ending {
        case "json": [.json, .pinboard]
        case "ndjson", "jsonl": [.ndjson]
        case "txt", "text": [.text]
        case "ansi": [.ansi]
        case "md", "markdown": [.markdown, .links]
        case "csv": [.csv, .itemsCSV]
        case "svg": [.svg]
        case "png": [.png]
        case "pdf": [.pdf]
        case "html", "htm": [.html, .netscape]
        default: []
        }
    }
}

/// A format of a board as data.
enum DataFormat: Hashable {
    case json
    case markdown
    case csv
}

/// A format of a picture.
enum PictureFormat: Hashable {
    case svg
    case png
    case pdf
    case html
}
