internal import GRDB

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
