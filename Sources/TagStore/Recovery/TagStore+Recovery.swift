internal import GRDB

extension TagStore {
    /// Copies what is readable of a damaged database into a new one; the damaged one is left unchanged.
    ///
    /// A temporary copy is read table by table (`Salvage`, `TableWalk`), skipping what is unreadable, and written as ordinary
    /// changes (`SalvageWriter`), so that the counts are exact. The undo log is dropped, since it refers to rows that may be lost.
    /// - Parameters:
    ///   - path: the damaged database, which this process must not have open.
    ///   - target: the path of the new file, which must not exist.
    ///   - now: the time in milliseconds since 1970.
    ///   - isReadableLayout: whether a set's layout settings are readable; a set with unreadable ones is recovered without.
    /// - Returns: what was recovered; `nil` if nothing was readable, in which case no file is created.
    /// - Throws: `StoreError`.
    /// - Complexity: O(*n*) time in the size of the database, and memory for all recovered rows.
    package static func recover(
        _ path: String,
        into target: String,
        at now: Int64,
        isReadableLayout: @escaping (String) -> Bool
    ) throws -> RecoveryReport? {
        guard !OpenDatabases.holds(path) else { throw StoreError.locked(path: path) }
        let copy = try DamagedCopy(of: path)
        defer { copy.remove() }
        guard let salvage = try salvage(from: copy, of: path), !salvage.isEmpty else { return nil }
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

    /// Reads a copy; `nil` if SQLite cannot open it at all.
    private static func salvage(from copy: DamagedCopy, of path: String) throws -> Salvage? {
        do {
            return try StoreError.translatingOpening(path: path) { try copy.read(Salvage.init) }
        } catch let error as StoreError {
            if case .inputOutput = error { throw error }
            return nil
        }
    }
}

extension TagStore {
    /// Checks a copy of a database that cannot be opened itself.
    ///
    /// - Throws: `StoreError` if SQLite cannot open the copy either.
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

/// The result of recovering a damaged database into a new one.
public struct RecoveryReport: Hashable, Sendable, Codable {
    /// The tables with the user's data, in a fixed order.
    public var tables: [RecoveredTable]
    /// The number of lost tags that other rows refer to; they are recovered under names such as `lost tag 12`.
    public var placeholders: Int
}

/// The result of recovering one table.
public struct RecoveredTable: Hashable, Sendable, Codable {
    /// The table's name.
    public var table: String
    /// The number of rows that were recovered.
    public var recovered = 0
    /// The number of rows that were read but could not be used.
    public var lost = 0
    /// Whether every row of the table could be reached, as far as is known.
    public var isWhole = true

    private enum CodingKeys: String, CodingKey {
        case table, lost, isWhole
        case recovered = "brought"
    }

    init(table: String, lost: Int, isWhole: Bool) {
        self.table = table
        self.lost = lost
        self.isWhole = isWhole
    }
}
