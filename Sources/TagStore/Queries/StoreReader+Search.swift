internal import GRDB

extension StoreReader {
    /// Names of tags and aliases that share runs of three characters with a key, the most alike first.
    ///
    /// Where the key is too short for that, names that start alike.
    package func namesLike(_ key: TagKey, limit: Int) throws -> [String] {
        let characters = Array(key.folded.unicodeScalars)
        guard characters.count >= 4 else {
            return
                try database.rows(
                    "SELECT name FROM tag WHERE length(key) <= ? ORDER BY uses + other_uses DESC LIMIT ?",
                    [characters.count + 1, limit]
                )
                .mapAll { $0[0] }
        }
        let runs = (0...characters.count - 3)
            .map { start in
                Self.quoted(String(String.UnicodeScalarView(characters[start..<start + 3])))
            }
        return
            try database.rows(
                """
                SELECT ifnull(tag.name, alias.name) FROM key_trigram
                LEFT JOIN tag ON key_trigram.rowid % 2 = 0 AND tag.id = key_trigram.rowid / 2
                LEFT JOIN alias ON key_trigram.rowid % 2 = 1 AND alias.id = key_trigram.rowid / 2
                WHERE key_trigram MATCH ? ORDER BY rank LIMIT ?
                """,
                [runs.joined(separator: " OR "), limit]
            )
            .mapAll { $0[0] }
    }

    /// A text as a string of FTS5's query language.
    ///
    /// Nothing but the quote has a meaning there; no key holds the NUL that would end it.
    private static func quoted(_ text: String) -> String {
        "\"\(text.replacing("\"", with: "\"\"").replacing("\0", with: ""))\""
    }
}

/// A tag that typed text or frecency brought up.
package struct FoundTag: Hashable, Sendable {
    package var tag: TagRow
    /// How often it was used, here and elsewhere.
    package var uses: Int64
    /// The alias that matched, where it was one.
    package var alias: String?
}

extension StoreReader {
    private static let foundColumns = "\(TagRow.columns), tag.uses + tag.other_uses, NULL"
    private static let byUse = "ORDER BY tag.uses + tag.other_uses DESC, tag.key"

    private func found(_ query: String, _ arguments: StatementArguments) throws -> [FoundTag] {
        try database.rows(query, arguments)
            .mapAll { row in
                FoundTag(
                    tag: TagRow(row: row),
                    uses: row[TagRow.columnCount],
                    alias: row[TagRow.columnCount + 1]
                )
            }
    }

    /// Tags whose folded key is a text, the most used first.
    package func tags(folded text: String, limit: Int) throws -> [FoundTag] {
        try found(
            "SELECT \(Self.foundColumns) FROM tag WHERE folded = ?1 \(Self.byUse) LIMIT ?2",
            [text, limit]
        )
    }

    /// Tags whose folded key begins with a text, the most used first.
    package func tags(beginningWith text: String, limit: Int) throws -> [FoundTag] {
        try found(
            """
            SELECT \(Self.foundColumns) FROM tag
            WHERE folded >= ?1 AND folded < ?1 || char(0x10FFFF) \(Self.byUse) LIMIT ?2
            """,
            [text, limit]
        )
    }

    /// Tags in whose key a word begins with a text, the most used first.
    package func tags(withWordBeginning text: String, limit: Int) throws -> [FoundTag] {
        guard text.unicodeScalars.contains(where: \.properties.isAlphabetic) else { return [] }
        return try found(
            """
            SELECT \(Self.foundColumns) FROM tag WHERE id IN (
                SELECT rowid / 2 FROM key_word WHERE key_word MATCH ?1 AND rowid % 2 = 0
            ) \(Self.byUse) LIMIT ?2
            """,
            ["\(Self.quoted(text)) *", limit]
        )
    }

    /// Tags whose key holds a text anywhere, the most used first.
    package func tags(containing text: String, limit: Int) throws -> [FoundTag] {
        guard text.unicodeScalars.count >= 3 else {
            return try found(
                "SELECT \(Self.foundColumns) FROM tag WHERE instr(folded, ?1) > 0 \(Self.byUse) LIMIT ?2",
                [text, limit]
            )
        }
        return try found(
            """
            SELECT \(Self.foundColumns) FROM tag WHERE id IN (
                SELECT rowid / 2 FROM key_trigram WHERE key_trigram MATCH ?1 AND rowid % 2 = 0
            ) \(Self.byUse) LIMIT ?2
            """,
            [Self.quoted(text), limit]
        )
    }

    /// Tags with an alias that holds a text anywhere, the most used first.
    package func tags(withAliasContaining text: String, limit: Int) throws -> [FoundTag] {
        try found(
            """
            SELECT \(TagRow.columns), tag.uses + tag.other_uses, alias.name
            FROM alias JOIN tag ON tag.id = alias.tag_id
            WHERE instr(alias.folded, ?1) > 0 \(Self.byUse) LIMIT ?2
            """,
            [text, limit]
        )
    }

    /// Tags by how much and how lately they were used, then by how often.
    package func tagsByFrecency(limit: Int) throws -> [FoundTag] {
        try found(
            """
            SELECT \(Self.foundColumns) FROM tag
            ORDER BY frecency IS NULL, frecency DESC, tag.uses + tag.other_uses DESC, tag.key LIMIT ?1
            """,
            [limit]
        )
    }

    /// The found form of tags with the given ids, in their order; unknown ids are left out.
    package func found(_ tagIDs: [Int64]) throws -> [FoundTag] {
        try tagIDs.compactMap {
            try found("SELECT \(Self.foundColumns) FROM tag WHERE id = ?", [$0]).first
        }
    }
}
