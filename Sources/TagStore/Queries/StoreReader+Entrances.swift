internal import GRDB

/// The sets that entrances saved items to last, which aren't part of undo steps or exports.
extension StoreReader {
    /// Returns the set that an entrance saved to last.
    package func setID(rememberedBy entrance: String) throws -> Int64? {
        try database.value("SELECT set_id FROM entrance WHERE name = ?", [entrance], in: StoredRange.id)
    }

    /// Returns whether a set has neither tags nor items.
    package func isEmpty(setID: Int64) throws -> Bool {
        try !database.hasRow(
            """
            SELECT 1 FROM set_member WHERE set_id = ?1
            UNION ALL SELECT 1 FROM item WHERE set_id = ?1 LIMIT 1
            """, [setID])
    }
}

extension StoreWriter {
    /// Records the set that an entrance saved to last.
    package func remember(setID: Int64, by entrance: String) throws {
        guard try reader.setID(rememberedBy: entrance) != setID else { return }
        try database.run(
            "INSERT INTO entrance (name, set_id) VALUES (?, ?) ON CONFLICT DO UPDATE SET set_id = excluded.set_id",
            [entrance, setID])
    }
}
