/// Changed items as registers.
extension Edit {
    /// Deletes, restores and moves the items of changed rows.
    mutating func deleteAndMoveItems(_ rows: ChangedRows, _ map: RowMap) {
        for (row, _) in rows.changes(.item) {
            stamp = rows.touched.stamp(of: .all, in: row)
            guard let local = rows.items[row] else {
                if let item = thing(ofRow: row, .item, map).flatMap({ state.items[$0] }) { delete(item.ids) }
                continue
            }
            restore(row, .item, map)
            if let item = thing(ofRow: row, .item, map).flatMap({ state.items[$0] }) {
                move(item, to: local, rows, map)
            }
        }
    }

    /// Writes the key of a moved item to all of its ids (rule 3).
    private mutating func move(_ item: ShownItem, to local: LocalItem, _ rows: ChangedRows, _ map: RowMap) {
        guard let set = thing(ofRow: local.set, .set, map) else { return }
        var moved: [(RegisterField, RegisterValue)] = []
        if RegisterValue.string(local.location) != .string(item.location) {
            moved.append((.location, .string(local.location)))
        }
        if local.location == nil, local.day != item.day {
            moved.append((.day, local.day.map { .number($0) } ?? .empty))
        }
        if set != item.set { moved.append((.set, .thing(set))) }
        guard !moved.isEmpty else { return }
        var ids = item.ids
        stamp = rows.touched.stamp(of: .place, in: local.row)
        if local.key(in: set) == nil, ids.count > 1 {
            // Without a key, they would be several items.
            delete(Array(ids.dropFirst()))
            ids = [item.id]
        }
        let dated = rows.touched.stamp(of: .time, in: local.row)
        for id in ids {
            for (field, value) in moved { write(id, field, value, stamp: field == .day ? dated : nil, always: true) }
        }
    }

    /// Gives new items their ids (rule 1).
    mutating func createItems(_ rows: ChangedRows, _ map: inout RowMap) {
        for (local, last) in rows.changed(.item, rows.items) where map.things(ofRow: local.row, kind: .item).isEmpty {
            // Its fields may have changed since.
            stamp = rows.touched.firstStamp(in: local.row)
            guard let set = thing(ofRow: local.set, .set, map) else { continue }
            let id = newItemID(local, in: set, rows, map)
            if registers.isAlive(id, flaws: flaws) {
                for (field, value) in local.keyFields(in: set) where registers[id, field] == nil {
                    write(id, field, value, stamp: .zero, always: true)
                }
            } else {
                // It comes back without the tags that it had when it was deleted (rule 5).
                clear(id)
                for (field, value) in local.keyFields(in: set) where registers[id, field]?.value != value {
                    write(id, field, value, always: true)
                }
            }
            // A field that revives has the same effect as "not deleted", and most items have a time.
            let isRevived = !local.title.isEmpty || !local.note.isEmpty || local.time != nil
            if registers[id, .deleted] != nil || !isRevived {
                // An item may have taken the place of one that was deleted after it was saved.
                write(id, .deleted, .flag(false), stamp: last, always: true)
            }
            map.set(local.row, of: id)
        }
    }

    private mutating func newItemID(_ local: LocalItem, in set: ThingID, _ rows: ChangedRows, _ map: RowMap) -> ThingID
    {
        if let key = local.key(in: set) {
            if let known = deletedThings().items[key] { return known }
            return newID(.item, key: key.parts) { [registers, state] in
                registers.isMoved($0, from: key, in: state) || map.row(of: $0).map { rows.exists($0, .item) } ?? false
            }
        }
        guard local.isImported else { return newID(.item) }
        let content = local.content(in: set, tags: local.tags.compactMap { rows.tags[$0]?.name })
        // Equal items are numbered; the numbers that other rows have are taken.
        for number in 1... {
            let id = ThingID(kind: .item, key: content + [String(number)])
            if let row = map.row(of: id), rows.exists(row, .item) { continue }
            if let stored = registers[id, .set]?.value.thing, (state.shownIDs[stored] ?? stored) != set { break }
            return id
        }
        return newID(.item)
    }

    /// Writes the other fields of changed items.
    mutating func writeItems(_ rows: ChangedRows, _ map: RowMap) {
        for (local, _) in rows.changed(.item, rows.items) {
            func stamp(of fields: TouchedFields) -> Stamp { rows.touched.stamp(of: fields, in: local.row) }
            guard let item = thing(ofRow: local.row, .item, map).flatMap({ state.items[$0] }) else { continue }
            write(item.id, .title, .string(local.titleIfAny), stamp: stamp(of: .title))
            write(item.id, .note, .string(local.noteIfAny), stamp: stamp(of: .note))
            write(item.id, .time, local.time.map { .number($0) } ?? .empty, stamp: stamp(of: .time))
            write(item.id, .attributes, .string(local.attributes), stamp: stamp(of: .attributes))
            write(item.id, .words, .string(local.words), stamp: stamp(of: []))
            self.stamp = stamp(of: .tags)
            let tags = Set(local.tags.compactMap { thing(ofRow: $0, .tag, map) })
            for tag in tags.subtracting(item.tags).sorted() { turn(item.id, .tag(tag), on: true) }
            for tag in item.tags.subtracting(tags).sorted() { removeTag(tag, from: item.id) }
            self.stamp = stamp(of: .dismissedTags)
            let dismissed = Set(local.dismissed)
            for key in dismissed.subtracting(item.dismissed).sorted() { turn(item.id, .dismissed(key), on: true) }
            let back = item.dismissed.subtracting(dismissed).sorted()
            if !back.isEmpty { turnOff(back.map { .dismissed($0) }, of: item.ids) }
        }
    }
}
