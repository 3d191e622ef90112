internal import GRDB
package import TagCore

extension StoreReader {
    /// Names of tags and aliases that share runs of three characters with a key, the most alike first.
    ///
    /// Where the key is too short for that, names that start alike.
    package func namesLike(_ key: TagKey, limit: Int) throws -> [String] {
        guard let runs = Self.runs(of: key) else {
            return
                try database.rows(
                    "SELECT name FROM tag WHERE length(key) <= ? ORDER BY uses + other_uses DESC LIMIT ?",
                    [key.folded.unicodeScalars.count + 1, limit]
                )
                .mapAll { try $0[0] }
        }
        return
            try database.rows(
                """
                SELECT ifnull(tag.name, alias.name) FROM key_trigram
                LEFT JOIN tag ON key_trigram.rowid % 2 = 0 AND tag.id = key_trigram.rowid / 2
                LEFT JOIN alias ON key_trigram.rowid % 2 = 1 AND alias.id = key_trigram.rowid / 2
                WHERE key_trigram MATCH ? ORDER BY rank LIMIT ?
                """,
                [runs, limit]
            )
            .mapAll { try $0[0] }
    }

    /// A query for any of a key's runs of three characters; `nil` where it is too short for one to tell anything.
    ///
    /// A run that comes again is asked for once: FTS5 would read its postings each time.
    private static func runs(of key: TagKey) -> String? {
        let characters = Array(key.folded.unicodeScalars)
        guard characters.count >= 4 else { return nil }
        var known: Set<String> = []
        return (0...characters.count - 3)
            .map { String(String.UnicodeScalarView(characters[$0..<$0 + 3])) }
            .filter { known.insert($0).inserted }
            .map(quoted).joined(separator: " OR ")
    }

    /// The beginning of a text by which FTS5 looks for all of it; what it finds is then held against the text.
    ///
    /// FTS5 takes time for each place of each token of a phrase: for a long text of one letter, the square of its length.
    private static func phrase(_ text: String) -> String {
        quoted(String(String.UnicodeScalarView(text.unicodeScalars.prefix(longestPhrase))))
    }

    /// Whether FTS5 is asked for the whole of a text.
    private static func isPhrase(_ text: String) -> Bool {
        text.unicodeScalars.count <= longestPhrase
    }

    /// How many characters of a text FTS5 is asked for at most.
    private static let longestPhrase = 48

    /// A text as a string of FTS5's query language.
    ///
    /// Nothing but the quote has a meaning there; no key holds the NUL that would end it.
    private static func quoted(_ text: String) -> String {
        "\"\(text.replacing("\"", with: "\"\"").replacing("\0", with: ""))\""
    }
}

/// A tag with what completion orders it by.
package struct FoundTag: Hashable, Sendable {
    package var tag: TagRow
    /// How often it was used, here and elsewhere.
    package var uses: Int64
}

extension StoreReader {
    private static let foundColumns = "\(TagRow.columns), tag.uses + tag.other_uses"
    /// What was used much and lately, then what was used often.
    private static let byUse =
        "ORDER BY tag.frecency IS NULL, tag.frecency DESC, tag.uses + tag.other_uses DESC, tag.key"

    private func found(_ query: String, _ arguments: StatementArguments = []) throws -> [FoundTag] {
        try database.rows(query, arguments)
            .mapAll { FoundTag(tag: try TagRow(row: $0), uses: try $0.uses(TagRow.columnCount)) }
    }

    /// Tags whose folded key is a text or begins with it, the most used first, the very same before all.
    package func tags(beginningWith text: String, limit: Int) throws -> [FoundTag] {
        let same = try found(
            "SELECT \(Self.foundColumns) FROM tag WHERE folded = ? LIMIT ?",
            [text, limit]
        )
        return try same
            + found(
                // The index alone says which they are; only their rows are then read.
                """
                SELECT \(Self.foundColumns) FROM tag WHERE id IN (
                    SELECT id FROM tag WHERE folded > ?1 AND folded < ?1 || char(0x10FFFF)
                    ORDER BY frecency IS NULL, frecency DESC, uses + other_uses DESC, folded LIMIT ?2
                ) \(Self.byUse)
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
            ) AND (?3 OR instr(folded, ?4) > 0) \(Self.byUse) LIMIT ?2
            """,
            ["\(Self.phrase(text)) *", limit, Self.isPhrase(text), text]
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
            ) AND (?3 OR instr(folded, ?4) > 0) \(Self.byUse) LIMIT ?2
            """,
            [Self.phrase(text), limit, Self.isPhrase(text), text]
        )
    }

    /// Tags with an alias that holds a text anywhere, the most used first.
    package func tags(withAliasContaining text: String, limit: Int) throws -> [FoundTag] {
        try found(
            """
            SELECT \(Self.foundColumns) FROM tag
            WHERE id IN (SELECT tag_id FROM alias WHERE instr(folded, ?1) > 0) \(Self.byUse) LIMIT ?2
            """,
            [text, limit]
        )
    }

    /// Tags whose keys share runs of three characters with a text, the most alike first.
    package func tags(like key: TagKey, limit: Int) throws -> [FoundTag] {
        guard let runs = Self.runs(of: key) else { return [] }
        return try found(
            """
            SELECT \(Self.foundColumns) FROM key_trigram JOIN tag ON tag.id = key_trigram.rowid / 2
            WHERE key_trigram MATCH ? AND key_trigram.rowid % 2 = 0 ORDER BY rank LIMIT ?
            """,
            [runs, limit]
        )
    }

    /// Every tag whose folded key may be one edit away from a key, in no order, and others.
    ///
    /// One edit leaves the first two characters alone, or the rest, or it swaps the second and the third.
    package func tagsNear(_ key: TagKey) throws -> [FoundTag] {
        let scalars = Array(key.folded.unicodeScalars)
        func text(_ scalars: some Sequence<Unicode.Scalar>) -> String {
            String(String.UnicodeScalarView(scalars))
        }
        guard scalars.count >= 3 else { return [] }
        var near = try found(
            """
            SELECT \(Self.foundColumns) FROM tag WHERE folded >= ?1 AND folded < ?1 || char(0x10FFFF)
            AND length(folded) BETWEEN ?2 AND ?3
            """,
            [text(scalars[..<2]), scalars.count - 1, scalars.count + 1]
        )
        var swapped = scalars
        swapped.swapAt(1, 2)
        near += try tags(folded: text(swapped))
        if scalars.count == 4 {
            // Too short a rest for the index of three characters in a row: all tags are looked at.
            near += try found(
                """
                SELECT \(Self.foundColumns) FROM tag WHERE id IN (
                    SELECT id FROM tag WHERE length(folded) BETWEEN 3 AND 5 AND instr(folded, ?1) > 0
                )
                """,
                [text(scalars[2...])]
            )
        }
        if scalars.count >= 5 {
            near += try found(
                """
                SELECT \(Self.foundColumns) FROM tag WHERE id IN (
                    SELECT rowid / 2 FROM key_trigram WHERE key_trigram MATCH ?1 AND rowid % 2 = 0
                ) AND length(folded) BETWEEN ?2 AND ?3
                """,
                [Self.quoted(text(scalars[2...])), scalars.count - 1, scalars.count + 1]
            )
        }
        return near
    }

    /// The tags with a folded key.
    package func tags(folded: String) throws -> [FoundTag] {
        try found("SELECT \(Self.foundColumns) FROM tag WHERE folded = ?", [folded])
    }

    /// Tags by how much and how lately they were used, then by how often.
    package func tagsByUse(limit: Int) throws -> [FoundTag] {
        try found(
            "SELECT \(Self.foundColumns) FROM tag WHERE frecency IS NOT NULL ORDER BY frecency DESC LIMIT ?",
            [limit]
        )
            + found(
                "SELECT \(Self.foundColumns) FROM tag ORDER BY uses + other_uses DESC LIMIT ?",
                [limit]
            )
    }

    /// The tags with the given ids, in their order; unknown ids are left out.
    package func found(_ tagIDs: some Sequence<Int64>) throws -> [FoundTag] {
        try tagIDs.compactMap {
            try found("SELECT \(Self.foundColumns) FROM tag WHERE id = ?", [$0]).first
        }
    }

    /// Every tag.
    package func forEachFoundTag(_ body: (FoundTag) throws -> Void) throws {
        let rows = try database.rows("SELECT \(Self.foundColumns) FROM tag")
        while let row = try rows.next() {
            try body(FoundTag(tag: try TagRow(row: row), uses: try row.uses(TagRow.columnCount)))
        }
    }
}
