internal import TagStore

/// Exporting items.
extension TagService.Files {
    /// Exports the items that match a query, oldest first, in pieces.
    ///
    /// - Parameters:
    ///   - format: the format.
    ///   - query: the query, whose order, limit and cursor are ignored; `nil` matches all items.
    ///   - reference: the set that the items must belong to; `nil` for all sets.
    ///   - write: receives the next piece, usually about 64 KiB.
    /// - Returns: the number of matching items that were skipped because the format can't contain them.
    /// - Throws: the errors of ``TagService/Items/find(_:of:)``, before anything is written; the error that `write` throws.
    /// - Complexity: linear in the number of matches. It keeps one piece, the ids of the matches and the names of up to
    ///   20,000 tags in memory.
    public func exportItems(
        _ format: ItemExportFormat, matching query: ItemQuery? = nil, of reference: SetReference? = nil,
        write: ([UInt8]) throws -> Void
    ) throws -> Int {
        try store.read { reader in
            let set = try reference.map { try Self.set($0, in: reader) }
            let query = try ResolvedQuery(query ?? ItemQuery(), in: set, of: service, reader)
            let ids = try reader.itemIDs(matching: query.condition, in: .old, limit: .max)
            return try withoutActuallyEscaping(write) { write in
                let exporter = try ItemExporter(format, reader: reader, write: write)
                try exporter.export(ids)
                return exporter.skipped
            }
        }
    }
}
