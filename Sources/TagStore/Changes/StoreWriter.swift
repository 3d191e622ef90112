internal import GRDB

/// Writes in one transaction: applies changes, remembers what takes them back, and keeps the counts exact.
package final class StoreWriter {
    let database: Database
    /// What the step is called in the undo journal; `nil`: it cannot be undone.
    package var summary: String?
    /// What takes the changes back: the newest of it, what came before stands in parts.
    private var inverses = PendingInverses()
    /// The step of the journal that the parts belong to, where there are any or where it is being taken back.
    private var stepID: Int64?
    var counts = PendingCounts()
    /// Whether counts were written before the transaction's end.
    private var hasFlushedCounts = false
    /// What the full-text indexes still lack, where the transaction puts that off.
    var waiting: WaitingIndexes?
    /// The tags whose rows or aliases were changed, or which were counted.
    private var touchedTags = TouchedTags()

    /// What the transaction has changed so far that suggestions rest on.
    var footprint: Footprint {
        var tags = touchedTags
        tags.insert(counts.uses.keys)
        return Footprint(
            tagIDs: tags.ids,
            changesCounts: hasFlushedCounts || !counts.uses.isEmpty
        )
    }

    init(database: Database) {
        self.database = database
    }

    /// Reads within the transaction; counts of pairs are brought up to date when it ends.
    package var reader: StoreReader {
        StoreReader(database: database)
    }

    /// Whether anything was changed.
    package private(set) var hasChanged = false

    /// Applies a change and remembers what takes it back.
    ///
    /// What it holds in memory is bounded: a run of rows is changed in slices, and what has gathered is written.
    package func apply(_ change: RowChange) throws {
        var rest: RowChange? = change
        while let whole = rest {
            let (slice, after) = try sliced(whole)
            touchedTags.insert(slice.touchedTags)
            for inverse in try perform(slice) {
                touchedTags.insert(inverse.touchedTags)
                inverses.append(inverse)
                hasChanged = true
            }
            if inverses.isLarge { try writePart() }
            try flushManyUses()
            rest = after
        }
    }

    /// Applies the making of rows that are known to be new, in order: many with each statement.
    package func insert(_ new: NewTags) throws {
        guard !new.tags.isEmpty || !new.aliases.isEmpty || !new.members.isEmpty else { return }
        try dropIndexesBefore(new.tags)
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
        hasChanged = true
        if inverses.isLarge { try writePart() }
    }

    /// Ends the transaction's work: writes the counts and the undo step.
    func finish(at now: Int64) throws {
        try fillIndexes()
        // Before the counts are written and forgotten: they are a part of what changed.
        try listChanges()
        try flushCounts()
        guard let summary, hasChanged else {
            if let stepID { try database.run("DELETE FROM undo_step WHERE id = ?", [stepID]) }
            return
        }
        try database.run("DELETE FROM undo_step WHERE undone = 1")
        let id = try stepID ?? makeStep()
        try database.run(
            "UPDATE undo_step SET made_at = ?, summary = ?, changes = ? WHERE id = ?",
            [now, summary, try inverses.encoded(), id]
        )
        try database.run("DELETE FROM undo_step WHERE id <= ?", [id - Self.keptSteps])
    }

    private func makeStep() throws -> Int64 {
        let id = try reader.lastID(of: .undoStep) + 1
        try database.run(
            "INSERT INTO undo_step (id, made_at, summary, changes) VALUES (?, 0, '', '[]')",
            [id]
        )
        return id
    }

    /// Writes what takes the last changes back as a part of the step, and forgets it.
    private func writePart() throws {
        let id = try stepID ?? makeStep()
        stepID = id
        try database.run(
            "INSERT INTO undo_part (step_id, changes) VALUES (?, ?)",
            [id, try inverses.encoded()]
        )
        inverses = PendingInverses()
    }

    /// Writes the counts early where those of very many tags have gathered.
    private func flushManyUses() throws {
        guard counts.uses.count >= Self.mostUses else { return }
        touchedTags.insert(counts.uses.keys)
        hasFlushedCounts = true
        try flushCounts()
    }

    /// Of how many tags the uses gather before they are written.
    private static let mostUses = 250_000

    /// How many steps can be undone.
    package static let keptSteps: Int64 = 1_000
}

extension StoreWriter {
    /// Takes the newest step back; gives its summary, `nil` where there is none.
    package func undo() throws -> String? {
        try turn(
            "SELECT id, summary, changes FROM undo_step WHERE undone = 0 ORDER BY id DESC LIMIT 1",
            undone: true
        )
    }

    /// Makes the step again that was taken back last; gives its summary, `nil` where there is none.
    package func redo() throws -> String? {
        try turn(
            "SELECT id, summary, changes FROM undo_step WHERE undone = 1 ORDER BY id LIMIT 1",
            undone: false
        )
    }

    /// Applies a step's changes and keeps in their place what takes those back.
    private func turn(_ query: String, undone: Bool) throws -> String? {
        guard let row = try database.first(query) else { return nil }
        let id: Int64 = try row[0, StoredRange.id]
        let summary: String = try row[1]
        stepID = id
        // Parts that are written meanwhile, of what takes these back, have numbers above all that are left.
        var last = try reader.lastPart(ofStep: id) + 1
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
