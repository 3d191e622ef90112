internal import GRDB

/// The measured size of a text, in the unit of its measurer: terminal cells or points.
///
/// ```swift
/// let size = StoredMeasurement(width: 7, height: 1, baseline: 1)
/// try writer.storeMeasurements([("reading", size)], measurer: identity, today: 20_000)
/// ```
package struct StoredMeasurement: Hashable, Sendable {
    package var width: Double
    package var height: Double
    package var baseline: Double

    /// The maximum number of stored measurements, about 20 MB: enough for a few large sets and measurers.
    package static let limit = 250_000

    package init(width: Double, height: Double, baseline: Double) {
        self.width = width
        self.height = height
        self.baseline = baseline
    }

    /// Reads a measurement from three columns of a row; `nil` if any is NULL.
    init?(row: StoredRow, from column: Int) throws {
        let width: Double? = try row[column, StoredRange.width]
        let height: Double? = try row[column + 1, StoredRange.height]
        let baseline: Double? = try row[column + 2, StoredRange.height]
        guard let width, let height, let baseline else { return nil }
        self.init(width: width, height: height, baseline: baseline)
    }
}

extension StoreReader {
    /// Returns the fraction of the tags in sets with a cached size; `nil` if there are no such tags.
    package func cachedShare(measurer identity: String) throws -> Double? {
        try database.value(
            """
            SELECT avg(EXISTS (
                SELECT 1 FROM measurement
                WHERE text = name AND measurer_id = (SELECT id FROM measurer WHERE identity = ?)
            )) FROM tag WHERE id IN (SELECT tag_id FROM set_member)
            """, [identity])
    }

    /// Returns all cached sizes of a measurer by text.
    package func measurements(measurer identity: String) throws -> [String: StoredMeasurement] {
        var sizes: [String: StoredMeasurement] = [:]
        let rows = try database.rows(
            """
            SELECT text, width, height, baseline FROM measurement
            WHERE measurer_id = (SELECT id FROM measurer WHERE identity = ?)
            """, [identity])
        while let row = try rows.next() { sizes[try row[0]] = try StoredMeasurement(row: row, from: 1) }
        return sizes
    }
}

extension StoreWriter {
    /// Stores measured sizes under the identity of a measurer.
    ///
    /// - Parameters:
    ///   - measurements: the texts and their sizes.
    ///   - identity: the identity of the measurer, on one line.
    ///   - today: the day of use in days since 1970; the least recently used measurements are evicted first.
    /// - Throws: SQLite's errors.
    package func storeMeasurements(
        _ measurements: [(text: String, size: StoredMeasurement)], measurer identity: String, today: Int64
    ) throws {
        try database.run("INSERT INTO measurer (identity) VALUES (?) ON CONFLICT DO NOTHING", [identity])
        let measurer: Int64? = try database.value("SELECT id FROM measurer WHERE identity = ?", [identity])
        for (text, size) in measurements {
            try database.run(
                """
                INSERT INTO measurement (measurer_id, text, width, height, baseline, used_on)
                VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
                """, [measurer, text, size.width, size.height, size.baseline, today])
        }
    }

    /// Marks the sizes of a set's tags as used today, so that they are evicted last.
    package func markMeasurementsUsed(ofSet setID: Int64, measurer identity: String, today: Int64) throws {
        try database.run(
            """
            UPDATE measurement SET used_on = ?1
            WHERE measurer_id = (SELECT id FROM measurer WHERE identity = ?2) AND used_on < ?1
                AND text IN (
                    SELECT name FROM set_member JOIN tag ON tag.id = tag_id WHERE set_id = ?3
                )
            """, [today, identity, setID])
    }

    /// Evicts the least recently used measurements beyond a limit, and measurers without measurements.
    ///
    /// A tenth of the limit is freed, so that evictions are rare. Measurements by terminals are kept, because only the
    /// terminal can repeat them.
    /// - Complexity: O(*n*) in the number of measurements; O(*n* log *n*) if any are evicted.
    package func limitMeasurements(to limit: Int = StoredMeasurement.limit) throws {
        let count: Int = try database.value("SELECT count(*) FROM measurement") ?? 0
        guard count > limit else { return }
        try database.run(
            """
            DELETE FROM measurement WHERE (measurer_id, text) IN (
                SELECT measurer_id, text FROM measurement
                WHERE measurer_id NOT IN (\(Self.terminals)) ORDER BY used_on LIMIT ?
            )
            """, [count - (limit - limit / 10)])
        try database.run("DELETE FROM measurer WHERE id NOT IN (SELECT measurer_id FROM measurement)")
    }

    /// Deletes the measurements of one measurer.
    package func deleteMeasurements(measurer identity: String) throws {
        try database.run("DELETE FROM measurer WHERE identity = ?", [identity])
    }

    /// Deletes all measurements except those by terminals, which aren't a cache; returns the number of deleted
    /// measurements.
    package func clearMeasurements() throws -> Int {
        try database.run("DELETE FROM measurement WHERE measurer_id NOT IN (\(Self.terminals))")
        let count = database.changesCount
        try database.run("DELETE FROM measurer WHERE id NOT IN (\(Self.terminals))")
        return count
    }

    /// A query for the measurers that are terminals, recognized by the first part of their identity.
    private static let terminals = "SELECT id FROM measurer WHERE identity GLOB 'terminal;*'"
}

extension TagStore {
    /// Writes dispensable data, such as a cache, unless this process or another one is writing.
    ///
    /// - Parameters:
    ///   - now: the time in milliseconds since 1970.
    ///   - body: the write, in one transaction.
    /// - Returns: whether the write was committed.
    /// - Throws: the errors of `body`, and SQLite's errors except SQLITE_BUSY.
    package func writeUnlessBusy(at now: Int64, _ body: (StoreWriter) throws -> Void) throws -> Bool {
        // The current write may itself be waiting for another process.
        guard try !isWriting, try !database().isReadOnly else { return false }
        return try withConnection { connection in
            let timeout: Int = try connection.value("PRAGMA busy_timeout") ?? 0
            try connection.execute(sql: "PRAGMA busy_timeout = 0")
            let written = Result { try Self.write(on: connection, at: now, body) }
            try connection.execute(sql: "PRAGMA busy_timeout = \(timeout)")
            return try written.get()
        }
    }

    private static func write(
        on connection: Database, at now: Int64, _ body: (StoreWriter) throws -> Void
    ) throws -> Bool {
        do {
            try connection.inTransaction(.immediate) {
                let writer = StoreWriter(database: connection)
                try body(writer)
                try writer.finish(at: now)
                return .commit
            }
            return true
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY { return false }
    }
}
