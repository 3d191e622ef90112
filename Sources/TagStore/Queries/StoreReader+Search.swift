internal import GRDB
package import TagCore

extension StoreReader {
    /// Returns names of tags and aliases that share trigrams with a key, most similar first.
    ///
    /// For a key of fewer than four characters, returns the names of short tags, most used first.
    package func namesLike(_ key: TagKey, limit: Int) throws -> [String] {
        guard let trigrams = Self.trigramQuery(of: key) else {
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
                """, [trigrams, limit]
            )
            .mapAll { try $0[0] }
    }

    /// Returns a query for any trigram of a key; `nil` if the key is too short for trigrams to be significant.
    ///
    /// A repeated trigram is included once, because FTS5 would read its postings each time.
    private static func trigramQuery(of key: TagKey) -> String? {
        let characters = Array(key.folded.unicodeScalars)
        guard characters.count >= 4 else { return nil }
        var known: Set<String> = []
        return (0...characters.count - 3).map { String(String.UnicodeScalarView(characters[$0..<$0 + 3])) }
            .filter { known.insert($0).inserted }.map(quoted).joined(separator: " OR ")
    }

    /// Returns the prefix of a text for a phrase query; the caller compares the tags found with the whole text.
    ///
    /// The running time of FTS5 is proportional to the occurrences of each token of a phrase, and so quadratic for a
    /// long text of one repeated letter.
    private static func phrase(_ text: String) -> String {
        quoted(String(String.UnicodeScalarView(text.unicodeScalars.prefix(maxPhraseLength))))
    }

    /// Returns whether FTS5 can search for the whole text.
    private static func isPhrase(_ text: String) -> Bool { text.unicodeScalars.count <= maxPhraseLength }

    /// The maximum number of characters in a phrase.
    private static let maxPhraseLength = 48

    /// Returns a text as a string literal of FTS5's query language.
    ///
    /// Only the quotation mark is special; NUL, which would end the query, is removed.
    private static func quoted(_ text: String) -> String {
        "\"\(text.replacing("\"", with: "\"\"").replacing("\0", with: ""))\""
    }
}

extension StoreReader {
    private static let foundColumns = "\(TagRow.columns), tag.uses + tag.other_uses"
    /// By frecency, then by number of uses.
    private static let byUse =
        "ORDER BY tag.frecency IS NULL, tag.frecency DESC, tag.uses + tag.other_uses DESC, tag.key"

    private func found(_ query: String, _ values: StatementValues = []) throws -> [StoreReader.FoundTag] {
        try database.rows(query, values)
            .mapAll { StoreReader.FoundTag(tag: try TagRow(row: $0), uses: try $0.uses(TagRow.columnCount)) }
    }

    /// Returns tags whose folded key begins with a text, most used first; tags whose key equals the text come before
    /// them.
    package func tags(beginningWith text: String, limit: Int) throws -> [StoreReader.FoundTag] {
        let same = try found("SELECT \(Self.foundColumns) FROM tag WHERE folded = ? LIMIT ?", [text, limit])
        return try same
            + found(
                // The inner query only uses a covering index; the rows are read only for its result.
                """
                SELECT \(Self.foundColumns) FROM tag WHERE id IN (
                    SELECT id FROM tag WHERE folded > ?1 AND folded < ?1 || char(0x10FFFF)
                    ORDER BY frecency IS NULL, frecency DESC, uses + other_uses DESC, folded LIMIT ?2
                ) \(Self.byUse)
                """, [text, limit])
    }

    /// Returns tags whose key contains a text, most used first.
    package func tags(containing text: String, limit: Int) throws -> [StoreReader.FoundTag] {
        guard text.unicodeScalars.count >= 3 else {
            return try found(
                "SELECT \(Self.foundColumns) FROM tag WHERE instr(folded, ?1) > 0 \(Self.byUse) LIMIT ?2",
                [text, limit])
        }
        return try found(
            """
            SELECT \(Self.foundColumns) FROM tag WHERE id IN (
                SELECT rowid / 2 FROM key_trigram WHERE key_trigram MATCH ?1 AND rowid % 2 = 0
            ) AND (?3 OR instr(folded, ?4) > 0) \(Self.byUse) LIMIT ?2
            """, [Self.phrase(text), limit, Self.isPhrase(text), text])
    }

    /// Returns a superset of the tags whose folded key is one edit away from a key, in no particular order.
    ///
    /// One edit leaves either the first two characters or the rest unchanged, unless it swaps the second and third
    /// characters.
    package func tagsNear(_ key: TagKey) throws -> [StoreReader.FoundTag] {
        let scalars = Array(key.folded.unicodeScalars)
        func text(_ scalars: some Sequence<Unicode.Scalar>) -> String { String(String.UnicodeScalarView(scalars)) }
        guard scalars.count >= 3 else { return [] }
        var near = try found(
            """
            SELECT \(Self.foundColumns) FROM tag WHERE folded >= ?1 AND folded < ?1 || char(0x10FFFF)
            AND length(folded) BETWEEN ?2 AND ?3
            """, [text(scalars[..<2]), scalars.count - 1, scalars.count + 1])
        var swapped = scalars
        swapped.swapAt(1, 2)
        near += try tags(folded: text(swapped))
        if scalars.count == 4 {
            // The rest is too short for the trigram index, so all tags are scanned.
            near += try found(
                """
                SELECT \(Self.foundColumns) FROM tag WHERE id IN (
                    SELECT id FROM tag WHERE length(folded) BETWEEN 3 AND 5 AND instr(folded, ?1) > 0
                )
                """, [text(scalars[2...])])
        }
        if scalars.count >= 5 {
            near += try found(
                """
                SELECT \(Self.foundColumns) FROM tag WHERE id IN (
                    SELECT rowid / 2 FROM key_trigram WHERE key_trigram MATCH ?1 AND rowid % 2 = 0
                ) AND length(folded) BETWEEN ?2 AND ?3
                """, [Self.quoted(text(scalars[2...])), scalars.count - 1, scalars.count + 1])
        }
        return near
    }

    /// Returns the tags whose names, as the caller sees them, contain words in this order.
    ///
    /// - Parameters:
    ///   - text: the words.
    ///   - isPrefix: whether the last word may be the beginning of a word.
    /// - Returns: the ids of the tags, in no particular order.
    /// - Throws: SQLite's errors.
    /// - Complexity: linear in the tags that contain the longest word, or in all tags if it has fewer than three letters.
    package func tagIDs(named text: SearchText, isPrefix: Bool) throws -> [Int64] {
        guard let longest = text.words.prefix(SearchText.wordLimit).max(by: { $0.utf8.count < $1.utf8.count }) else {
            return []
        }
        let condition =
            longest.unicodeScalars.count < 3
            ? "instr(folded, ?) > 0"
            : "id IN (SELECT rowid / 2 FROM key_trigram WHERE key_trigram MATCH ? AND rowid % 2 = 0)"
        let value = longest.unicodeScalars.count < 3 ? longest : Self.phrase(longest)
        let rows = try database.rows("SELECT id, folded FROM tag WHERE \(condition)", [value])
        var found: [Int64] = []
        while let row = try rows.next() {
            let name: String = try row[1]
            if SearchText(name).contains(text, isPrefix: isPrefix) { found.append(try row[0, StoredRange.feature]) }
        }
        guard isLimited else { return found }
        let local = try localNames().filter { SearchText($0.name).contains(text, isPrefix: isPrefix) }
        return try found.filter { try localName(of: $0) == nil } + local.map(\.tagID)
    }

    /// Returns the tags with a folded key.
    package func tags(folded: String) throws -> [StoreReader.FoundTag] {
        try found("SELECT \(Self.foundColumns) FROM tag WHERE folded = ?", [folded])
    }

    /// Returns the tags whose folded keys begin with a text.
    package func tags(foldedPrefix prefix: String) throws -> [StoreReader.FoundTag] {
        try found("SELECT \(Self.foundColumns) FROM tag WHERE folded >= ?1 AND folded < ?1 || char(0x10FFFF)", [prefix])
    }

    /// Returns the tags with the highest frecency, then the most used tags, at most `limit` of each; tags may repeat.
    package func tagsByUse(limit: Int) throws -> [StoreReader.FoundTag] {
        try found(
            "SELECT \(Self.foundColumns) FROM tag WHERE frecency IS NOT NULL ORDER BY frecency DESC LIMIT ?", [limit])
            + found("SELECT \(Self.foundColumns) FROM tag ORDER BY uses + other_uses DESC LIMIT ?", [limit])
    }

    /// Returns the most used tags of a set, at most `limit`.
    ///
    /// - Complexity: O(n log n) in the tags of the set.
    package func tagsByUse(ofSet setID: Int64, limit: Int) throws -> [StoreReader.FoundTag] {
        try found(
            """
            SELECT \(Self.foundColumns) FROM tag WHERE id IN (
                SELECT tag.id FROM set_member JOIN tag ON tag.id = set_member.tag_id
                WHERE set_member.set_id = ? \(Self.byUse) LIMIT ?
            )
            """, [setID, limit])
    }

    /// Returns the tags with the given ids, in the same order; skips unknown ids.
    package func found(_ tagIDs: some Sequence<Int64>) throws -> [StoreReader.FoundTag] {
        try tagIDs.compactMap { try found("SELECT \(Self.foundColumns) FROM tag WHERE id = ?", [$0]).first }
    }

    /// Calls a closure with each tag, in no particular order.
    package func forEachFoundTag(_ body: (StoreReader.FoundTag) throws -> Void) throws {
        let rows = try database.rows("SELECT \(Self.foundColumns) FROM tag")
        while let row = try rows.next() {
            try body(StoreReader.FoundTag(tag: try TagRow(row: row), uses: try row.uses(TagRow.columnCount)))
        }
    }
}

extension StoreReader {
    /// A tag found by a search, with the number of uses by which results are ordered.
    ///
    /// ```swift
    /// let found = try store.read { reader in try reader.tags(beginningWith: "rea", limit: 10) }
    /// print(found.map(\.tag.name))  // ["reading", "real estate"]
    /// ```
    package struct FoundTag: Hashable, Sendable {
        package var tag: TagRow
        /// The number of uses, in items and elsewhere.
        package var uses: Int64
    }
}
