internal import GRDB
package import TagCore

/// The sets that a caller may see, such as those of a limited token.
struct VisibleSets: Hashable, Sendable {
    let ids: [Int64]
    /// The ids as JSON, so that all tokens can share one prepared statement.
    let json: String

    init(_ ids: [Int64]) {
        self.ids = ids
        json = "[" + ids.map(String.init).joined(separator: ",") + "]"
    }

    /// The SQL condition that a set is visible; its parameter is ``json``.
    static let condition = "set_id IN (SELECT value FROM json_each(?))"

    /// The SQL expression for the name of a tag as the caller sees it; its parameter is ``json``.
    static let shownName = """
        coalesce(
            (SELECT local_name.name FROM local_name WHERE tag_id = tag.id AND \(condition) ORDER BY set_id LIMIT 1),
            tag.name
        )
        """
}

/// The part of a store that the current task sees.
///
/// It is task-local, because tasks of several callers use a store at the same time.
struct StoreScope: Sendable {
    /// The visible sets; `nil` for everything.
    var visibleSets: VisibleSets?
    /// The store whose shared transaction the task belongs to.
    var transaction: ObjectIdentifier?
    /// The chain of transactions that make one undo step; `nil` if each makes a step.
    var chain: StepChain?
}

extension TagStore {
    /// Whether the current task is limited by ``limited(to:_:)``.
    package var isLimited: Bool { Self.scope.visibleSets != nil }

    /// Runs work that sees only the given sets.
    ///
    /// The work doesn't see the names, aliases and implications of tags outside the sets.
    ///
    /// ```swift
    /// let visible = try store.limited(to: [3]) {
    ///     try store.read { reader in try reader.sets().map(\.id) }  // [3]
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - setIDs: the ids of the sets; `nil` for everything.
    ///   - work: the work, whose readers and writers are limited to the sets.
    /// - Returns: the result of `work`.
    /// - Throws: the errors of `work`.
    package func limited<Result>(to setIDs: [Int64]?, _ work: () throws -> Result) rethrows -> Result {
        var scope = Self.scope
        scope.visibleSets = setIDs.map(VisibleSets.init)
        return try Self.$scope.withValue(scope, operation: work)
    }
}

/// A row of `local_name`: a name given by a limited caller to a tag whose real name it couldn't see.
package struct LocalName: Hashable, Sendable {
    package var setID: Int64
    package var tagID: Int64
    package var key: TagKey
    package var name: String

    /// Creates a row.
    package init(setID: Int64, tagID: Int64, key: TagKey, name: String) {
        self.setID = setID
        self.tagID = tagID
        self.key = key
        self.name = name
    }

    static let columns = "set_id, tag_id, key, name"

    init(row: StoredRow) throws {
        let name = try row.name(3)
        self.init(
            setID: try row[0, StoredRange.id], tagID: try row[1, StoredRange.feature],
            key: TagKey(text: try row.name(2), folded: TagKey(name).folded), name: name)
    }
}

/// Tags as seen by a limited caller: those in one of its sets, or in an item of one.
extension StoreReader {
    /// A reader that sees everything, for data that isn't passed on to the caller.
    package var unlimited: StoreReader { StoreReader(database: database) }

    /// Whether the caller is limited to some sets.
    package var isLimited: Bool { visibleSets != nil }

    /// Returns whether the caller may see a set.
    package func isVisible(setID: Int64) -> Bool { visibleSets?.ids.contains(setID) ?? true }

    /// Returns the tag or alias with a key, if the caller may see it.
    ///
    /// A tag with a local name is only found by that name.
    func visibleTarget(of key: TagKey) throws -> StoreReader.KeyTarget? {
        guard let visibleSets else { return try target(of: key) }
        let localID: Int64? = try database.value(
            """
            SELECT tag_id FROM local_name WHERE key = ? AND \(VisibleSets.condition)
            ORDER BY set_id LIMIT 1
            """, [key.text, visibleSets.json], in: StoredRange.feature)
        if let localID, try isVisible(tagID: localID), var tag = try tag(id: localID) {
            tag.name = try shownName(of: localID) ?? tag.name
            return .tag(tag)
        }
        guard let target = try unlimited.target(of: key), try isVisible(tagID: target.tag.id),
            try localName(of: target.tag.id) == nil
        else { return nil }
        return target
    }

    /// Returns the local name that the caller sees instead of a tag's real name.
    package func localName(of tagID: Int64) throws -> LocalName? {
        guard let visibleSets else { return nil }
        return try database.first(
            """
            SELECT \(LocalName.columns) FROM local_name WHERE tag_id = ? AND \(VisibleSets.condition)
            ORDER BY set_id LIMIT 1
            """, [tagID, visibleSets.json], LocalName.init(row:))
    }

    /// Returns the local names that the caller sees.
    func localNames() throws -> [LocalName] {
        guard let visibleSets else { return [] }
        return
            try database.rows(
                "SELECT \(LocalName.columns) FROM local_name WHERE \(VisibleSets.condition) ORDER BY set_id",
                [visibleSets.json]
            )
            .mapAll(LocalName.init(row:))
    }

    /// Returns the name of a tag as the caller sees it.
    func shownName(of tagID: Int64) throws -> String? {
        guard let visibleSets else {
            return try database.first("SELECT name FROM tag WHERE id = ?", [tagID]) { try $0.name(0) }
        }
        return try database.first("SELECT \(VisibleSets.shownName) FROM tag WHERE id = ?", [visibleSets.json, tagID]) {
            try $0.name(0)
        }
    }

    /// Returns whether the caller may see a tag.
    package func isVisible(tagID: Int64) throws -> Bool {
        guard let visibleSets else { return true }
        return try database.value(
            """
            SELECT EXISTS (SELECT 1 FROM set_member WHERE tag_id = ? AND \(VisibleSets.condition))
            OR EXISTS (
                SELECT 1 FROM posting JOIN item ON id = item_id
                WHERE tag_id = ? AND \(VisibleSets.condition)
            )
            """, [tagID, visibleSets.json, tagID, visibleSets.json]) ?? false
    }

    /// Returns the number of items of a set with each tag.
    ///
    /// - Complexity: linear in the number of the set's items.
    package func uses(inSet setID: Int64) throws -> [Int64: Int] {
        var uses: [Int64: Int] = [:]
        let rows = try database.rows("SELECT tag_ids FROM item WHERE set_id = ?", [setID])
        while let row = try rows.next() { for id in try row.tagIDs(0).rowIDs { uses[id, default: 0] += 1 } }
        return uses
    }
}

extension StoreWriter {
    /// Stores the name that limited callers see for a tag in one of their sets.
    package func put(_ name: LocalName) throws {
        try database.run(
            """
            INSERT INTO local_name (set_id, tag_id, key, name) VALUES (?, ?, ?, ?)
            ON CONFLICT (set_id, tag_id) DO UPDATE SET key = excluded.key, name = excluded.name
            """, [name.setID, name.tagID, name.key.text, name.name])
    }
}
