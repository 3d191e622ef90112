internal import GRDB

/// The changes of other devices since a step: the steps of later exchanges.
struct LaterChanges {
    /// The changes of one row.
    struct Entry {
        /// The devices that made them.
        private(set) var devices: [String] = []
        /// The row before and after each of them that replaced the row.
        private(set) var replaced: [(before: RowChange, after: RowChange)] = []
        /// The row before the first of them.
        private(set) var first: RowChange?

        mutating func add(_ devices: String, before: RowChange?, after: RowChange?) {
            if !self.devices.contains(devices) { self.devices.append(devices) }
            first = first ?? before
            if let before, let after { replaced.append((before, after)) }
        }
    }

    private var entries: [ChangedRow: Entry] = [:]
    /// The inserted rows.
    private var inserted: [(kind: ChangedRow.RangeKind, run: ClosedRange<Int64>, devices: String)] = []

    /// Whether nothing was changed.
    var isEmpty: Bool { entries.isEmpty && inserted.isEmpty }

    /// All devices with changes, in the order of their first one.
    private(set) var devices: [String] = []

    /// Returns the changes of a row; `nil` if there are none.
    func entry(of row: ChangedRow) -> Entry? {
        var entry = entries[row]
        if let place = row.inRange {
            for range in inserted where range.kind == place.kind && range.run.contains(place.id) {
                entry = entry ?? Entry()
                entry?.add(range.devices, before: nil, after: nil)
            }
        }
        return entry
    }

    /// Adds the changes of a step.
    ///
    /// - Parameters:
    ///   - inverses: the inverses of its changes, as undo applies them.
    ///   - rows: the rows that replaced others.
    ///   - devices: the names of the devices that made them.
    mutating func add(inverses: [RowChange], rows: [ChangedRow: RowChange], devices: String) {
        if !self.devices.contains(devices) { self.devices.append(devices) }
        var before: [ChangedRow: RowChange] = [:]
        for inverse in inverses {
            // The last inverse has the row before the step.
            if let row = ChangedRow(of: inverse) { before[row] = inverse }
            if let (kind, run) = inverse.deletedRange { inserted.append((kind, run, devices)) }
        }
        for (row, inverse) in before { entries[row, default: Entry()].add(devices, before: inverse, after: rows[row]) }
    }

    /// Records that a row changed since a step, from the value after the step to the current one.
    mutating func add(_ row: ChangedRow, before: RowChange, after: RowChange, devices: String) {
        entries[row, default: Entry()].add(devices, before: before, after: after)
    }
}

extension RowChange {
    /// Whether the change replaces a row field by field, so that undo reverts single fields.
    var hasFields: Bool {
        switch self {
        case .putTag, .putSet, .putItem, .putView, .putTagDetail: true
        default: false
        }
    }
}

extension StoreReader {
    /// Returns the changes of exchanges since a step was made, undone or redone.
    func laterChanges(than step: Int64) throws -> LaterChanges {
        let since: Int64 =
            try database.value("SELECT ifnull(replayed_after, id) FROM undo_step WHERE id = ?", [step]) ?? step
        var later = LaterChanges()
        let ids: [Int64] =
            try database.rows("SELECT id FROM undo_step WHERE received = 1 AND id > ? ORDER BY id", [since])
            .mapAll { try $0[0, StoredRange.id] }
        for id in ids {
            let from: String? = try database.value("SELECT received_from FROM undo_step WHERE id = ?", [id])
            later.add(
                inverses: try inverses(ofStep: id), rows: try receivedRows(ofStep: id),
                devices: from ?? "another device")
        }
        return later
    }

    /// Returns the inverses of a step in the order of undo.
    func inverses(ofStep id: Int64) throws -> [RowChange] {
        var changes = try decodedChanges("SELECT id, changes FROM undo_step WHERE id = ?", id)
        changes += try decodedChanges("SELECT id, changes FROM undo_part WHERE step_id = ? ORDER BY id DESC", id)
        return changes
    }

    /// Returns the rows that a received step wrote over others.
    func receivedRows(ofStep id: Int64) throws -> [ChangedRow: RowChange] {
        let changes = try decodedChanges("SELECT id, ifnull(received_rows, '[]') FROM undo_step WHERE id = ?", id)
        return Dictionary(changes.compactMap { change in ChangedRow(of: change).map { ($0, change) } }) { $1 }
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
}
