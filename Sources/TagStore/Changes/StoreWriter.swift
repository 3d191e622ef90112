internal import GRDB

/// Writes in one transaction: applies changes, remembers what takes them back, and keeps the counts exact.
package final class StoreWriter {
    let database: Database
    /// What the step is called in the undo journal; `nil`: it cannot be undone.
    package var summary: String?
    /// What takes the changes back, in the order in which they were made.
    private var inverses: [RowChange] = []
    var counts = PendingCounts()
    /// What the full-text indexes still lack, where the transaction puts that off.
    var waiting: WaitingIndexes?
    /// The tags whose rows or aliases were changed.
    private var touchedTags: Set<Int64> = []

    /// What the transaction has changed so far that suggestions rest on.
    var footprint: Footprint {
        let counted = counts.uses.keys.filter { !FeatureID.isWord($0) }.map { FeatureID.rowID($0) }
        return Footprint(tagIDs: touchedTags.union(counted), changesCounts: !counts.uses.isEmpty)
    }

    init(database: Database) {
        self.database = database
    }

    /// Reads within the transaction; counts of pairs are brought up to date when it ends.
    package var reader: StoreReader {
        StoreReader(database: database)
    }

    /// Whether anything was changed.
    package var hasChanged: Bool {
        !inverses.isEmpty
    }

    /// Applies a change and remembers what takes it back.
    package func apply(_ change: RowChange) throws {
        touchedTags.formUnion(change.touchedTags)
        for inverse in try perform(change) {
            touchedTags.formUnion(inverse.touchedTags)
            guard let last = inverses.last, let joined = last.joined(with: inverse) else {
                inverses.append(inverse)
                continue
            }
            inverses[inverses.count - 1] = joined
        }
    }

    /// Ends the transaction's work: writes the counts and the undo step.
    func finish(at now: Int64) throws {
        try fillIndexes()
        // Before the counts are written and forgotten: they are a part of what changed.
        try listChanges()
        try flushCounts()
        guard let summary, hasChanged else { return }
        try database.run("DELETE FROM undo_step WHERE undone = 1")
        try database.run(
            "INSERT INTO undo_step (made_at, summary, changes) VALUES (?, ?, ?)",
            [now, summary, try Journal.encoded(inverses.reversed())]
        )
        try database.run(
            "DELETE FROM undo_step WHERE id <= ?",
            [database.lastInsertedRowID - Self.keptSteps]
        )
    }

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
        guard let changes = try Journal.decoded(row[2]) else {
            throw row.damage(at: 2, "is no list of changes")
        }
        do {
            for change in changes { try apply(change) }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            throw row.damage(at: 2, "cannot be done (\(error.message ?? "a rule is broken"))")
        }
        try database.run(
            "UPDATE undo_step SET undone = ?, changes = ? WHERE id = ?",
            [undone, try Journal.encoded(inverses.reversed()), id]
        )
        return summary
    }
}
