internal import GRDB

/// The reader of one snapshot of the database, created by ``TagStore/read(_:)`` and by ``StoreWriter/reader``.
///
/// The queries are grouped in extensions by subject: tags and aliases, sets and members, saved selections and counts, and search.
///
/// ```swift
/// let target = try store.read { reader in try reader.target(of: TagKey("Reading")) }
/// print(target?.tag.name ?? "no such tag")
/// ```
///
/// What may be answered from memory alone is tried first with ``ofNothing``, whose first query throws ``NothingIsRead``.
package struct StoreReader {
    private let connection: Database?
    /// The sets that the caller may see; `nil` for everything.
    let visibleSets: VisibleSets?

    init(database: Database, seeing visibleSets: VisibleSets? = nil) {
        connection = database
        self.visibleSets = visibleSets
    }

    private init() { (connection, visibleSets) = (nil, nil) }

    /// A reader without a database.
    package static var ofNothing: StoreReader { StoreReader() }

    /// The connection that it reads through.
    var database: Database {
        get throws(NothingIsRead) {
            guard let connection else { throw NothingIsRead() }
            return connection
        }
    }
}

/// A query was made through a reader without a database.
package struct NothingIsRead: Error {}
