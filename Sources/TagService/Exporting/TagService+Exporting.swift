internal import TagStore

/// Exporting the database.
extension TagService {
    /// Exports the whole database as NDJSON in the import format.
    ///
    /// Importing it into a new database gives the same sets, selections, aliases and history, and exporting that
    /// gives the same bytes.
    ///
    /// - Returns: the lines, each with its line end.
    /// - Throws: `StoreError`.
    /// - Complexity: linear in the database, also in memory; ``exportNDJSON(_:)`` needs little memory.
    public func exportNDJSON() throws -> String {
        var bytes: [UInt8] = []
        try export { bytes += $0 }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Exports the whole database like ``exportNDJSON()``, in pieces of whole lines.
    ///
    /// - Parameter write: receives the next piece, of some ten thousand bytes.
    /// - Throws: what `write` throws, `StoreError`.
    /// - Complexity: linear in the database; in memory are a piece, the members of one set, and the names of some
    ///   thousand tags.
    public func exportNDJSON(_ write: @Sendable ([UInt8]) throws -> Void) throws {
        try export(write)
    }

    private func export(_ write: ([UInt8]) throws -> Void) throws {
        try store.read { reader in
            try withoutActuallyEscaping(write) { write in
                let exporter = Exporter(reader: reader, write: write)
                // Tags come first, so that an import creates them in the same order.
                try exporter.exportTags()
                try exporter.exportImplications()
                try exporter.exportSets()
                try exporter.exportItems()
                try exporter.flush()
            }
        }
    }
}
