internal import GRDB

extension StoreReader {
    /// Names of tags and aliases that share runs of three characters with a key, the most alike first.
    ///
    /// Where the key is too short for that, names that start alike.
    package func namesLike(_ key: TagKey, limit: Int) throws -> [String] {
        let characters = Array(key.folded.unicodeScalars)
        guard characters.count >= 4 else {
            return try database.rows(
                "SELECT name FROM tag WHERE length(key) <= ? ORDER BY uses + other_uses DESC LIMIT ?",
                [characters.count + 1, limit]
            ).mapAll { $0[0] }
        }
        let runs = (0...characters.count - 3).map { start in
            Self.quoted(String(String.UnicodeScalarView(characters[start..<start + 3])))
        }
        return try database.rows(
            """
            SELECT ifnull(tag.name, alias.name) FROM key_trigram
            LEFT JOIN tag ON key_trigram.rowid % 2 = 0 AND tag.id = key_trigram.rowid / 2
            LEFT JOIN alias ON key_trigram.rowid % 2 = 1 AND alias.id = key_trigram.rowid / 2
            WHERE key_trigram MATCH ? ORDER BY rank LIMIT ?
            """,
            [runs.joined(separator: " OR "), limit]
        ).mapAll { $0[0] }
    }

    /// A text as a string of FTS5's query language, in which nothing but the quote has a meaning.
    private static func quoted(_ text: String) -> String {
        "\"\(text.replacing("\"", with: "\"\""))\""
    }
}
