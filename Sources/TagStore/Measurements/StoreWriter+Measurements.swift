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
        let measurer: Int64? = try database.first(
            "SELECT id FROM measurer WHERE identity = ?",
            [identity]
        )?[0]
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

    /// Forgets the measurements of one measurer.
    package func forgetMeasurements(measurer identity: String) throws {
        try database.run("DELETE FROM measurer WHERE identity = ?", [identity])
    }

    /// Forgets every measurement; gives how many there were.
    package func clearMeasurements() throws -> Int {
        try database.run("DELETE FROM measurement")
        let count = database.changesCount
        try database.run("DELETE FROM measurer")
        return count
    }
}
