internal import GRDB

extension TagStore {
    /// Copies the readable part of a damaged database to a new one; the damaged database isn't changed.
    ///
    /// A temporary copy is read table by table (``Salvage``, ``TableWalk``), skipping unreadable parts, and written
    /// with ordinary changes (``SalvageWriter``), so that the counts are exact. The undo log is omitted, because it
    /// refers to rows that may be lost.
    ///
    /// ```swift
    /// let report = try TagStore.recover("tags.sqlite", into: "recovered.sqlite", at: now) { _ in true }
    /// print(report.map { "\($0.placeholders) tags lost their names" } ?? "nothing was readable")
    /// ```
    ///
    /// - Parameters:
    ///   - path: the damaged database, which this process must not have open.
    ///   - target: the path of the new file, which must not exist.
    ///   - now: the time in milliseconds since 1970.
    ///   - isReadableLayout: returns whether a set's layout settings are readable; unreadable settings are omitted.
    /// - Returns: the recovered and lost rows; `nil` if nothing was readable, in which case no file is created.
    /// - Throws: `StoreError`.
    /// - Complexity: O(*n*) time in the size of the database, and memory for all recovered rows.
    package static func recover(
        _ path: String, into target: String, at now: Int64, isReadableLayout: @escaping (String) -> Bool
    ) throws -> RecoveryReport? {
        guard !OpenDatabases.holds(path) else { throw StoreError.locked(path: path) }
        let copy = try RecoveryCopy(of: path)
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

    /// Reads a copy; returns `nil` if SQLite can't open it at all.
    private static func salvage(from copy: RecoveryCopy, of path: String) throws -> Salvage? {
        do { return try StoreError.translatingOpening(path: path) { try copy.read(Salvage.init) } } catch let error
            as StoreError
        {
            if case .inputOutput = error { throw error }
            return nil
        }
    }
}

extension TagStore {
    /// Checks a copy of a database that can't be opened.
    ///
    /// - Throws: `StoreError` if SQLite can't open the copy either.
    package static func diagnoseCopy(of path: String) throws -> StoreDiagnosis {
        guard !OpenDatabases.holds(path) else { throw StoreError.locked(path: path) }
        let copy = try RecoveryCopy(of: path)
        defer { copy.remove() }
        return try StoreError.translatingOpening(path: path) {
            try copy.read { connection in
                StoreDiagnosis(try DatabaseCheck(connection), schemaVersion: try DatabaseSchema.version(of: connection))
            }
        }
    }
}

/// The result of recovering a damaged database into a new one.
public struct RecoveryReport: Hashable, Sendable, Codable {
    /// The tables with the user's data, in a fixed order.
    public var tables: [RecoveredTable]
    /// The number of lost tags that other rows refer to; they are recovered with names such as `lost tag 12`.
    public var placeholders: Int
}

/// The result of recovering one table.
public struct RecoveredTable: Hashable, Sendable, Codable {
    /// The table's name.
    public var table: String
    /// The number of recovered rows.
    public var recovered = 0
    /// The number of rows that were read but aren't usable.
    public var lost = 0
    /// Whether all rows of the table seem to have been reached.
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
