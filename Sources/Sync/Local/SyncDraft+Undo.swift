/// The registers of a step that is undone after an exchange (rule 7).
extension SyncDraft {
    /// The former place or name of a row, which a step of this device changed.
    package struct FormerKey: Hashable, Sendable {
        /// The kind of the row.
        package let kind: ThingKind
        /// The row that had the former key.
        package let row: Int64
        /// The row that shows the key that the step gave it.
        package let shownIn: Int64
        /// A row that doesn't exist yet, for other devices' things.
        package let free: Int64
        /// The fields that the step changed, with their former values.
        package let fields: [RegisterField: RegisterValue]
        /// The names that became aliases of a renamed tag.
        package let aliases: [String]

        package init(
            kind: ThingKind, row: Int64, shownIn: Int64, free: Int64, fields: [RegisterField: RegisterValue],
            aliases: [String] = []
        ) {
            self.kind = kind
            self.row = row
            self.shownIn = shownIn
            self.free = free
            self.fields = fields
            self.aliases = aliases
        }
    }

    /// Gives the things that this device moved or renamed their former key, if other devices moved or renamed other things
    /// to the same one: those stay.
    ///
    /// - Parameters:
    ///   - former: The former key.
    ///   - now: The time in milliseconds since 1970.
    /// - Returns: Whether there are such things.
    package mutating func separate(_ former: FormerKey, now: UInt64) -> Bool {
        guard let field = former.fields.keys.first, let shown = shownThing(ofRow: former.shownIn, former.kind) else {
            return false
        }
        let ids = state.idsShown(with: shown, sharing: field)
        let moved = ids.filter { id in former.fields.keys.allSatisfy { isOwnChange(RegisterKey(id, $0)) } }
        guard !moved.isEmpty, moved.count < ids.count else { return false }
        let stamp = nextStamp(now: now)
        edit { edit, rows in
            edit.stamp = stamp
            for id in moved {
                for (field, value) in former.fields { edit.write(id, field, value, always: true) }
                edit.turnOff(former.aliases.map { .alias(foldedKey($0)) }, of: [id])
            }
            for id in ids where former.shownIn == former.row && !moved.contains(id) { rows.set(former.free, of: id) }
            for id in moved { rows.set(former.row, of: id) }
        }
        return true
    }

    /// Brings back the things that this device deleted, with all that other devices have changed meanwhile (rules 5 and 7).
    ///
    /// - Parameters:
    ///   - deleted: Rows that were deleted, by kind.
    ///   - now: The time in milliseconds since 1970.
    /// - Returns: The rows whose things are back; not those that another device has deleted later.
    package mutating func restore(_ deleted: [ThingKind: Set<Int64>], now: UInt64) -> [ThingKind: Set<Int64>] {
        var things: [ThingID] = []
        for (kind, row) in deleted.flatMap({ kind, rows in rows.map { (kind, $0) } }) {
            let ids = rows.things(ofRow: row, kind: kind)
            guard !ids.contains(where: { registers.isAlive($0) }) else { continue }
            let deletions = contents(ids.map { RegisterKey($0, .deleted) })
            // Those that were shown as one were deleted by one command.
            guard let newest = deletions.map(\.content.stamp).max() else { continue }
            things += deletions.filter { $0.content.stamp == newest && isOwnChange($0.key) }.map(\.key.thing)
        }
        guard !things.isEmpty else { return [:] }
        let stamp = nextStamp(now: now)
        edit { edit, _ in
            edit.stamp = stamp
            for id in things { edit.write(id, .deleted, .flag(false), always: true) }
        }
        var restored: [ThingKind: Set<Int64>] = [:]
        for id in things where state.shows(id) {
            if let row = rows.row(of: id) { restored[id.kind, default: []].insert(row) }
        }
        return restored
    }

    /// Returns the device that made a change of a field again: the author of the shown value, unless that is this device.
    ///
    /// - Parameters:
    ///   - field: The field.
    ///   - row: The row of the thing.
    ///   - kind: The kind of the thing.
    ///   - time: The time of the step in milliseconds since 1970; earlier changes of other devices aren't repetitions.
    /// - Returns: The device; `nil` if no other made the change again.
    package func author(of field: RegisterField, ofRow row: Int64, _ kind: ThingKind, since time: UInt64) -> DeviceID? {
        guard let thing = shownThing(ofRow: row, kind) else { return nil }
        let found = contents(state.idsShown(with: thing, sharing: field).map { RegisterKey($0, field) })
        return found.max { $0.content < $1.content }.flatMap { laterAuthor($0, since: time) }
    }

    /// Returns the device that turned a tag of an item on or off again, unless that is this device.
    package func author(ofTag tag: Int64, inItem item: Int64, since time: UInt64) -> DeviceID? {
        guard let shownItem = shownThing(ofRow: item, .item).flatMap({ state.items[$0] }),
            let shownTag = shownThing(ofRow: tag, .tag).flatMap({ state.tags[$0] })
        else { return nil }
        let found = contents(shownItem.ids.flatMap { id in shownTag.ids.map { RegisterKey(id, .tag($0)) } })
        // The item has the tag as long as any of its ids has it.
        let on = found.filter { $0.content.value == .flag(true) && laterAuthor($0, since: time) != nil }
        return (on.isEmpty ? found : on).max { $0.content < $1.content }.flatMap { laterAuthor($0, since: time) }
    }

    /// Returns the device that merged a tag again, or into another one, which has no row therefore.
    package func author(ofMerged tag: Int64, since time: UInt64) -> DeviceID? {
        let found = contents(rows.things(ofRow: tag, kind: .tag).map { RegisterKey($0, .mergedInto) })
        let merged = found.filter { $0.content.value.thing != nil }
        return merged.max { $0.content < $1.content }.flatMap { laterAuthor($0, since: time) }
    }

    /// Returns the device that saved an item again that a step of this device created.
    package func author(ofNewItem row: Int64, since time: UInt64) -> DeviceID? {
        guard let item = shownThing(ofRow: row, .item).flatMap({ state.items[$0] }) else { return nil }
        let fields: [RegisterField] = [.deleted, .title, .note, .time]
        let found = contents(item.ids.flatMap { id in fields.map { RegisterKey(id, $0) } })
        return found.filter { $0.content.stamp != .zero }.compactMap { laterAuthor($0, since: time) }.first
    }

    /// Returns the thing that a row shows.
    package func shownThing(ofRow row: Int64, _ kind: ThingKind) -> ThingID? {
        rows.things(ofRow: row, kind: kind).compactMap { state.shownIDs[$0] }.first { rows.row(of: $0) == row }
    }

    private func contents(_ keys: [RegisterKey]) -> [Register] {
        keys.compactMap { key in registers[key].map { Register(key, $0) } }
    }

    private func laterAuthor(_ register: Register, since time: UInt64) -> DeviceID? {
        let stamp = register.content.stamp
        guard case .file = mark(of: register.key).source, stamp.milliseconds >= time else { return nil }
        return stamp.device
    }

    /// Whether a command of this device wrote a register's value.
    private func isOwnChange(_ key: RegisterKey) -> Bool {
        guard let content = registers[key], content.stamp != .zero else { return false }
        return mark(of: key).source == .own
    }
}
