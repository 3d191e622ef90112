package import Sync

extension StoreWriter {
    /// Changes the rows to the state of a draft, and records them as the rows of its things.
    ///
    /// It isn't recorded as a change of this device.
    ///
    /// ```swift
    /// writer.receive(12, from: ["laptop"])
    /// let applied = try writer.show(&draft)
    /// try writer.store(&draft)
    /// ```
    ///
    /// - Returns: the effect on rows that isn't in the registers.
    /// - Throws: SQLite's errors.
    /// - Complexity: O(*n* log *n*) in the number of tags, sets, views, rules and loaded items.
    package func show(_ draft: inout SyncDraft) throws -> AppliedChanges {
        let items = draft.isWhole ? nil : Set(draft.registers.things.keys.filter { $0.kind == .item })
        var rows = draft.rows
        let applied = try show(draft.state, draft.registers, loaded: items.map(LoadedItems.some) ?? .all, rows: &rows)
        draft.rows = rows
        return applied
    }

    /// Changes the rows to a state.
    ///
    /// - Parameters:
    ///   - state: the state that the registers show: all tags, sets, views and rules, and the loaded items.
    ///   - registers: the registers.
    ///   - loaded: the items whose registers are in the state; the rows of others stay.
    ///   - rows: the rows of the things so far; it gets the new ones.
    /// - Returns: the effect on rows that isn't in the registers.
    /// - Throws: SQLite's errors.
    func show(
        _ state: ShownState, _ registers: Registers, loaded: LoadedItems, rows: inout RowMap
    ) throws -> AppliedChanges {
        stopSyncJournal()
        var application = StateApplication(writer: self, state: state, registers: registers, loaded: loaded, map: rows)
        try application.apply()
        rows = application.map
        return AppliedChanges(limited: application.limited)
    }
}

/// The effect of an exchange on rows, beyond the state of the registers.
package struct AppliedChanges: Hashable, Sendable {
    /// The values that don't fit into a row.
    package var limited: LimitedValues
}
