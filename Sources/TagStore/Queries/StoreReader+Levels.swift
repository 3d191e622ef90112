internal import TagCore

/// The levels of the names of tags.
extension StoreReader {
    /// Returns the sets whose tags have no levels, because of `layout-settings --hierarchy off`.
    package func setsWithoutLevels() throws -> [Int64] {
        try database.rows(
            """
            SELECT id FROM tag_set WHERE layout <> '{}'
            AND CASE WHEN json_valid(layout) THEN json_extract(layout, '$.hierarchy') = 0 END ORDER BY id
            """
        )
        .mapAll { try $0[0, StoredRange.id] }
    }

    /// Returns the nearest existing tag above a tag, or `nil`.
    ///
    /// An alias isn't above any tag. A limited caller sees only tags that it may see, by the names that it sees.
    package func tagID(above tagID: Int64) throws -> Int64? {
        let local = try localName(of: tagID)?.key.text
        let key: String? = try local ?? database.value("SELECT key FROM tag WHERE id = ?", [tagID])
        return try key.flatMap { try self.tagID(aboveKey: $0) }
    }

    /// Returns the nearest existing tag above a key, or `nil`.
    private func tagID(aboveKey key: String) throws -> Int64? {
        for above in TagPath.keys(above: key) {
            if visibleSets == nil {
                let id = try database.value("SELECT id FROM tag WHERE key = ?", [above], in: StoredRange.feature)
                if let id { return id }
            } else if case .tag(let tag) = try target(of: TagKey(text: above, folded: above)) {
                return tag.id
            }
        }
        return nil
    }

    /// Returns the tags below a key, by key.
    ///
    /// - Complexity: linear in the tags below the key.
    package func tags(belowKey key: String) throws -> [TagRow] {
        var found = try TagPath.bounds(below: key)
            .flatMap { bounds in
                try database.rows(
                    "SELECT \(TagRow.columns) FROM tag WHERE key > ? AND key < ? ORDER BY key",
                    [bounds.after, bounds.before]
                )
                .mapAll(TagRow.init(row:))
            }
        guard isLimited else { return found }
        found = try found.filter { try isVisible(tagID: $0.id) && localName(of: $0.id) == nil }
        for local in try localNames() where TagPath.isKey(local.key.text, below: key) {
            guard try isVisible(tagID: local.tagID), var tag = try tag(id: local.tagID) else { continue }
            (tag.key, tag.name) = (local.key, local.name)
            found.append(tag)
        }
        return found
    }

    /// Returns the tags below a tag, by key.
    package func tags(below tagID: Int64) throws -> [TagRow] {
        guard let tag = try tag(id: tagID) else { return [] }
        return try tags(belowKey: localName(of: tagID)?.key.text ?? tag.key.text)
    }

    /// Returns the nearest existing tag above each tag that has one.
    ///
    /// - Complexity: linear in the number of tags; without levels, one scan of their keys.
    package func tagsAbove() throws -> [Int64: Int64] {
        let hasLevels = "(instr(key, '/') > 1 OR instr(key, '::') > 1)"
        guard try database.hasRow("SELECT 1 FROM tag WHERE \(hasLevels) LIMIT 1") else { return [:] }
        var above: [Int64: Int64] = [:]
        guard !isLimited else {
            let ids: [Int64] = try database.rows("SELECT id FROM tag WHERE \(hasLevels)")
                .mapAll { try $0[0, StoredRange.feature] }
            for id in ids where try isVisible(tagID: id) { above[id] = try tagID(above: id) }
            return above
        }
        var nesting = KeyNesting()
        let rows = try database.rows("SELECT id, key FROM tag ORDER BY key")
        while let row = try rows.next() {
            let id = try row[0, StoredRange.feature] as Int64
            above[id] = nesting.add(try row.name(1), id: id)
        }
        return above
    }

    /// Returns whether a tag belongs to sets, and to the given sets alone.
    package func isTag(_ tagID: Int64, onlyInSets setIDs: [Int64]) throws -> Bool {
        let sets: [Int64] = try database.rows("SELECT set_id FROM set_member WHERE tag_id = ?", [tagID])
            .mapAll { try $0[0, StoredRange.id] }
        return !sets.isEmpty && sets.allSatisfy(setIDs.contains)
    }
}
