/// Undo, redo and `sync undo` after an exchange (rule 7).
extension SyncDraft {
    /// The effect of reverting a step.
    package struct Revert: Hashable, Sendable {
        /// The changes that stay, and the number of the others.
        package var changes = UnrevertedChanges()
        /// The rows whose things became one with others, and have their former names and places again.
        package var separated: [ThingKind: Set<Int64>] = [:]
    }

    /// Writes new values of those registers that still have the values of a step, and names the others.
    ///
    /// - Parameters:
    ///   - step: The rows before and after the step.
    ///   - now: The time in milliseconds since 1970.
    ///   - lastRows: The last row of each kind, for things of other devices that are separated.
    ///   - deviceName: Returns the name of a device.
    /// - Returns: The changes that stay.
    /// - Complexity: O(*n* log *n*) in the number of loaded things.
    package mutating func revert(
        _ step: StepRows, now: UInt64, lastRows: [ThingKind: Int64], deviceName: @escaping (DeviceID) -> String
    ) -> Revert {
        let (marks, registers, stamp) = (marks, registers, nextStamp(now: now))
        var reversion = Reversion(step: step, deviceName: deviceName, lastRows: lastRows) { key in
            if (marks[key.thing]?[key.field] ?? RegisterMark()).source == .own { return true }
            // A change that was undone before an exchange isn't a register, so an older value of others counts.
            return step.origin == .undo && (registers[key]?.stamp.milliseconds ?? 0) < step.madeAt
        }
        edit(at: stamp) { edit, map in
            reversion.restoreThings(&edit, map)
            reversion.mergeAgain(&edit, map)
        }
        if let forgotten = reversion.forgotten(in: state.localContent(rows), state, rows) {
            derive(forgotten.rows, forgotten.touched(stamp))
        }
        reversion.noteRestored(in: state)
        edit(at: stamp) { reversion.revertKeys(&$0, &$1) }
        edit(at: stamp) { reversion.revertFields(&$0, $1) }
        edit(at: stamp) { edit, map in
            reversion.revertGroups(&edit, map)
            reversion.revertNewItems(&edit, map)
        }
        edit(at: stamp) { reversion.revertNewThings(&$0, $1) }
        return reversion.result
    }

    private mutating func edit(at stamp: Stamp, _ body: (inout Edit, inout RowMap) -> Void) {
        edit { edit, map in
            edit.stamp = stamp
            body(&edit, &map)
        }
    }
}
