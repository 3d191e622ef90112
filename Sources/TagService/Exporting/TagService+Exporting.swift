internal import TagStore

/// Taking everything out of the database.
extension TagService {
    /// Gives everything in the database as lines of NDJSON in the import format, each with its line end.
    ///
    /// Importing them into a new database gives the same sets, selections, aliases and history, and its export the
    /// same bytes. Complexity: linear in the database, of which the text is held whole; see ``everything(_:)``.
    public func everything() throws -> String {
        var bytes: [UInt8] = []
        try export { bytes += $0 }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Gives everything in the database as ``everything()`` does, in pieces of whole lines.
    ///
    /// - Parameter write: takes the next piece, of some ten thousand bytes.
    /// - Throws: what `write` throws.
    /// - Complexity: linear in the database; what is held of it is a piece, the members of one set, and the names of
    ///   some thousand tags.
    public func everything(_ write: @Sendable ([UInt8]) throws -> Void) throws {
        try export(write)
    }

    private func export(_ write: ([UInt8]) throws -> Void) throws {
        try store.read { reader in
            try withoutActuallyEscaping(write) { write in
                let exporter = Exporter(reader: reader, write: write)
                // Tags come first, so that an import makes them in the same order.
                try exporter.exportTags()
                try exporter.exportSets()
                try exporter.exportSavedSelections()
                try exporter.flush()
            }
        }
    }
}
