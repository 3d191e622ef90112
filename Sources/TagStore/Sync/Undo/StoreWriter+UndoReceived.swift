internal import GRDB

extension StoreWriter {
    /// Reverts the changes that were received last, and returns their step; `nil` if nothing was received (rule 7).
    ///
    /// The transaction is a step of this device, so all devices get it, and `undo` reverts it. Later changes stay.
    package func undoReceivedStep() throws -> StoreReader.UndoStepRow? {
        guard let id = try reader.receivedStep(), let step = try reader.undoStep(id: id) else { return nil }
        summary = "sync undo"
        var reversal = Reversal(self, later: try reader.changes(sinceReceiving: id))
        for inverse in try reader.inverses(ofStep: id) { try reversal.apply(inverse) }
        keptChanges = reversal.kept
        try database.run("UPDATE undo_step SET undone = 1 WHERE id = ?", [id])
        return step
    }
}

extension StoreReader {
    /// Returns the step with an id.
    fileprivate func undoStep(id: Int64) throws -> StoreReader.UndoStepRow? {
        try database.first(
            "SELECT \(StoreReader.UndoStepRow.columns) FROM undo_step WHERE id = ?", [id],
            StoreReader.UndoStepRow.init(row:))
    }

    /// Returns the changes of this device and later exchanges since a step of an exchange.
    fileprivate func changes(sinceReceiving step: Int64) throws -> LaterChanges {
        var later = LaterChanges()
        let name = try syncState()?.deviceName ?? "this device"
        let steps: [(id: Int64, devices: String?)] =
            try database.rows("SELECT id, received_from FROM undo_step WHERE id > ? AND undone = 0 ORDER BY id", [step])
            .mapAll { (try $0[0, StoredRange.id], try $0[1]) }
        for other in steps {
            let inverses = try inverses(ofStep: other.id).filter { try !isOnlySelected($0) }
            later.add(inverses: inverses, rows: [:], devices: other.devices ?? name)
        }
        for (row, received) in try receivedRows(ofStep: step) {
            guard later.entry(of: row) != nil, let present = try present(row) else { continue }
            later.add(row, before: received, after: present, devices: name)
        }
        return later
    }

    /// Returns whether an inverse only changes whether a member is selected, which isn't exchanged.
    private func isOnlySelected(_ inverse: RowChange) throws -> Bool {
        guard case .putMember(let old) = inverse else { return false }
        return try member(setID: old.setID, tagID: old.tagID)?.position == old.position
    }

    /// Returns the present version of a row whose fields are reverted one by one.
    private func present(_ row: ChangedRow) throws -> RowChange? {
        switch row {
        case .tag(let id): try tag(id: id).map(RowChange.putTag)
        case .set(let id): try set(id: id).map(RowChange.putSet)
        case .item(let id): try item(id: id).map(RowChange.putItem)
        case .view(let id): try view(id: id).map(RowChange.putView)
        case .detail(let tag): try details(ofTags: tag...tag).first.map(RowChange.putTagDetail)
        default: nil
        }
    }
}
