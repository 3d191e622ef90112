internal import GRDB

/// The writer of one transaction: applies changes, gathers their inverses for undo, and keeps the counts exact.
///
/// ``TagStore/write(at:_:)`` creates it and finishes its work:
///
/// 1. ``apply(_:)`` performs a ``RowChange`` in slices and gathers the inverses in `PendingInverses`; changes of saved selections
///    go to `PendingCounts`. ``insert(_:)`` does the same for many new tags at once.
/// 2. `finish(at:)` updates deferred full-text indexes, records the changed tags, writes the counts, and writes the undo step.
///
/// ```swift
/// try store.write(at: now) { writer in
///     writer.summary = "select 'reading'"
///     try writer.apply(.putMember(MemberRow(setID: 1, tagID: 5, position: 1_024, isSelected: true)))
/// }
/// ```
package final class StoreWriter {
    let database: Database
    /// The name of the step in the undo journal; `nil` if the transaction cannot be undone.
    package var summary: String?
    /// The inverses of the latest changes; those of earlier changes are written as parts of the step.
    private var inverses = PendingInverses()
    /// The step of the journal that is being replayed, or that has parts already.
    private var stepID: Int64?
    /// What is undone or redone.
    private var replayed: String?
    var counts = PendingCounts()
    /// Whether counts were written before the end of the transaction.
    private var hasFlushedCounts = false
    /// What the full-text indexes lack, if the transaction defers their update.
    var deferredIndexing: DeferredIndexing?
    /// The tags whose rows, aliases or counts were changed.
    private var touchedTags = TouchedTags()
    /// The sets and tags that the commit log names.
    private var scope = CommitScope()

    /// The changes so far that affect suggestions.
    var footprint: Footprint {
        var tags = touchedTags
        tags.insert(counts.uses.keys)
        return Footprint(
            tagIDs: tags.ids,
            changesCounts: hasFlushedCounts || !counts.uses.isEmpty
        )
    }

    /// Creates a writer in the current transaction of a connection.
    init(database: Database) {
        self.database = database
    }

    /// A reader within the transaction; it sees the counts of pairs only after the transaction.
    package var reader: StoreReader {
        StoreReader(database: database)
    }

    /// Whether the transaction has changed anything.
    package private(set) var hasChanged = false

    /// Applies a change and gathers its inverses for undo.
    ///
    /// Memory is bounded: a run of rows is deleted in slices, and gathered inverses and counts are written when they are large.
    ///
    /// ```swift
    /// try writer.apply(.putTag(TagRow(id: 1, name: "reading")))
    /// try writer.apply(.deleteTags(1...1))
    /// ```
    ///
    /// - Throws: SQLite's error if the change violates a constraint.
    /// - Complexity: O(rows · log(database)).
    package func apply(_ change: RowChange) throws {
        var rest: RowChange? = change
        while let whole = rest {
            let (slice, after) = try sliced(whole)
            touchedTags.insert(slice.touchedTags)
            scope.insert(slice)
            for inverse in try perform(slice) {
                touchedTags.insert(inverse.touchedTags)
                scope.insert(inverse)
                inverses.append(inverse)
                hasChanged = true
            }
            if inverses.isFull { try writeUndoPart() }
            try flushCountsIfLarge()
            rest = after
        }
    }

    /// Inserts rows that are known to be new, many with each statement.
    package func insert(_ new: NewTags) throws {
        guard !new.tags.isEmpty || !new.aliases.isEmpty || !new.members.isEmpty else { return }
        try dropIndexes(beforeInserting: new.tags)
        try insertRows(of: new)
        for tag in new.tags {
            touchedTags.insert([tag.id])
            inverses.append(.deleteTags(tag.id...tag.id))
        }
        for alias in new.aliases {
            touchedTags.insert([alias.tagID])
            inverses.append(.deleteAliases(alias.id...alias.id))
        }
        for member in new.members {
            inverses.append(.deleteMember(setID: member.setID, tagID: member.tagID))
        }
        scope.insert(new)
        hasChanged = true
        if inverses.isFull { try writeUndoPart() }
    }

    /// Finishes the transaction: writes the counts and the undo step.
    func finish(at now: Int64) throws {
        try updateFullTextIndexes()
        // Before the counts are written and reset, since they are part of the footprint.
        try recordChanges()
        try flushCounts()
        if hasChanged { try logCommit(of: scope, summary: summary ?? replayed ?? "", at: now) }
        guard let summary, hasChanged else {
            if let stepID { try database.run("DELETE FROM undo_step WHERE id = ?", [stepID]) }
            return
        }
        try database.run("DELETE FROM undo_step WHERE undone = 1")
        let id = try stepID ?? createUndoStep()
        try database.run(
            "UPDATE undo_step SET made_at = ?, summary = ?, changes = ? WHERE id = ?",
            [now, summary, try inverses.encoded(), id]
        )
        try database.run("DELETE FROM undo_step WHERE id <= ?", [id - Self.undoStepLimit])
    }

    private func createUndoStep() throws -> Int64 {
        let id = try reader.lastID(of: .undoStep) + 1
        try database.run(
            "INSERT INTO undo_step (id, made_at, summary, changes) VALUES (?, 0, '', '[]')",
            [id]
        )
        return id
    }

    /// Writes the gathered inverses as a part of the undo step, and clears them.
    private func writeUndoPart() throws {
        let id = try stepID ?? createUndoStep()
        stepID = id
        try database.run(
            "INSERT INTO undo_part (step_id, changes) VALUES (?, ?)",
            [id, try inverses.encoded()]
        )
        inverses = PendingInverses()
    }

    /// Writes the counts early if those of very many tags are pending.
    private func flushCountsIfLarge() throws {
        guard counts.uses.count >= Self.pendingUsesLimit else { return }
        touchedTags.insert(counts.uses.keys)
        hasFlushedCounts = true
        try flushCounts()
    }

    /// The number of tags with pending uses at which the counts are written.
    private static let pendingUsesLimit = 250_000

    /// The maximum number of steps that can be undone.
    package static let undoStepLimit: Int64 = 1_000
}

extension StoreWriter {
    /// Undoes the newest step; returns its summary, or `nil` if there is none.
    package func undo() throws -> String? {
        try replay(
            "SELECT id, summary, changes FROM undo_step WHERE undone = 0 ORDER BY id DESC LIMIT 1",
            undone: true
        )
    }

    /// Redoes the step that was undone last; returns its summary, or `nil` if there is none.
    package func redo() throws -> String? {
        try replay(
            "SELECT id, summary, changes FROM undo_step WHERE undone = 1 ORDER BY id LIMIT 1",
            undone: false
        )
    }

    /// Applies the changes of a step and replaces them by their inverses.
    private func replay(_ query: String, undone: Bool) throws -> String? {
        guard let row = try database.first(query) else { return nil }
        let id: Int64 = try row[0, StoredRange.id]
        let summary: String = try row[1]
        replayed = "\(undone ? "undo" : "redo") \(summary)"
        stepID = id
        // Parts written during the replay, of its inverses, have higher numbers than all parts still to apply.
        var last = try lastPart(ofStep: id) + 1
        try apply(row, column: 2)
        while let row = try database.first(
            "SELECT id, changes FROM undo_part WHERE step_id = ? AND id < ? ORDER BY id DESC LIMIT 1",
            [id, last]
        ) {
            last = try row[0]
            try database.run("DELETE FROM undo_part WHERE id = ?", [last])
            try apply(row, column: 1)
        }
        try database.run(
            "UPDATE undo_step SET undone = ?, changes = ? WHERE id = ?",
            [undone, try inverses.encoded(), id]
        )
        stepID = nil
        return summary
    }

    /// Returns the number of the newest part of an undo step, or 0 if it has none.
    private func lastPart(ofStep id: Int64) throws -> Int64 {
        try database.value(
            "SELECT max(id) FROM undo_part WHERE step_id = ?",
            [id],
            in: StoredRange.id
        ) ?? 0
    }

    /// Applies the changes that a column of the journal lists.
    private func apply(_ row: StoredRow, column: Int) throws {
        guard let changes = try Journal.decoded(row[column]) else {
            throw row.damage(at: column, "is no list of changes")
        }
        do {
            for change in changes { try apply(change) }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            throw row.damage(at: column, "cannot be done (\(error.message ?? "a rule is broken"))")
        }
    }
}
