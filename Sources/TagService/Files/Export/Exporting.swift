internal import TagStore

/// Exporting the database.
extension TagService.Files {
    /// Exports the whole database as NDJSON in the import format.
    ///
    /// Importing the result into a new database restores the same sets, selections, aliases and items, and exporting that
    /// database produces the same bytes: the order depends on names and contents, not on ids.
    ///
    /// ```swift
    /// let export = try service.files.exportNDJSON()
    /// for line in export.split(separator: "\n") { print(line) }
    /// ```
    ///
    /// - Returns: the lines, each with its line end.
    /// - Throws: `StoreError`.
    /// - Complexity: linear time and memory in the size of the database; ``TagService/Files/exportNDJSON(_:)`` needs little memory.
    public func exportNDJSON() throws -> String {
        var bytes: [UInt8] = []
        try export { bytes += $0 }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Exports the whole database like ``TagService/Files/exportNDJSON()``, in pieces of whole lines.
    ///
    /// - Parameter write: receives the next piece, usually about 64 kB.
    /// - Throws: the error that `write` throws, `StoreError`.
    /// - Complexity: linear time in the size of the database. It keeps one piece, the members of one set, the numbers of
    ///   the items and the names of up to 20,000 tags in memory.
    public func exportNDJSON(_ write: @Sendable ([UInt8]) throws -> Void) throws { try export(write) }

    private func export(_ write: ([UInt8]) throws -> Void) throws {
        try store.read { reader in
            try withoutActuallyEscaping(write) { write in
                let exporter = Exporter(reader: reader, write: write)
                // Tags come first, so that an import creates them in the same order.
                try exporter.exportTags()
                try exporter.exportImplications()
                try exporter.exportSets()
                try exporter.exportViews()
                try exporter.exportRules()
                try exporter.exportItems()
                try exporter.exportGroups()
                try exporter.flush()
            }
        }
    }
}

/// Exporting items.
extension TagService.Files {
    /// Exports the items that match a query, oldest first, in pieces.
    ///
    /// - Parameters:
    ///   - format: the format.
    ///   - query: the query, whose order, limit and cursor are ignored; `nil` matches all items.
    ///   - reference: the set that the items must belong to; `nil` for all sets.
    ///   - inFolders: whether a file of bookmarks has the folders from which its items were imported; an item without a
    ///     folder is in one with the name of its first tag.
    ///   - write: receives the next piece, usually about 64 KiB.
    /// - Returns: the number of matching items that were skipped because the format can't contain them.
    /// - Throws: the errors of ``TagService/Items/find(_:in:)``, before anything is written; the error that `write` throws.
    /// - Complexity: linear in the number of matches. It keeps one piece, the ids of the matches and the names of up to
    ///   20,000 tags in memory.
    public func exportItems(
        as format: ItemExportFormat, matching query: ItemQuery? = nil, in reference: SetReference? = nil,
        inFolders: Bool = false, write: ([UInt8]) throws -> Void
    ) throws -> Int {
        try store.read { reader in
            let set = try reference.map { try Self.set($0, in: reader) }
            let query = try ResolvedQuery(query ?? ItemQuery(), in: set, of: service, reader)
            let ids = try reader.itemIDs(matching: query.condition, in: .old, limit: .max)
            return try withoutActuallyEscaping(write) { write in
                let exporter = try ItemExporter(format, reader: reader, write: write)
                if inFolders, format == .netscape { try exporter.exportFolders(ids) } else { try exporter.export(ids) }
                return exporter.skipped
            }
        }
    }
}
