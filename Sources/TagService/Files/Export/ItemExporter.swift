internal import TagCore
internal import TagStore
internal import TextMeasurement

/// A writer of items in pieces and from one snapshot.
final class ItemExporter {
    private let format: ItemExportFormat
    private let reader: StoreReader
    private let write: ([UInt8]) throws -> Void
    private let sets: [Int64: SetRow]
    /// Whether the format contains attributes of bookmarks, and there are any.
    private let hasBookmarks: Bool
    /// Whether the format contains checks of locations, and there are any.
    private let hasLinkChecks: Bool
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
        hasLinkChecks = try format == .ndjson && reader.hasLinkChecks()
        hasBookmarks = try format.hasBookmarks && reader.hasBookmarks()
    }

    /// Writes items in the given order, with the start and end of the format.
    func export(_ ids: [Int64]) throws {
        piece += format.start.utf8
        try add(ids)
        piece += format.end.utf8
        if !piece.isEmpty { try write(piece) }
    }

    /// Writes items in folders as a file of bookmarks, with those of a folder in the given order.
    func exportFolders(_ ids: [Int64]) throws {
        let root = ExportedFolder()
        for id in ids {
            try Task.checkCancellation()
            guard let row = try reader.item(id: id), row.location != nil else {
                skipped += 1
                continue
            }
            let bookmark = try reader.bookmark(ofItem: id) ?? ItemBookmark()
            let path = bookmark.folders.isEmpty ? try Array(tagNames(of: row).prefix(1)) : bookmark.folders
            root.add(id, path[...], kind: bookmark.folders.isEmpty ? nil : bookmark.folderKind)
        }
        piece += format.start.utf8
        try add(root)
        piece += format.end.utf8
        if !piece.isEmpty { try write(piece) }
    }

    private func add(_ folder: ExportedFolder) throws {
        try add(folder.items)
        for child in folder.folders {
            piece += ExportedItem.netscapeFolder(TerminalText.printable(child.name), kind: child.kind).utf8
            try add(child)
            piece += "    </DL><p>\n".utf8
        }
    }

    private func add(_ ids: [Int64]) throws {
        for id in ids {
            // The client that requested the export may have disconnected.
            try Task.checkCancellation()
            guard let row = try reader.item(id: id) else { continue }
            try add(row)
        }
    }

    private func add(_ row: ItemRow) throws {
        let bookmark = hasBookmarks ? try reader.bookmark(ofItem: row.id) : nil
        let set = sets[row.setID]
        let check = hasLinkChecks ? try reader.linkCheck(ofItem: row.id) : nil
        let item = ExportedItem(
            id: row.id, set: set?.name ?? "", title: row.title, location: row.location, note: row.note,
            tags: try tagNames(of: row), savedAt: row.savedAt,
            day: set?.isDaily == true && row.location == nil ? row.dayText : nil, modifiedAt: row.modifiedAt,
            bookmark: bookmark ?? ItemBookmark(), checked: check.map { LinkDocument(LinkStatus($0)) })
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

/// A folder of exported bookmarks.
private final class ExportedFolder {
    let name: String
    /// The attribute of a folder built into a browser.
    let kind: String?
    /// The ids of the items in the folder itself.
    private(set) var items: [Int64] = []
    /// The folders in the folder, in the order of their first items.
    private(set) var folders: [ExportedFolder] = []
    private var places: [Key: Int] = [:]

    private struct Key: Hashable {
        var name: String
        var kind: String?
    }

    init(_ name: String = "", kind: String? = nil) {
        self.name = name
        self.kind = kind
    }

    /// Adds an item to the folder at a path below this one, whose outermost folder has the kind.
    func add(_ id: Int64, _ path: ArraySlice<String>, kind: String?) {
        guard let name = path.first else { return items.append(id) }
        let key = Key(name: name, kind: kind)
        let place = places[key] ?? folders.count
        if place == folders.count {
            folders.append(ExportedFolder(name, kind: kind))
            places[key] = place
        }
        folders[place].add(id, path.dropFirst(), kind: nil)
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
    /// Times are in seconds, and an unknown time is 1970-01-01. A bookmark is private and read unless an imported file
    /// said otherwise.
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
            \(ExportMark.comment)
            <META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
            <TITLE>Bookmarks</TITLE>
            <H1>Bookmarks</H1>
            <DL><p>

            """
        case .pinboard: "["
        case .itemsCSV: "id,set,title,location,note,tags,at\r\n"
        case .links: "\(ExportMark.comment)\n\n"
        case .ndjson: ""
        }
    }

    /// Whether the format contains attributes of imported bookmarks.
    fileprivate var hasBookmarks: Bool { self == .netscape || self == .pinboard || self == .ndjson }

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
    func text(of item: ExportedItem) throws -> String? {
        switch self {
        case .netscape: item.printable.netscape
        case .pinboard: item.pinboard()
        case .itemsCSV: item.printable.csv
        case .links: item.printable.markdown
        case .ndjson: try item.ndjson()
        }
    }
}
