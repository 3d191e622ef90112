internal import GRDB
internal import Sync

extension StoreReader {
    /// Returns the step with an id.
    func undoStep(id: Int64) throws -> StoreReader.UndoStepRow? {
        try database.first(
            "SELECT \(StoreReader.UndoStepRow.columns) FROM undo_step WHERE id = ?", [id],
            StoreReader.UndoStepRow.init(row:))
    }

    /// Returns the steps since another, newest first: all exchanges, `sync undo`, and the commands that weren't undone.
    func laterSteps(than step: Int64) throws -> [(id: Int64, origin: StepRows.Origin)] {
        try database.rows(
            """
            SELECT id, received, by_registers AND replayed_after IS NULL FROM undo_step
            WHERE id > ? AND (received = 1 OR undone = 0) ORDER BY id DESC
            """, [step]
        )
        .mapAll { row in
            let (isReceived, isSyncUndo): (Bool, Bool) = (try row[1], try row[2])
            return (try row[0, StoredRange.id], isReceived ? .exchange : isSyncUndo ? .undo : .command)
        }
    }

    /// Returns the exchanges since a step, newest first.
    func receivedSteps(after step: Int64) throws -> [Int64] {
        try laterSteps(than: step).filter { $0.origin == .exchange }.map(\.id)
    }

    /// Returns the names of the devices whose changes were received since a step; `nil` for none.
    func receivedDevices(after step: Int64) throws -> String? {
        let names: [String] =
            try database.rows(
                "SELECT DISTINCT received_from FROM undo_step WHERE id > ? AND received_from IS NOT NULL", [step]
            )
            .mapAll { try $0[0] }
        return names.isEmpty ? nil : UnrevertedChanges.list(names)
    }

    /// Returns the inverses of a step in the order of undo.
    func inverses(ofStep id: Int64) throws -> [RowChange] {
        try decodedChanges("SELECT id, changes FROM undo_step WHERE id = ?", id)
            + decodedChanges("SELECT id, changes FROM undo_part WHERE step_id = ? ORDER BY id DESC", id)
    }

    private func decodedChanges(_ query: String, _ id: Int64) throws -> [RowChange] {
        try database.rows(query, [id])
            .mapAll { row in
                guard let changes = try UndoLog.decoded(row[1]) else {
                    throw row.error(at: 1, "isn't a valid list of changes")
                }
                return changes
            }
            .flatMap(\.self)
    }

    /// Returns the newest step that wasn't undone, also one of an exchange.
    func newestStep() throws -> Int64? {
        try database.value("SELECT max(id) FROM undo_step WHERE undone = 0", in: StoredRange.id)
    }

    /// Returns the newest step of an exchange that wasn't reverted.
    func receivedStep() throws -> Int64? {
        try database.value("SELECT max(id) FROM undo_step WHERE received = 1 AND undone = 0", in: StoredRange.id)
    }

    /// Returns the newest step when a step was made, undone or redone, if its inverses can't be applied as they are: sync has
    /// exchanged registers since, or registers led to them, so that they have no order.
    ///
    /// Another device may have made the same change, so that no row changed.
    func newestStep(beforeExchangeSince step: StoreReader.UndoStepRow) throws -> Int64? {
        guard let sync = try syncState(),
            let row =
                try database.rows(
                    "SELECT ifnull(replayed_after, id), by_registers FROM undo_step WHERE id = ?", [step.id]
                )
                .next()
        else { return nil }
        let newest: Int64 = try row[0, StoredRange.id]
        if try row[1] || sync.lastExchange.map({ $0 >= step.madeAt }) ?? false { return newest }
        return try database.hasRow("SELECT 1 FROM undo_step WHERE received = 1 AND id > ?", [newest]) ? newest : nil
    }
}
