internal import GRDB

/// The reader of one snapshot of the database, created by ``TagStore/read(_:)`` and by ``StoreWriter/reader``.
///
/// Extensions group the queries by subject: tags and aliases, sets and members, items and counts, and search.
///
/// ```swift
/// let target = try store.read { reader in try reader.target(of: TagKey("Reading")) }
/// print(target?.tag.name ?? "no such tag")
/// ```
package struct StoreReader {
    /// The connection to read through.
    let database: Database
    /// The sets that the caller may see; `nil` for everything.
    let visibleSets: VisibleSets?

    init(database: Database, seeing visibleSets: VisibleSets? = nil) {
        self.database = database
        self.visibleSets = visibleSets
    }
}
