internal import GRDB

extension TagStore {
    /// Brings what can be read of a damaged database into a new one; the damaged one stays as it is, byte for byte.
    ///
    /// A copy is read table by table, past what cannot be, and written by the changes that every command makes, so that
    /// the new database is exact. Steps to undo are left out: they refer to rows that may be lost.
    /// - Parameters:
    ///   - path: the damaged database, which nothing in this process has open.
    ///   - target: the new file, which must not exist.
    ///   - now: the time in milliseconds since 1970.
    ///   - isReadableLayout: whether a set's layout settings can be read; a set whose cannot gets none.
    /// - Returns: what was brought; `nil` where nothing could be read, and no file was made.
    /// - Throws: `StoreError`.
    /// - Complexity: linear in the database, and in memory what is brought.
    package static func recover(
        _ path: String,
        into target: String,
        at now: Int64,
        isReadableLayout: @escaping (String) -> Bool
    ) throws -> RecoveryReport? {
        guard !OpenDatabases.holds(path) else { throw StoreError.locked(path: path) }
        let copy = try DamagedCopy(of: path)
        defer { copy.remove() }
        // A file that SQLite cannot open at all gives nothing.
        guard let salvage = try? copy.read(Salvage.init), !salvage.isEmpty else { return nil }
        var report: RecoveryReport?
        try BackupFile(target)
            .make { draft in
                let store = try TagStore(.file(path: draft))
                report = try store.write(at: now) {
                    try SalvageWriter.write(salvage, with: $0, isReadableLayout: isReadableLayout)
                }
                try store.close()
            }
        return report
    }
}

extension TagStore {
    /// Checks a copy of a database that cannot be opened itself.
    ///
    /// - Throws: `StoreError` where SQLite can make nothing of it.
    package static func examineCopy(of path: String) throws -> StoreDiagnosis {
        guard !OpenDatabases.holds(path) else { throw StoreError.locked(path: path) }
        let copy = try DamagedCopy(of: path)
        defer { copy.remove() }
        return try StoreError.translatingOpening(path: path) {
            try copy.read { connection in
                StoreDiagnosis(
                    try Examination(connection),
                    schemaVersion: try Schema.version(of: connection)
                )
            }
        }
    }
}

/// What a recovery brought into the new database.
public struct RecoveryReport: Hashable, Sendable, Codable {
    /// The tables that hold what a person made, in a fixed order.
    public var tables: [RecoveredTable]
    /// How many tags were lost but for what refers to them; they are named `lost tag 12`.
    public var placeholders: Int
}

/// What a recovery brought of one table.
public struct RecoveredTable: Hashable, Sendable, Codable {
    /// The table's name.
    public var table: String
    /// The number of rows that were brought.
    public var brought = 0
    /// The number of rows that were read, and of which nothing could be made.
    public var lost = 0
    /// Whether all of the table could be reached.
    public var isWhole = true

    init(table: String, lost: Int, isWhole: Bool) {
        self.table = table
        self.lost = lost
        self.isWhole = isWhole
    }
}
