internal import GRDB

extension StoreReader {
    /// The share of the tags in sets whose size a measurer has in the cache; `nil` where there are none.
    package func cachedShare(measurer identity: String) throws -> Double? {
        try database.first(
            """
            SELECT avg(EXISTS (
                SELECT 1 FROM measurement
                WHERE text = name AND measurer_id = (SELECT id FROM measurer WHERE identity = ?)
            )) FROM tag WHERE id IN (SELECT tag_id FROM set_member)
            """,
            [identity]
        )?[0]
    }
}
