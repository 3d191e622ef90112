import ArgumentParser

/// The format of an export.
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

    /// Whether the format is a picture, with lengths in points.
    var isPicture: Bool {
        switch self {
        case .svg, .png, .pdf, .html: true
        default: false
        }
    }

    /// Whether the format is the board as it is drawn on a terminal.
    var isDrawn: Bool {
        self == .text || self == .ansi
    }

    /// Whether the format is none that a terminal can show.
    var isBinary: Bool {
        self == .png || self == .pdf
    }

    /// The format that a file's ending tells.
    init(fileName: String) throws {
        switch fileName.split(separator: ".").last?.lowercased() {
        case "json": self = .json
        case "ndjson", "jsonl": self = .ndjson
        case "txt", "text": self = .text
        case "ansi": self = .ansi
        case "md", "markdown": self = .markdown
        case "csv": self = .csv
        case "svg": self = .svg
        case "png": self = .png
        case "pdf": self = .pdf
        case "html", "htm": self = .html
        default:
            throw CommandFailure(
                code: ExitStatus.usage,
                message: "the ending of '\(fileName)' tells no format; say --format"
            )
        }
    }
}
