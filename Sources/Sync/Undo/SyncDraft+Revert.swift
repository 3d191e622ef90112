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
    ///   - lastRows: The last row of each kind, for things of other devices that get a row of their own.
    ///   - deviceName: Returns the name of a device.
    /// - Returns: The changes that stay.
    /// - Complexity: O(*n* log *n*) in the number of loaded things.
    package mutating func revert(
        _ step: StepRows, now: UInt64, lastRows: [ThingKind: Int64], deviceName: (DeviceID) -> String
    ) -> Revert {
        let marks = marks
        let registers = registers
        let isOwn = { (key: RegisterKey) in
            if (marks[key.thing]?[key.field] ?? RegisterMark()).source == .own { return true }
            // What was undone before the next exchange never became a register, so an older value of others counts.
            return step.origin == .undo && (registers[key]?.stamp.milliseconds ?? 0) < step.madeAt
        }
        let stamp = nextStamp(now: now)
        return withoutActuallyEscaping(deviceName) { deviceName in
            withoutActuallyEscaping(isOwn) { isOwn in
                var reversion = Reversion(step: step, isOwn: isOwn, deviceName: deviceName, lastRows: lastRows)
                edit { edit, map in
                    edit.stamp = stamp
                    reversion.restoreThings(&edit, map)
                    reversion.mergeAgain(&edit, map)
                }
                // Things that were deleted before the database was synced.
                if let content = reversion.forgotten(in: state.localContent(rows), state, rows) {
                    derive(content.rows, content.touched(stamp))
                }
                reversion.noteRestored(in: state, rows)
                edit { edit, map in
                    edit.stamp = stamp
                    reversion.revertKeys(&edit, &map)
                }
                edit { edit, map in
                    edit.stamp = stamp
                    reversion.revertFields(&edit, map)
                }
                edit { edit, map in
                    edit.stamp = stamp
                    reversion.revertGroups(&edit, map)
                    reversion.revertNewItems(&edit, map)
                }
                edit { edit, map in
                    edit.stamp = stamp
                    reversion.revertNewThings(&edit, map)
                }
                return reversion.result
            }
        }
    }
}
