import ArgumentParser

/// The format of an export.
///
/// ```swift
/// try ExportFormat(fileName: "board.MD")  // .markdown
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

    /// The content of the format.
    enum Content: Hashable {
        /// Everything in the database, in the import format.
        case everything
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
        case .ndjson: .everything
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

    /// Parses the name of a format, or one of its file name extensions.
    init?(argument: String) {
        guard let format = Self(ending: argument.lowercased()) else { return nil }
        self = format
    }

    /// Whether the format is binary, which a terminal can't show.
    var isBinary: Bool {
        self == .png || self == .pdf
    }

    /// Infers the format from a file name extension.
    init(fileName: String) throws {
        let ending = fileName.split(separator: ".").last?.lowercased()
        guard let format = ending.flatMap(Self.init(ending:)) else {
            throw CommandError(
                code: ExitStatus.usage,
                message: "can't infer a format from '\(fileName)'; use --format"
            )
        }
        self = format
    }

    private init?(ending: String) {
        switch ending {
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
        default: return nil
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
