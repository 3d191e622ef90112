public import TagService

/// A file format of another program whose items tagflow imports.
///
/// ```swift
/// guard let format = ItemFormat(recognizing: start) else { throw UnknownFormat() }
/// let report = try service.files.importItems(
///     from: format,
///     options: ImportOptions(format: .json, name: "bookmarks.html"),
///     pieces: { try file.read(upToCount: 65_536).map(Array.init) ?? [] }
/// )
/// ```
public enum ItemFormat: Hashable, Sendable {
    /// The bookmarks file of browsers, linkding, Shaarli, Pinboard, Raindrop and Karakeep, optionally with folders as
    /// tags.
    case netscape(folders: Bool)
    /// Pinboard's JSON export.
    case pinboard
    /// Raindrop's CSV export.
    case raindrop
    /// BibTeX references.
    case bibtex
    /// The metadata of pictures, printed by `exiftool -json`.
    case exiftool
    /// The tags of an image board with their uses and aliases, as CSV without a header.
    case tagcomplete

    /// All formats; bookmarks without folders as tags.
    public static let all: [Self] = [.netscape(folders: false), .pinboard, .raindrop, .bibtex, .exiftool, .tagcomplete]

    /// The name of the format on the command line.
    public var name: String {
        switch self {
        case .netscape: "netscape"
        case .pinboard: "pinboard"
        case .raindrop: "raindrop"
        case .bibtex: "bibtex"
        case .exiftool: "exiftool"
        case .tagcomplete: "tagcomplete"
        }
    }

    /// Infers the format from the extension of a file name, or returns nil.
    public init?(fileName: String) {
        guard fileName.contains(".") else { return nil }
        switch fileName.split(separator: ".").last?.lowercased() {
        case "bib": self = .bibtex
        default: return nil
        }
    }

    var reader: any ItemReader {
        switch self {
        case .netscape(let folders): NetscapeReader(hasFolders: folders)
        case .pinboard: PinboardReader()
        case .raindrop: RaindropReader()
        case .bibtex: BibTeXReader()
        case .exiftool: ExifToolReader()
        case .tagcomplete: TagcompleteReader()
        }
    }
}

extension ItemFormat {
    /// Detects the format from the first bytes of a file, or returns nil if it's ambiguous.
    ///
    /// Only the first 4,096 bytes count.
    ///
    /// - Complexity: Linear in the number of bytes examined.
    public init?(recognizing bytes: [UInt8]) {
        let start = Self.text(of: bytes)
        let lowered = start.lowercased()
        if lowered.hasPrefix("<!doctype netscape-bookmark-file") {
            self = .netscape(folders: false)
        } else if start.first == "[" {
            guard let format = Self.list(start) else { return nil }
            self = format
        } else if Self.isBibTeX(start) {
            self = .bibtex
        } else if let line = start.split(whereSeparator: \.isNewline).first, let format = Self.table(line) {
            self = format
        } else {
            return nil
        }
    }

    private static func text(of bytes: [UInt8]) -> Substring {
        var piece = Array(bytes.prefix(4_096))
        let pieces = TextPieces {
            defer { piece = [] }
            return piece
        }
        // The closure above never throws.
        let text = (try? pieces.next()) ?? []
        return String(decoding: text, as: UTF8.self).drop(while: \.isWhitespace)
    }

    /// Returns whether the first line that isn't a comment starts an entry.
    private static func isBibTeX(_ text: Substring) -> Bool {
        let lines = text.split(whereSeparator: \.isNewline).map { $0.drop(while: \.isWhitespace) }
        let first = lines.first { !$0.isEmpty && $0.first != "%" }
        return first?.firstMatch(of: /^@\s*[A-Za-z]+\s*[{(]/) != nil
    }

    /// Detects a JSON format from the fields of the first object.
    private static func list(_ text: Substring) -> Self? {
        guard text.dropFirst().first(where: { !$0.isWhitespace }) == "{" else { return nil }
        let object = text.prefix { $0 != "}" }
        if object.contains("\"SourceFile\"") { return .exiftool }
        return object.contains("\"href\"") && object.contains("\"tags\"") ? .pinboard : nil
    }

    /// Detects a CSV format from its header or, without one, from its first row.
    private static func table(_ line: Substring) -> Self? {
        let names = Set(line.split(separator: ",").map { $0.filter { $0 != "\"" }.lowercased() })
        if names.isSuperset(of: ["url", "title", "tags", "created"]) { return .raindrop }
        let isRow = line.wholeMatch(of: /(?:[^,"]+|"[^"]+"),\d{1,2},\d+(?:,.*)?/) != nil
        return isRow ? .tagcomplete : nil
    }
}

/// A parser for a file format of another program, which turns text into import entries.
///
/// Readers hold one entry in memory at a time, except for bookmark files, which are read as a whole.
protocol ItemReader {
    /// Passes each entry to a function, with the number of bytes up to its end.
    func read(_ text: TextPieces, _ add: (ImportEntry, _ consumed: Int) throws -> Void) throws
}

extension TagService.Files {
    /// Imports the items of another program's file in one transaction.
    ///
    /// An item that occurs several times in the file gets the tags of all occurrences. Importing the same file again
    /// changes nothing.
    ///
    /// - Parameters:
    ///   - format: The format of the file.
    ///   - options: The name of the file, the path it's imported from, and the treatment of invalid entries.
    ///   - reference: The tag set of the items.
    ///   - progress: Called after each entry with the number of bytes up to its end.
    ///   - pieces: Returns the next bytes of the file, or no bytes at its end.
    /// - Returns: The numbers of new, changed and unchanged entries.
    /// - Throws: `TagServiceError.badImport` with the first ten invalid entries, unless the options skip them; the
    ///   errors of `pieces`.
    /// - Complexity: Linear in the size of the file.
    public func importItems(
        from format: ItemFormat, options: ImportOptions, into reference: SetReference = .chosen,
        progress: (Int) -> Void = { _ in }, pieces: @Sendable () throws -> [UInt8]
    ) throws -> ImportReport {
        try importEntries(options, into: reference, progress: progress) { add in
            try withoutActuallyEscaping(pieces) { pieces in
                let text = TextPieces(pieces)
                try format.reader.read(text, add)
            }
        }
    }
}

extension TextPieces {
    /// Adds an invalid entry for each line that couldn't be decoded.
    func reportBadLines(_ add: (ImportEntry, Int) throws -> Void) throws {
        for line in takeBadLines() { try add(ImportEntry(.line(line), .invalid(Self.problem)), consumed) }
    }
}
