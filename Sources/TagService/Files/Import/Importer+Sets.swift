internal import TagStore

/// Choosing a set after an import.
extension Importer {
    /// Chooses the first set with tags, if the import created it.
    ///
    /// The initial set of a new database is chosen otherwise, but it stays empty if the file names the set of each
    /// record.
    func chooseFirstSet() throws {
        guard report.newSets > 0 else { return }
        let first = try writer.reader.sets().first { try !writer.isEmpty(setID: $0.id) }
        if let first { try writer.apply(.chooseSet(first.id)) }
    }
}
