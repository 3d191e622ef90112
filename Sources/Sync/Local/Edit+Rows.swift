/// Changed tags, sets, views and rules as registers.
extension Edit {
    /// Returns the thing that a row shows.
    func thing(ofRow row: Int64, _ kind: ThingKind, _ map: RowMap) -> ThingID? {
        for id in map.things(ofRow: row, kind: kind) {
            if let shown = state.shownIDs[id], map.row(of: shown) == row { return shown }
        }
        return nil
    }

    /// Returns the ids that are shown as a thing.
    private func ids(of shown: ThingID) -> [ThingID] {
        switch shown.kind {
        case .item: state.items[shown]?.ids ?? []
        case .tag: state.tags[shown]?.ids ?? []
        case .set: state.sets[shown]?.ids ?? []
        case .view: state.views[shown]?.ids ?? []
        case .rule: state.rules[shown]?.ids ?? []
        }
    }

    /// Deletes the things of rows that were deleted, except merged tags, and restores those whose rows are back.
    mutating func deleteAndRestore(_ rows: ChangedRows, _ map: RowMap) {
        var tags: [(tag: ShownTag, stamp: Stamp)] = []
        for kind in [ThingKind.tag, .set, .view, .rule] {
            for (row, stamp) in rows.changes(kind) {
                self.stamp = stamp
                if rows.exists(row, kind) {
                    restore(row, kind, map)
                } else if let shown = thing(ofRow: row, kind, map), rows.mergeTarget(of: row) == nil || kind != .tag {
                    if let tag = state.tags[shown] { tags.append((tag, stamp)) } else { delete(ids(of: shown)) }
                }
            }
        }
        delete(tags)
    }

    /// Brings back the thing of a row that exists although its thing was deleted or merged: somebody undid that.
    mutating func restore(_ row: Int64, _ kind: ThingKind, _ map: RowMap) {
        guard thing(ofRow: row, kind, map) == nil else { return }
        let ids = map.things(ofRow: row, kind: kind)
        for id in ids where registers[id, .mergedInto]?.value.thing != nil {
            write(id, .mergedInto, .empty, always: true)
        }
        guard let first = ids.first, !ids.contains(where: { registers.isAlive($0, flaws: flaws) }) else { return }
        write(first, .deleted, .flag(false), always: true)
    }

    /// Writes the names of renamed rows, and the new name of a tag as an alias (rule 4); its old one is an alias if a row is.
    mutating func rename(_ rows: ChangedRows, _ map: RowMap) {
        for (local, stamp) in rows.changed(.tag, rows.tags) {
            self.stamp = stamp
            guard let id = thing(ofRow: local.row, .tag, map), let tag = state.tags[id] else { continue }
            writeName(local.name, of: tag.named, shown: tag.name)
            if foldedKey(local.name) != tag.key { addAlias(local.name, to: id) }
        }
        for (local, stamp) in rows.changed(.set, rows.sets) {
            self.stamp = stamp
            guard let id = thing(ofRow: local.row, .set, map), let set = state.sets[id] else { continue }
            writeName(local.name, of: set.ids, shown: set.name)
        }
        for (local, stamp) in rows.changed(.view, rows.queries[.view] ?? [:]) {
            self.stamp = stamp
            guard let id = thing(ofRow: local.row, .view, map), let view = state.views[id] else { continue }
            writeName(local.name, of: view.ids, shown: view.name)
        }
    }

    private mutating func writeName(_ name: String, of ids: [ThingID], shown: String) {
        guard RegisterValue.string(name) != .string(shown) else { return }
        for id in ids { write(id, .name, .string(name), always: true) }
    }

    /// Gives new tags, sets and views their ids (rule 1).
    mutating func create(_ rows: ChangedRows, _ map: inout RowMap) {
        for (local, stamp) in rows.changed(.tag, rows.tags) {
            self.stamp = stamp
            create(local.name, local.row, .tag, rows, &map)
        }
        for (local, stamp) in rows.changed(.set, rows.sets) {
            self.stamp = stamp
            create(local.name, local.row, .set, rows, &map)
        }
        for (local, stamp) in rows.changed(.view, rows.queries[.view] ?? [:]) {
            self.stamp = stamp
            create(local.name, local.row, .view, rows, &map)
        }
    }

    private mutating func create(
        _ name: String, _ row: Int64, _ kind: ThingKind, _ rows: ChangedRows, _ map: inout RowMap
    ) {
        let key = foldedKey(name)
        guard !key.isEmpty, map.things(ofRow: row, kind: kind).isEmpty else { return }
        let id: ThingID
        if let deleted = deletedThings().named[kind]?[key] {
            id = deleted
            clear(id)
            write(id, .name, .string(name))
        } else {
            // A tag that was merged since the last exchange still has its name here.
            id = newID(kind, key: [key]) { [registers, state] in registers.isNameTaken($0, key: key) || state.shows($0)
            }
            write(id, .name, .string(name), stamp: .zero, always: true)
        }
        write(id, .deleted, .flag(false), always: true)
        map.set(row, of: id)
    }

    /// Merges the tags whose rows were merged into others.
    mutating func merge(_ rows: ChangedRows, _ map: RowMap) {
        for (row, stamp) in rows.changes(.tag) where !rows.exists(row, .tag) {
            self.stamp = stamp
            guard let source = thing(ofRow: row, .tag, map).flatMap({ state.tags[$0] }),
                let target = rows.mergeTarget(of: row).flatMap({ thing(ofRow: $0, .tag, map) }), target != source.id
            else { continue }
            for id in source.named { write(id, .mergedInto, .thing(target)) }
        }
    }

    /// Turns off the aliases that rows have lost, for every tag that has them, so that none reappears.
    mutating func removeAliases(_ rows: ChangedRows, _ map: RowMap, _ before: ShownState) {
        var removed: [String: Stamp] = [:]
        for (local, stamp) in rows.changed(.tag, rows.tags) {
            guard let id = thing(ofRow: local.row, .tag, map) else { continue }
            let former = before.shownIDs[id].flatMap { before.tags[$0] }
            let names = Set((former?.aliases ?? []) + (state.tags[id]?.aliases ?? []))
            for key in Set(names.map(foldedKey)).subtracting(local.aliases.map(foldedKey)) { removed[key] = stamp }
        }
        guard !removed.isEmpty else { return }
        for id in registers.things.keys.filter({ $0.kind == .tag }).sorted() {
            let row = (state.shownIDs[id] ?? id)
            let local = map.row(of: row).flatMap { rows.tags[$0] }
            let kept = Set((local?.aliases ?? []).map(foldedKey) + [foldedKey(local?.name ?? "")])
            for field in (registers.things[id] ?? [:]).keys.sorted() {
                guard case .alias(let key) = field, let stamp = removed[key], !kept.contains(key) else { continue }
                self.stamp = stamp
                turnOff([field], of: [id])
            }
        }
    }

    /// Writes the other fields of changed tags.
    mutating func writeTags(_ rows: ChangedRows, _ map: RowMap) {
        let distinct = rows.distinctTags
        for (local, stamp) in rows.changed(.tag, rows.tags) {
            self.stamp = stamp
            guard let id = thing(ofRow: local.row, .tag, map), let tag = state.tags[id] else { continue }
            write(id, .description, .string(local.description))
            write(id, .color, .string(local.color))
            write(id, .group, .string(local.group))
            write(id, .importedUses, local.importedUses == 0 ? .empty : .number(local.importedUses))
            for alias in local.aliases where !tag.aliases.contains(where: { ExactText($0) == ExactText(alias) }) {
                write(id, .alias(foldedKey(alias)), .string(alias))
            }
            let implied = Set(local.implications.compactMap { thing(ofRow: $0, .tag, map) })
            for other in implied.subtracting(tag.implications).sorted() { turn(id, .implication(other), on: true) }
            for other in Set(tag.implications).subtracting(implied).sorted() {
                turnOff(ids(of: other).map { .implication($0) }, of: tag.ids)
            }
            let others = Set((distinct[local.row] ?? []).compactMap { thing(ofRow: $0, .tag, map) })
            distinguish(tag, others)
        }
        writePlaces(rows, map)
    }

    /// Writes the positions of as few tags as possible in the groups of changed tags.
    private mutating func writePlaces(_ rows: ChangedRows, _ map: RowMap) {
        let groups = Dictionary(grouping: rows.tags.values.filter { $0.group != nil }) { foldedKey($0.group ?? "") }
        let stamps = Dictionary(rows.changes(.tag).map { ($0.row, $0.stamp) }) { first, _ in first }
        for (key, group) in groups.sorted(by: { $0.key < $1.key }) {
            guard let stamp = group.compactMap({ stamps[$0.row] }).max() else { continue }
            self.stamp = stamp
            let tags = group.sorted { ($0.indexInGroup ?? 0, $0.row) < ($1.indexInGroup ?? 0, $1.row) }
                .compactMap { thing(ofRow: $0.row, .tag, map) }
            // A tag that comes from another group has no position in this one.
            let places = tags.map { tag in state.tags[tag].flatMap { $0.group.map(foldedKey) == key ? $0.place : nil } }
            for (index, place) in newPositions(places) { write(tags[index], .place, .position(place), always: true) }
        }
    }

    private mutating func distinguish(_ tag: ShownTag, _ others: Set<ThingID>) {
        let shown = Set(tag.distinguished)
            .union(state.tags.values.filter { $0.distinguished.contains(tag.id) }.map(\.id))
        for other in others.subtracting(shown).sorted() {
            turn(min(tag.id, other), .distinguished(max(tag.id, other)), on: true)
        }
        for other in shown.subtracting(others).sorted() {
            turnOff(ids(of: other).map { .distinguished($0) }, of: tag.ids)
            turnOff(tag.ids.map { .distinguished($0) }, of: ids(of: other))
        }
    }

    /// Writes the other fields of changed sets.
    mutating func writeSets(_ rows: ChangedRows, _ map: RowMap) {
        for (local, stamp) in rows.changed(.set, rows.sets) {
            self.stamp = stamp
            guard let id = thing(ofRow: local.row, .set, map), let set = state.sets[id] else { continue }
            write(id, .kind, local.isDaily ? .string(dailySet) : .empty)
            for name in Set(local.settings.keys).union(set.settings.keys).sorted() {
                write(id, .setting(name), .string(local.settings[name]))
            }
            for url in Set(local.connections.keys).union(set.connections.keys).sorted() {
                write(id, .connection(url), .string(local.connections[url]?.folderName))
            }
            writeMembers(local.members.compactMap { thing(ofRow: $0, .tag, map) }, of: set)
        }
    }

    /// Writes the positions of as few members as possible.
    private mutating func writeMembers(_ members: [ThingID], of set: ShownSet) {
        for tag in Set(set.members).subtracting(members).sorted() {
            turnOff(ids(of: tag).map { .member($0) }, of: set.ids)
        }
        let positions = Dictionary(zip(set.members, set.positions)) { first, _ in first }
        for (index, position) in newPositions(members.map { positions[$0] }) {
            write(set.id, .member(members[index]), .position(position), always: true)
        }
    }

    /// Returns new positions for as few elements of a list as possible, by index, so that all are in ascending order.
    func newPositions(_ positions: [MemberPosition?]) -> [(index: Int, position: MemberPosition)] {
        let kept = indexesInOrder(positions)
        var new: [(index: Int, position: MemberPosition)] = []
        var (last, start): (MemberPosition?, Int) = (nil, 0)
        for end in positions.indices.filter(kept.contains) + [positions.count] {
            let next = end < positions.count ? positions[end] : nil
            new += zip(start..<end, MemberPosition.several(end - start, between: last, next))
                .map { (index: $0, position: $1) }
            (last, start) = (next, end + 1)
        }
        return new
    }

    /// Writes the queries of changed views, and new and changed rules.
    mutating func writeQueries(_ rows: ChangedRows, _ map: inout RowMap) {
        for (local, stamp) in rows.changed(.view, rows.queries[.view] ?? [:]) {
            self.stamp = stamp
            guard let id = thing(ofRow: local.row, .view, map) else { continue }
            write(id, .query, .string(local.query))
        }
        for (local, stamp) in rows.changed(.rule, rows.queries[.rule] ?? [:]) {
            self.stamp = stamp
            guard let target = local.target.flatMap({ thing(ofRow: $0, .tag, map) }) else { continue }
            let id: ThingID
            if let shown = thing(ofRow: local.row, .rule, map) {
                id = shown
            } else {
                id = map.things(ofRow: local.row, kind: .rule).first ?? ruleID(local.query, tag: target)
                write(id, .deleted, .flag(false), always: true)
                map.set(local.row, of: id)
            }
            for (field, value) in ruleFields(local.query, tag: target) {
                // The target may be shown as another tag.
                let stored = registers[id, field]?.value
                guard stored.map({ $0.thing.flatMap { state.shownIDs[$0] }.map { .thing($0) } ?? $0 }) != value else {
                    continue
                }
                write(id, field, value, stamp: stored == nil ? .zero : nil, always: true)
            }
            write(id, .kind, local.isAutomatic ? .string(automaticRule) : .empty)
        }
    }
}

extension ChangedRows {
    /// The tags that aren't duplicates of each tag.
    var distinctTags: [Int64: [Int64]] {
        var distinct: [Int64: [Int64]] = [:]
        for tag in tags.values {
            for other in tag.distinguished {
                distinct[tag.row, default: []].append(other)
                distinct[other, default: []].append(tag.row)
            }
        }
        return distinct
    }
}
