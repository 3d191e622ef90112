internal import GRDB

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
