/// Things that the step deleted, merged or created.
extension Reversion {
    /// A row that the step deleted, or created.
    private struct Thing {
        let kind: ThingKind
        let row: Int64
        /// The name, as people read it.
        let name: String
        /// The key of a tag or set.
        var key: String?
    }

    private func things(deleted: Bool) -> [Thing] {
        func thing<Row>(
            _ changed: ChangedVersions<Row>, _ kind: ThingKind, key: (Row) -> String? = { _ in nil },
            _ name: (Row) -> String
        ) -> Thing? {
            guard (changed.before == nil) != (changed.after == nil), (changed.after == nil) == deleted,
                let version = changed.before ?? changed.after
            else { return nil }
            return Thing(kind: kind, row: changed.row, name: name(version), key: key(version).map(foldedKey))
        }
        return step.tags.compactMap { thing($0, .tag, key: \.name) { "tag '\($0.name)'" } }
            + step.sets.compactMap { thing($0, .set, key: \.name) { "set '\($0.name)'" } }
            + step.queries(.view).compactMap { thing($0, .view) { "view '\($0.name)'" } }
            + step.queries(.rule).compactMap { thing($0, .rule) { _ in "a rule" } }
            + step.items.compactMap { thing($0, .item) { "'\($0.shortName)'" } }
    }

    // MARK: Deleted and merged things

    /// Brings deleted and merged things back, with the changes that others have made meanwhile.
    mutating func restoreThings(_ edit: inout Edit, _ map: RowMap) {
        for thing in things(deleted: true) {
            if thing.kind == .tag, step.mergedAfter[thing.row] != nil {
                separate(thing, &edit, map)
            } else {
                restore(thing, &edit, map)
            }
        }
    }

    /// Merges tags again that an undo separated.
    mutating func mergeAgain(_ edit: inout Edit, _ map: RowMap) {
        for thing in things(deleted: false) where isMerged(thing) {
            guard let shown = edit.thing(ofRow: thing.row, .tag, map), let into = step.mergedBefore[thing.row],
                let target = edit.thing(ofRow: into, .tag, map), target != shown
            else { continue }
            for id in edit.state.tags[shown]?.named ?? [] { edit.write(id, .mergedInto, .thing(target), always: true) }
            result.changes.revert()
        }
    }

    /// Returns whether a tag was merged before the step.
    private func isMerged(_ thing: Thing) -> Bool { thing.kind == .tag && step.mergedBefore[thing.row] != nil }

    private mutating func separate(_ tag: Thing, _ edit: inout Edit, _ map: RowMap) {
        let ids = formerIDs(tag, edit, map)
        let merges = contents(ids.map { RegisterKey($0, .mergedInto) }, edit).filter { $0.content.value.thing != nil }
        let mine = merges.filter { isWritten($0.key) }
        for merge in mine { edit.write(merge.key.thing, .mergedInto, .empty, always: true) }
        if let other = merges.filter({ !isWritten($0.key) }).max(by: Self.isOlder) {
            keep(tag.name, .again, other)
        } else if let first = mine.first {
            restored.append((first.key.thing, tag.row, tag.name))
        } else if ids.isEmpty, step.origin != .exchange {
            unknownMerges.insert(tag.row)
            forgotten[.tag, default: []].insert(tag.row)
        }
    }

    /// Returns the ids of a deleted or merged row; another row may show them by now.
    private func formerIDs(_ thing: Thing, _ edit: Edit, _ map: RowMap) -> [ThingID] {
        let known = map.things(ofRow: thing.row, kind: thing.kind)
        guard known.isEmpty, let key = thing.key else { return known }
        let shown =
            thing.kind == .tag ? edit.state.tagsByKey[key] : thing.kind == .set ? edit.state.setsByKey[key] : nil
        return (shown.map { edit.state.idsShown(with: $0, sharing: .deleted) } ?? [])
            .filter { id in
                let isGone = edit.registers[id, .mergedInto]?.value.thing != nil || !edit.registers.isAlive(id)
                return isGone && edit.registers[id, .name]?.value.string.map(foldedKey) == key
            }
    }

    private mutating func restore(_ thing: Thing, _ edit: inout Edit, _ map: RowMap) {
        let ids = formerIDs(thing, edit, map)
        guard !ids.isEmpty else {
            // An exchange made it one with another thing.
            guard step.origin != .exchange else { return keep(thing.name, .again, nil) }
            forgotten[thing.kind, default: []].insert(thing.row)
            return
        }
        let deletions = contents(ids.map { RegisterKey($0, .deleted) }, edit)
        if let alive = ids.first(where: { edit.registers.isAlive($0) }) {
            let fields = edit.registers.things[alive] ?? [:]
            let others = contents(fields.keys.map { RegisterKey(alive, $0) }, edit).filter { !isWritten($0.key) }
            return keep(thing.name, .again, others.max(by: Self.isOlder))
        }
        // Those that were shown as one were deleted by one command.
        guard let newest = deletions.max(by: Self.isOlder), isWritten(newest.key) else {
            return keep(thing.name, .again, deletions.max(by: Self.isOlder))
        }
        for deletion in deletions where deletion.content.stamp == newest.content.stamp && isWritten(deletion.key) {
            guard !isTaken(deletion.key.thing, edit) else {
                keep(thing.name, .taken, nil)
                continue
            }
            edit.write(deletion.key.thing, .deleted, .flag(false), always: true)
            restored.append((deletion.key.thing, thing.row, thing.name))
        }
    }

    /// Returns whether another item or view has the place or name of a deleted one.
    private func isTaken(_ thing: ThingID, _ edit: Edit) -> Bool {
        switch thing.kind {
        case .item:
            guard let set = edit.registers[thing, .set]?.value.thing,
                let key = ItemKey(thing, set: edit.state.shownIDs[set] ?? set, in: edit.registers)
            else { return false }
            return edit.state.itemsByKey[key] != nil
        case .view:
            let key = edit.registers[thing, .name]?.value.string.map(foldedKey)
            return edit.state.views.values.contains { foldedKey($0.name) == key }
        case .tag, .set, .rule: return false
        }
    }

    /// Counts the rows that are back.
    mutating func noteRestored(in state: ShownState) {
        var counted: [ThingKind: Set<Int64>] = [:]
        for (thing, row, name) in restored where counted[thing.kind, default: []].insert(row).inserted {
            if state.shows(thing) { result.changes.revert() } else { keep(name, .deleted, nil) }
        }
    }

    // MARK: New things

    /// Deletes new items, unless others have changed them; then they only lose the tags that the step gave them.
    mutating func revertNewItems(_ edit: inout Edit, _ map: RowMap) {
        let added = Dictionary(step.after.items.map { ($0.row, $0) }) { first, _ in first }
        for thing in things(deleted: false) where thing.kind == .item {
            guard let item = added[thing.row] else { continue }
            let (ids, shown) = self.ids(thing.row, .item, edit, map, successor: successor(item, edit, map))
            guard shown != nil else { continue }
            // Others may have moved another item to the place of the new one.
            let new = ids.filter { laterChange(of: [$0], row: thing.row, edit) == nil }
            guard new.isEmpty else {
                edit.delete(new)
                result.changes.revert()
                continue
            }
            keep(thing.name, .again, laterChange(of: ids, row: thing.row, edit))
            if step.origin == .command { removeTags(of: item, ids, thing.name, &edit, map) }
        }
    }

    /// Removes the tags that the step gave a new item; an item that came back had its tags before.
    private mutating func removeTags(
        of item: LocalItem, _ ids: [ThingID], _ name: String, _ edit: inout Edit, _ map: RowMap
    ) {
        let creation = contents(ids.map { RegisterKey($0, .deleted) }, edit).map(\.content.stamp).max() ?? .zero
        for tag in item.tags {
            let keys = registers(ids, self.ids(ofTag: tag, edit, map)) { .tag($0) }
            let isGiven = contents(keys, edit)
                .contains { tag in tag.content.value != .empty && isWritten(tag.key) && tag.content.stamp >= creation }
            if isGiven { revert(keys, "tag '\(tagName(tag))' of \(name)", to: .empty, &edit) }
        }
    }

    /// Deletes new tags, sets, views and rules that nobody else has changed or uses.
    mutating func revertNewThings(_ edit: inout Edit, _ map: RowMap) {
        for thing in things(deleted: false) where thing.kind != .item && !isMerged(thing) {
            let (ids, shown) = self.ids(thing.row, thing.kind, edit, map)
            guard let shown, edit.thing(ofRow: thing.row, thing.kind, map) != nil else { continue }
            if let change = laterChange(of: ids, row: thing.row, edit) {
                keep(thing.name, .again, change)
            } else if let use = use(of: shown, ids, edit) {
                keep(thing.name, .used, use)
            } else {
                edit.delete(ids)
                result.changes.revert()
            }
        }
    }

    /// Returns the newest change of others since the step created a thing; for an exchange, that of this device.
    ///
    /// Others may have changed it at the same time with older stamps. A thing that came back has older values, too, which
    /// no exchange has received since.
    private func laterChange(of ids: [ThingID], row: Int64, _ edit: Edit) -> Register? {
        let isChanged = ids.first.map { step.laterRows[$0.kind]?.contains(row) ?? false } ?? false
        let fields = ids.flatMap { id in (edit.registers.things[id] ?? [:]).keys.map { RegisterKey(id, $0) } }
        let found = contents(fields, edit).filter { $0.content.stamp != .zero }
        guard step.origin != .exchange else {
            return isChanged ? found.filter { isOwn($0.key) }.max(by: Self.isOlder) : nil
        }
        let creation = newest(ids.map { RegisterKey($0, .deleted) }, edit)
        return found.filter { !isOwn($0.key) }
            .filter { other in
                let isContent =
                    !other.key.field.isKey && other.key.field != .deleted && other.key.field != .words
                    && other.content.value != .empty
                if let creation, isOwn(creation.key) {
                    let isSimultaneous = step.origin == .command && isChanged && isContent
                    return other.content.stamp > creation.content.stamp || isSimultaneous
                }
                return isContent || other.key.field.isKey || other.content.value == .flag(false)
            }
            .max(by: Self.isOlder)
    }

    /// Returns the register by which an item or set uses a tag, or an item is in a set.
    private func use(of shown: ThingID, _ ids: [ThingID], _ edit: Edit) -> Register? {
        let keys: [RegisterKey]
        switch shown.kind {
        case .tag:
            let items = edit.state.items.values.filter { $0.tags.contains(shown) }.flatMap(\.ids)
            let sets = edit.state.sets.values.filter { $0.members.contains(shown) }.flatMap(\.ids)
            let members = registers(sets, ids) { .member($0) }.filter { isOwn($0) == (step.origin == .exchange) }
            keys = registers(items, ids) { .tag($0) } + members
        case .set:
            keys = edit.state.items.values.filter { $0.set == shown }.flatMap(\.ids).map { RegisterKey($0, .set) }
        case .item, .view, .rule: keys = []
        }
        return contents(keys, edit).filter { $0.content.value != .empty }.max(by: Self.isOlder)
    }

    /// Returns the registers of each of several things for each of several others.
    func registers(_ things: [ThingID], _ others: [ThingID], _ field: (ThingID) -> RegisterField) -> [RegisterKey] {
        things.flatMap { thing in others.map { RegisterKey(thing, field($0)) } }
    }
}
