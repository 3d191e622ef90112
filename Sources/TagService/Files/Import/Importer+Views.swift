internal import TagCore
internal import TagStore

/// Importing saved views.
extension Importer {
    /// Adds a view, unless there is one with the name; returns whether it was added.
    func importView(_ name: String, _ query: String) throws -> Bool {
        let name = try checked(name, of: .view)
        guard query.utf8.count <= QueryParser.byteLimit else {
            throw ImportRecordError("the query of a view is at most 10,000 bytes of UTF-8")
        }
        guard try writer.reader.view(key: name.key) == nil else { return false }
        let id = try writer.reader.lastID(of: .view) + 1
        try writer.apply(.putView(ViewRow(id: id, name: name.text, query: query)))
        return true
    }
}
