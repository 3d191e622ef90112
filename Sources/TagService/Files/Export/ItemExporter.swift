internal import TagStore

/// A writer of items in pieces and from one snapshot.
final class ItemExporter {
    private let format: ItemExportFormat
    private let reader: StoreReader
    private let write: ([UInt8]) throws -> Void
    private let sets: [Int64: String]
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
        sets = try reader.sets().reduce(into: [:]) { $0[$1.id] = $1.name }
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
        let item = ExportedItem(
            id: row.id, set: sets[row.setID] ?? "", title: row.title, location: row.location, note: row.note,
            tags: try tagNames(of: row), savedAt: row.savedAt, modifiedAt: row.modifiedAt)
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
