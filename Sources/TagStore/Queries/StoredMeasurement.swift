internal import GRDB

/// The measured size of one text, in the measurer's unit.
package struct StoredMeasurement: Hashable, Sendable {
    package var width: Double
    package var height: Double
    package var baseline: Double

    /// How many measurements are kept: those of some large sets by some measurers, about 20 megabytes.
    package static let limit = 250_000

    package init(width: Double, height: Double, baseline: Double) {
        self.width = width
        self.height = height
        self.baseline = baseline
    }

    /// The measurement that three columns of a row hold, `nil` where they are null.
    init?(row: StoredRow, from column: Int) throws {
        let width: Double? = try row[column, StoredRange.width]
        let height: Double? = try row[column + 1, StoredRange.height]
        let baseline: Double? = try row[column + 2, StoredRange.height]
        guard let width, let height, let baseline else { return nil }
        self.init(width: width, height: height, baseline: baseline)
    }
}

extension StoreReader {
    /// The share of the tags in sets whose size a measurer has in the cache; `nil` where there are none.
    package func cachedShare(measurer identity: String) throws -> Double? {
        try database.value(
            """
            SELECT avg(EXISTS (
                SELECT 1 FROM measurement
                WHERE text = name AND measurer_id = (SELECT id FROM measurer WHERE identity = ?)
            )) FROM tag WHERE id IN (SELECT tag_id FROM set_member)
            """,
            [identity]
        )
    }

    /// Every size that a measurer has kept, by its text.
    package func measurements(measurer identity: String) throws -> [String: StoredMeasurement] {
        var sizes: [String: StoredMeasurement] = [:]
        let rows = try database.rows(
            """
            SELECT text, width, height, baseline FROM measurement
            WHERE measurer_id = (SELECT id FROM measurer WHERE identity = ?)
            """,
            [identity]
        )
        while let row = try rows.next() {
            sizes[try row[0]] = try StoredMeasurement(row: row, from: 1)
        }
        return sizes
    }
}

extension StoreWriter {
    /// Keeps measured sizes under a measurer's identity.
    ///
    /// - Parameters:
    ///   - measurements: the texts and their sizes.
    ///   - identity: the measurer, in one line.
    ///   - today: the day, in days since 1970, by which the least recently used go first.
    /// - Throws: SQLite's errors.
    package func keepMeasurements(
        _ measurements: [(text: String, size: StoredMeasurement)],
        measurer identity: String,
        today: Int64
    ) throws {
        try database.run(
            "INSERT INTO measurer (identity) VALUES (?) ON CONFLICT DO NOTHING",
            [identity]
        )
        let measurer: Int64? = try database.value(
            "SELECT id FROM measurer WHERE identity = ?",
            [identity]
        )
        for (text, size) in measurements {
            try database.run(
                """
                INSERT INTO measurement (measurer_id, text, width, height, baseline, used_on)
                VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
                """,
                [measurer, text, size.width, size.height, size.baseline, today]
            )
        }
    }

    /// Notes that the sizes of a set's tags by a measurer are used today, so that they are forgotten last.
    package func useMeasurements(ofSet setID: Int64, measurer identity: String, today: Int64) throws
    {
        try database.run(
            """
            UPDATE measurement SET used_on = ?1
            WHERE measurer_id = (SELECT id FROM measurer WHERE identity = ?2) AND used_on < ?1
                AND text IN (
                    SELECT name FROM set_member JOIN tag ON tag.id = tag_id WHERE set_id = ?3
                )
            """,
            [today, identity, setID]
        )
    }

    /// Forgets the least recently used measurements where there are more than a limit, and measurers without any.
    ///
    /// A tenth of the limit is made free, so that not every new size costs a forgotten one. What terminals answered
    /// stays: nothing but asking them again brings it back.
    /// Complexity: linear in the measurements; n log n where some are forgotten.
    package func boundMeasurements(to limit: Int = StoredMeasurement.limit) throws {
        let count: Int = try database.value("SELECT count(*) FROM measurement") ?? 0
        guard count > limit else { return }
        try database.run(
            """
            DELETE FROM measurement WHERE (measurer_id, text) IN (
                SELECT measurer_id, text FROM measurement
                WHERE measurer_id NOT IN (\(Self.terminals)) ORDER BY used_on LIMIT ?
            )
            """,
            [count - (limit - limit / 10)]
        )
        try database.run(
            "DELETE FROM measurer WHERE id NOT IN (SELECT measurer_id FROM measurement)"
        )
    }

    /// Forgets the measurements of one measurer.
    package func forgetMeasurements(measurer identity: String) throws {
        try database.run("DELETE FROM measurer WHERE identity = ?", [identity])
    }

    /// Forgets every measurement but what terminals answered, which is no cache; gives how many there were.
    package func clearMeasurements() throws -> Int {
        try database.run("DELETE FROM measurement WHERE measurer_id NOT IN (\(Self.terminals))")
        let count = database.changesCount
        try database.run("DELETE FROM measurer WHERE id NOT IN (\(Self.terminals))")
        return count
    }

    /// The measurers that are terminals, by the first part of their identity.
    private static let terminals = "SELECT id FROM measurer WHERE identity GLOB 'terminal;*'"
}

extension TagStore {
    /// Writes what can be done without, such as a cache: given up at once where somebody else is writing.
    ///
    /// - Parameters:
    ///   - now: the time in milliseconds since 1970.
    ///   - body: what is written, all of it or nothing.
    /// - Returns: whether it was written.
    /// - Throws: what the body throws, and SQLite's errors other than that the database is busy.
    package func writeUnlessBusy(
        at now: Int64,
        _ body: (StoreWriter) throws -> Void
    ) throws -> Bool {
        try withConnection { connection in
            let timeout: Int = try connection.value("PRAGMA busy_timeout") ?? 0
            try connection.execute(sql: "PRAGMA busy_timeout = 0")
            let written = Result { try Self.write(on: connection, at: now, body) }
            try connection.execute(sql: "PRAGMA busy_timeout = \(timeout)")
            return try written.get()
        }
    }

    private static func write(
        on connection: Database,
        at now: Int64,
        _ body: (StoreWriter) throws -> Void
    ) throws -> Bool {
        do {
            try connection.inTransaction(.immediate) {
                let writer = StoreWriter(database: connection)
                try body(writer)
                try writer.finish(at: now)
                return .commit
            }
            return true
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
            return false
        }
    }
}
