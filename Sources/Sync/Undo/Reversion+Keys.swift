/// Names and places: only one thing has each, so they are reverted before everything else.
extension Reversion {
    /// Gives renamed and moved things their former names and places, unless others have them by now.
    ///
    /// Things of others with the same name or place keep it, and get another row.
    mutating func revertKeys(_ edit: inout Edit, _ map: inout RowMap) {
        for changed in step.tags {
            guard let before = changed.before, let after = changed.after, before.name != after.name else { continue }
            revertName(of: before, after, &edit, &map)
        }
        for changed in step.sets {
            guard let before = changed.before, let after = changed.after, before.name != after.name else { continue }
            let key = foldedKey(after.name)
            let (ids, shown) = self.ids(changed.row, .set, edit, map, successor: edit.state.setsByKey[key])
            guard let shown else { continue }
            let other = edit.state.setsByKey[foldedKey(before.name)]
            revertKey(
                [.name: (.string(after.name), .string(before.name))], of: ids, row: changed.row, .set,
                "name of '\(after.name)'", isTaken: other != nil && other != shown, &edit, &map)
        }
        for changed in step.queries(.view) {
            guard let before = changed.before, let after = changed.after, before.name != after.name else { continue }
            func shown(_ name: String) -> ThingID? {
                edit.state.views.values.first { foldedKey($0.name) == foldedKey(name) }?.id
            }
            let (ids, view) = self.ids(changed.row, .view, edit, map, successor: shown(after.name))
            guard let view else { continue }
            let other = shown(before.name)
            revertKey(
                [.name: (.string(after.name), .string(before.name))], of: ids, row: changed.row, .view,
                "name of '\(after.name)'", isTaken: other != nil && other != view, &edit, &map)
        }
        for changed in step.items {
            guard let before = changed.before, let after = changed.after else { continue }
            revertPlace(of: before, after, &edit, &map)
        }
    }

    private mutating func revertName(of before: LocalTag, _ after: LocalTag, _ edit: inout Edit, _ map: inout RowMap) {
        let successor = edit.state.tagsByKey[foldedKey(after.name)]
            .flatMap { edit.state.tags[$0]?.key == foldedKey(after.name) ? $0 : nil }
        let shown = self.ids(after.row, .tag, edit, map, successor: successor).shown
        // A new name would bring a deleted tag back.
        guard let shown, let tag = edit.state.tags[shown] else { return }
        // A merged tag keeps its name, which isn't shown.
        let ids = tag.key == foldedKey(after.name) ? tag.named : map.things(ofRow: after.row, kind: .tag)
        let other = edit.state.tagsByKey[foldedKey(before.name)]
        let isTaken = other != nil && other != shown
        revertKey(
            [.name: (.string(after.name), .string(before.name))], of: ids, row: after.row, .tag,
            "name of '\(after.name)'", isTaken: isTaken, &edit, &map)
        // The new name became an alias, too.
        let key = foldedKey(after.name)
        guard !before.aliases.contains(where: { foldedKey($0) == key }) else { return }
        for id in ids where isWritten(RegisterKey(id, .alias(key))) {
            if edit.registers[id, .name]?.value.string.map(foldedKey) != key { edit.turnOff([.alias(key)], of: [id]) }
        }
    }

    private mutating func revertPlace(of before: LocalItem, _ after: LocalItem, _ edit: inout Edit, _ map: inout RowMap)
    {
        let (ids, shown) = self.ids(after.row, .item, edit, map, successor: successor(after, edit, map))
        guard let shown, let item = edit.state.items[shown] else { return }
        var fields: [RegisterField: (from: RegisterValue, to: RegisterValue)] = [:]
        if RegisterValue.string(before.location) != .string(after.location) {
            fields[.location] = (.string(after.location), .string(before.location))
        }
        if before.location == nil, after.location == nil, before.day != after.day {
            fields[.day] = (Self.day(after.day), Self.day(before.day))
        }
        var set = item.set
        if before.set != after.set {
            guard let former = edit.thing(ofRow: before.set, .set, map) else {
                let name = "set of '\(after.shortName)'"
                return keepDeleted(name, map.things(ofRow: before.set, kind: .set), edit)
            }
            set = former
            let left = map.things(ofRow: after.set, kind: .set).first ?? item.set
            fields[.set] = (.thing(left), .thing(former))
        }
        guard !fields.isEmpty else { return }
        let isMoved = fields[.set] != nil || before.key(in: set) != after.key(in: set)
        let other = before.key(in: set).flatMap { edit.state.itemsByKey[$0] }
        let name = fields[.location] != nil ? "location" : fields[.set] != nil ? "set" : "day"
        revertKey(
            fields, of: ids, row: after.row, .item, "\(name) of '\(after.shortName)'",
            isTaken: isMoved && other != nil && other != shown, &edit, &map)
    }

    private static func day(_ day: Int64?) -> RegisterValue { day.map { .number($0) } ?? .empty }

    /// Returns the shown item at the place of an item after the step.
    func successor(_ item: LocalItem, _ edit: Edit, _ map: RowMap) -> ThingID? {
        guard let set = map.things(ofRow: item.set, kind: .set).compactMap({ edit.state.shownIDs[$0] }).first else {
            return nil
        }
        return item.key(in: set).flatMap { edit.state.itemsByKey[$0] }
    }

    /// Writes the former name or place to those ids that the step gave the present one.
    ///
    /// - Parameters:
    ///   - fields: The fields with the values after and before the step.
    ///   - ids: The ids that are shown with the name or place.
    ///   - row: The row of the step.
    ///   - kind: The kind of the row.
    ///   - name: The name of the change, as people read it.
    ///   - isTaken: Whether another thing has the former name or place.
    ///   - edit: The registers.
    ///   - map: The rows of the things.
    private mutating func revertKey(
        _ fields: [RegisterField: (from: RegisterValue, to: RegisterValue)], of ids: [ThingID], row: Int64,
        _ kind: ThingKind, _ name: String, isTaken: Bool, _ edit: inout Edit, _ map: inout RowMap
    ) {
        // A set may be shown as another one.
        func shown(_ value: RegisterValue) -> RegisterValue {
            value.thing.flatMap { edit.state.shownIDs[$0] }.map { .thing($0) } ?? value
        }
        var written: Set<ThingID> = []
        var newest: Register?
        for (field, (from, to)) in fields.sorted(by: { $0.key < $1.key }) {
            let found = contents(ids.map { RegisterKey($0, field) }, edit)
            // Of several things with one place, those are the step's that have its values.
            let mine = found.filter { isWritten($0.key) && shown($0.content.value) == shown(from) }
            guard !mine.isEmpty else {
                let other = found.max(by: Self.isOlder)
                if other?.content.value == to { keep(name, .reverted, other) } else { newest = other ?? newest }
                continue
            }
            guard !isTaken else { return keep(name, .taken, nil) }
            for register in mine {
                edit.write(register.key.thing, field, to, always: true)
                written.insert(register.key.thing)
            }
        }
        if written.isEmpty {
            if let newest { keep(name, .again, newest) }
            return
        }
        result.changes.revert()
        moved[kind, default: [:]][row] = written.sorted()
        if written.count < ids.count {
            let others = ids.filter { !written.contains($0) }
            if others.contains(where: { map.row(of: $0) == row }) {
                let free = (lastRows[kind] ?? 0) + 1
                lastRows[kind] = free
                for id in others where map.row(of: id) == row { map.set(free, of: id) }
            }
            for id in written { map.set(row, of: id) }
            result.separated[kind, default: []].insert(row)
        }
    }
}
