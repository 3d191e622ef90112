internal import TagStore

/// A writer of items in pieces and from one snapshot.
final class ItemExporter {
    private let format: ItemExportFormat
    private let reader: StoreReader
    private let write: ([UInt8]) throws -> Void
    private let sets: [Int64: SetRow]
    private var names: [Int64: String] = [:]
    private var piece: [UInt8] = []
    private var isFirst = true
    /// The number of items that the format can't contain.
    private(set) var skipped = 0

    /// The number of bytes that are buffered before they are written.
    private static let pieceSize = 1 << 16
    /// The maximum number of tag names in memory.
    private static let maximumNames = 20_000

    init(_ format: ItemExportFormat, reader: StoreReader, write: @escaping ([UInt8]) throws -> Void) throws {
        self.format = format
        self.reader = reader
        self.write = write
        sets = try reader.sets().reduce(into: [:]) { $0[$1.id] = $1 }
    }

    /// Writes items in the given order, with the start and end of the format.
    func export(_ ids: [Int64]) throws {
        piece += format.start.utf8
        for id in ids {
            // The client that requested the export may have disconnected.
            try Task.checkCancellation()
            guard let row = try reader.item(id: id) else { continue }
            try add(row)
        }
        piece += format.end.utf8
        if !piece.isEmpty { try write(piece) }
    }

    private func add(_ row: ItemRow) throws {
        let set = sets[row.setID]
        let item = ExportedItem(
            id: row.id, set: set?.name ?? "", title: row.title, location: row.location, note: row.note,
            tags: try tagNames(of: row), savedAt: row.savedAt,
            day: set?.isDaily == true && row.location == nil ? row.dayText : nil, modifiedAt: row.modifiedAt)
        guard let text = try format.text(of: item) else {
            skipped += 1
            return
        }
        if !isFirst { piece += format.separator.utf8 }
        isFirst = false
        piece += text.utf8
        guard piece.count >= Self.pieceSize else { return }
        try write(piece)
        piece.removeAll(keepingCapacity: true)
    }

    private func tagNames(of row: ItemRow) throws -> [String] {
        try TagService.Items.shownOrder(of: row.tagIDs.rowIDs, in: reader)
            .map { id in
                if let name = names[id] { return name }
                let name = try reader.names(of: [id])[id] ?? ""
                if names.count >= Self.maximumNames { names.removeAll(keepingCapacity: true) }
                names[id] = name
                return name
            }
    }
}

/// A format for exporting items.
///
/// Bookmark formats can't contain items without a location, so these are skipped. They have no sets, and a bookmark
/// without a title gets its location as its title, which an import removes.
public enum ItemExportFormat: String, CaseIterable, Hashable, Sendable {
    /// The bookmarks file of browsers (`bookmarks.html`) with tags, times and notes.
    ///
    /// Commas separate tags, so a comma in a tag becomes `，` (U+FF0C), which tagflow considers the same character in
    /// names. Times are in seconds.
    case netscape
    /// Pinboard's JSON.
    ///
    /// Its tags contain neither white space nor commas: a space in a tag becomes `_`, and a comma becomes `，` (U+FF0C).
    /// Times are in seconds, and an unknown time is 1970-01-01. All bookmarks are private and marked as read.
    case pinboard
    /// CSV (RFC 4180) with the columns `id`, `set`, `title`, `location`, `note`, `tags` and `at`, for another import.
    ///
    /// Bars separate tags, so a bar in a tag becomes `｜` (U+FF5C), which tagflow considers the same character in names.
    /// Text that a spreadsheet would run as a formula gets an apostrophe, which an import removes.
    case itemsCSV = "items-csv"
    /// A Markdown list of links with their tags and notes, for reading.
    ///
    /// A space in a tag becomes `-`, and a note becomes one line. Times and sets are left out.
    case links
    /// One JSON object per line, in the import format.
    case ndjson
}

extension ItemExportFormat {
    /// The text before the first item.
    var start: String {
        switch self {
        case .netscape:
            """
            <!DOCTYPE NETSCAPE-Bookmark-file-1>
            <META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
            <TITLE>Bookmarks</TITLE>
            <H1>Bookmarks</H1>
            <DL><p>

            """
        case .pinboard: "["
        case .itemsCSV: "id,set,title,location,note,tags,at\r\n"
        case .links, .ndjson: ""
        }
    }

    /// The text between two items.
    var separator: String { self == .pinboard ? ",\n" : "" }

    /// The text after the last item.
    var end: String {
        switch self {
        case .netscape: "</DL><p>\n"
        case .pinboard: "]\n"
        case .itemsCSV, .links, .ndjson: ""
        }
    }

    /// Returns the text of an item, or `nil` if the format can't contain it.
    ///
    /// - Throws: `SHA256.Unavailable` for the digests of Pinboard.
    func text(of item: ExportedItem) throws -> String? {
        switch self {
        case .netscape: item.printable.netscape
        case .pinboard: try item.pinboard()
        case .itemsCSV: item.printable.csv
        case .links: item.printable.markdown
        case .ndjson: try item.ndjson()
        }
    }
}
