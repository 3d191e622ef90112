import TagService

/// The format of another program's file with things that have tags.
public enum ItemFormat: Hashable, Sendable {
    /// The bookmarks of browsers, linkding, Shaarli, Pinboard, Raindrop and Karakeep; with the folders as tags, where that is asked for.
    case netscape(folders: Bool)
    /// The bookmarks of Pinboard, a list of JSON.
    case pinboard
    /// The bookmarks of Raindrop, a table of CSV.
    case raindrop
    /// References of BibTeX.
    case bibtex
    /// What `exiftool -json` says of pictures.
    case exiftool
    /// The tags of image boards with their uses and aliases, a table of CSV without a header.
    case tagcomplete

    /// Every format, bookmarks without their folders.
    public static let all: [Self] = [
        .netscape(folders: false), .pinboard, .raindrop, .bibtex, .exiftool, .tagcomplete,
    ]

    /// The name of the format, as a command line has it.
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

    /// Infers the format from a file name extension; `nil` if unknown.
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
    /// Recognises the first bytes of a file; `nil` for what is none of the formats for certain.
    ///
    /// - Complexity: linear in the bytes, of which the first 4,096 count.
    public init?(recognising bytes: [UInt8]) {
        let start = Self.text(of: bytes)
        let lowered = start.lowercased()
        if lowered.hasPrefix("<!doctype netscape-bookmark-file") {
            self = .netscape(folders: false)
        } else if start.first == "[" {
            guard let format = Self.list(start) else { return nil }
            self = format
        } else if Self.isBibTeX(start) {
            self = .bibtex
        } else if let line = start.split(whereSeparator: \.isNewline).first,
            let format = Self.table(line)
        {
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
        // Nothing is read that could fail.
        let text = (try? pieces.next()) ?? []
        return String(decoding: text, as: UTF8.self).drop(while: \.isWhitespace)
    }

    /// Whether a text begins with an entry, but for comments.
    private static func isBibTeX(_ text: Substring) -> Bool {
        let lines = text.split(whereSeparator: \.isNewline).map { $0.drop(while: \.isWhitespace) }
        let first = lines.first { !$0.isEmpty && $0.first != "%" }
        return first?.firstMatch(of: /^@\s*[A-Za-z]+\s*[{(]/) != nil
    }

    /// A list of JSON by the fields of its first object.
    private static func list(_ text: Substring) -> Self? {
        guard text.dropFirst().first(where: { !$0.isWhitespace }) == "{" else { return nil }
        let object = text.prefix { $0 != "}" }
        if object.contains("\"SourceFile\"") { return .exiftool }
        return object.contains("\"href\"") && object.contains("\"tags\"") ? .pinboard : nil
    }

    /// A table of CSV by its header, or by its first row where it has none.
    private static func table(_ line: Substring) -> Self? {
        let names = Set(
            line.split(separator: ",").map { $0.filter { $0 != "\"" }.lowercased() }
        )
        if names.isSuperset(of: ["url", "title", "tags", "created"]) { return .raindrop }
        let isRow = line.wholeMatch(of: /(?:[^,"]+|"[^"]+"),\d{1,2},\d+(?:,.*)?/) != nil
        return isRow ? .tagcomplete : nil
    }
}
