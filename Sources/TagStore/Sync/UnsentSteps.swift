internal import GRDB
internal import Sync

/// The rows at a time since the last exchange, to be turned into registers before the present ones.
struct EarlierRows {
    let content: LocalContent
    /// The rows that changed since the exchange or the former time.
    let touched: TouchedRows
}

/// The steps since the last exchange.
///
/// Registers are usually written once for all of them, because later values replace earlier values. But a step may revert an
/// earlier change, or delete the changed thing. Then undo needs the registers of the earlier step, and other devices need the
/// stamp of the later step. So the rows before such a step become registers first.
struct UnsentSteps {
    private struct Step {
        let id: Int64
        let stamp: Stamp
        /// The changed rows before and after the step.
        var rows: [ChangedRow: (before: RowChange?, after: RowChange?)] = [:]
    }

    /// The maximum number of times at which rows become registers: each takes as long as an exchange.
    private static let limit = 20

    private let reader: StoreReader
    private var steps: [Step]
    /// The present rows.
    private let present: RowVersions

    /// Reads the steps; `nil` if there is at most one, which can't revert another.
    init?(_ reader: StoreReader, device: DeviceID) throws {
        self.reader = reader
        steps = try reader.database
            .rows(
                """
                SELECT id, stamp_time, stamp_counter FROM undo_step
                WHERE stamp_time IS NOT NULL AND undone = 0 ORDER BY stamp_time, stamp_counter
                """
            )
            .mapAll { row in
                let (time, counter): (Int64, Int64) = (try row[1, 0...Int64.max], try row[2, 0...Int64.max])
                return Step(
                    id: try row[0, StoredRange.id],
                    stamp: Stamp(milliseconds: UInt64(time), counter: UInt64(counter), device: device))
            }
        guard steps.count > 1 else { return nil }
        let inverses = try steps.map { try reader.inverses(ofStep: $0.id) }
        present = try RowVersions(reader, changedBy: inverses.flatMap(\.self))
        var rows = present
        for index in steps.indices.reversed() {
            let changed = rows.changed(by: inverses[index])
            let after = changed.map { ($0, rows.rows[$0]) }
            for inverse in inverses[index] { rows.apply(inverse) }
            for (row, after) in after where after != rows.rows[row] { steps[index].rows[row] = (rows.rows[row], after) }
        }
    }

    /// Returns the rows before each step that reverts a change of an earlier step, oldest first.
    func earlierRows() throws -> [EarlierRows] {
        var ends: [Int] = []
        var first: [ChangedRow: RowChange?] = [:]
        for (index, step) in steps.enumerated() {
            if reverts(step, since: first) {
                ends.append(index)
                first = [:]
            }
            for (row, versions) in step.rows where first[row] == nil { first[row] = .some(versions.before) }
        }
        guard !ends.isEmpty else { return [] }
        ends = Array(ends.suffix(Self.limit))
        var (rows, last, found): (RowVersions, Int, [EarlierRows]) = (present, steps.count, [])
        for (end, start) in zip(ends, [0] + ends).reversed() {
            for step in steps[end..<last].reversed() {
                for (row, versions) in step.rows { rows.replace(row, with: versions.before) }
            }
            last = end
            let touched = touched(by: steps[start..<end], merged: rows.merged)
            found.append(EarlierRows(content: try rows.content(reader), touched: touched))
        }
        return found.reversed()
    }

    private func touched(by steps: ArraySlice<Step>, merged: [Int64: Int64]) -> TouchedRows {
        var touched = TouchedRows()
        for step in steps {
            var journal = SyncJournal()
            for (row, versions) in step.rows {
                journal.insert(versions.after ?? row.deletion, undoneBy: versions.before ?? row.deletion)
            }
            for (kind, rows) in journal.rows {
                for (row, fields) in rows { touched.insert(row, kind, fields, step.stamp) }
            }
        }
        touched.merged = merged
        return touched
    }

    /// Returns whether a step gives a field its value from before earlier steps, or deletes a thing that they changed.
    ///
    /// - Parameters:
    ///   - step: The step.
    ///   - first: The rows that the earlier steps changed, as they were before.
    /// - Returns: Whether it does.
    private func reverts(_ step: Step, since first: [ChangedRow: RowChange?]) -> Bool {
        guard !first.isEmpty else { return false }
        return step.rows.contains { row, versions in
            // Items and sets may have got the tag by an earlier step.
            if versions.after == nil, row.rank == 0 { return true }
            guard let start = first[row] else { return false }
            let (old, now) = (RowFields(start).values, RowFields(versions.before).values)
            guard let after = versions.after else { return old != now }
            let new = RowFields(after).values
            return Set(old.keys).union(now.keys).contains { old[$0] != now[$0] && new[$0] == old[$0] }
        }
    }
}

/// The fields of a row that devices exchange, by name.
private struct RowFields {
    private(set) var values: [String: AnyHashable] = [:]

    init(_ change: RowChange?) {
        switch change {
        case .putTag(let row): values = ["name": row.name, "uses": row.otherUses]
        case .putSet(let row):
            values = ["name": row.name, "daily": row.isDaily]
            for (name, value) in SyncedLayout.settings(of: row.layout) { values["setting \(name)"] = value }
        case .putMember(let row): values = ["position": row.position]
        case .putView(let row): values = ["name": row.name, "query": row.query]
        case .putTagDetail(let row):
            values = ["description": row.description]
            if let color = row.color { values["color"] = color }
        case .putItem(let row):
            values = ["title": row.title, "note": row.note, "set": row.setID]
            values["location"] = row.location
            values["time"] = row.savedAt
            values["day"] = row.day
            for tag in row.tagIDs.rowIDs { values["tag \(tag)"] = true }
        case nil: break
        case let change?: values = ["row": change]
        }
    }
}
