extension Edit {
    /// Adds the rows of a database that wasn't synced to the state of the store (rule 10).
    ///
    /// Things with known keys are the known things. Values have stamp 0 and yield to the store's, except that an item's
    /// title, note, time and tags have its modification time. Empty fields have no register.
    mutating func add(_ snapshot: LocalSnapshot) {
        for tag in snapshot.tags { add(tag) }
        for set in snapshot.sets { add(set) }
        var numbers: [[String]: Int] = [:]
        for item in snapshot.items { add(item, &numbers) }
        for query in snapshot.queries {
            guard let id = known(query.name, query.kind, shown: nil) else { continue }
            yield(id, .query, .string(query.query))
            if let target = query.target.flatMap({ knownTag($0) }) { yield(id, .target, .thing(target)) }
        }
    }

    private mutating func add(_ tag: LocalSnapshot.Tag) {
        guard let id = knownTag(tag.name) else { return }
        yield(id, .description, .string(tag.description))
        yield(id, .color, .string(tag.color))
        yield(id, .group, .string(tag.group))
        for alias in tag.aliases { yield(id, .alias(alias), .flag(true)) }
        for implied in tag.implications {
            if let other = knownTag(implied), other != id { yield(id, .implication(other), .flag(true)) }
        }
        for name in tag.distinguished {
            guard let other = knownTag(name), other != id else { continue }
            yield(min(id, other), .distinguished(max(id, other)), .flag(true))
        }
    }

    private mutating func add(_ set: LocalSnapshot.Set) {
        guard let id = knownSet(set.name) else { return }
        yield(id, .kind, set.isDaily ? .string("daily") : .empty)
        for (name, value) in set.settings { yield(id, .setting(name), .string(value)) }
        var last = state.sets[id]?.positions.last
        for name in set.members {
            guard let tag = knownTag(name), state.sets[id]?.members.contains(tag) != true else { continue }
            // New members follow the store's.
            let position = MemberPosition.between(last, nil)
            last = position
            yield(id, .member(tag), .position(position))
        }
    }

    private mutating func add(_ item: LocalSnapshot.Item, _ numbers: inout [[String]: Int]) {
        guard let set = knownSet(item.content.set) else { return }
        let id = knownItem(item.content, in: set, &numbers)
        for (field, value) in item.content.keyFields(in: set) where registers[id, field] == nil {
            merge(id, field, value, .zero)
        }
        let given = item.content.time.map { UInt64(max(0, $0)) } ?? 0
        let stamp = Stamp(milliseconds: item.modified > 0 ? item.modified : given)
        // The item modified last wins, also against its deletion.
        if registers[id, .deleted]?.value == .flag(true) { merge(id, .deleted, .flag(false), stamp) }
        merge(id, .title, .string(item.content.title), stamp)
        merge(id, .note, .string(item.content.note), stamp)
        merge(id, .time, item.content.time.map { .number($0) } ?? .empty, stamp)
        for name in item.content.tags {
            guard let tag = knownTag(name) else { continue }
            if flaws.contains(.tagsAsOneRegister) {
                let tags = Set(item.content.tags.compactMap { knownTag($0) })
                merge(id, .allTags, .things(tags.sorted()), stamp)
            } else {
                merge(id, .tag(tag), .flag(true), stamp)
            }
        }
        yield(id, .attributes, .string(item.attributes))
        for name in item.dismissed { if let tag = knownTag(name) { yield(id, .dismissed(tag), .flag(true)) } }
    }

    private mutating func knownItem(_ item: NewItem, in set: ThingID, _ numbers: inout [[String]: Int]) -> ThingID {
        if let key = item.key(in: set) {
            if let known = created.items[key] ?? state.itemsByKey[key] ?? deletedThings().items[key] { return known }
            let id = newID(.item, key: key.parts) { [registers, state] in registers.isMoved($0, from: key, in: state) }
            created.items[key] = id
            return id
        }
        var content = item.content(in: set)
        numbers[content, default: 0] += 1
        content.append(String(numbers[content] ?? 0))
        return newID(.item, key: content) { [registers, state] id in
            // An item of the store that was edited since is the known item, unless it was moved.
            registers[id, .set]?.value.thing.map { (state.shownIDs[$0] ?? $0) != set } ?? false
        }
    }

    private mutating func knownTag(_ name: String) -> ThingID? {
        known(name, .tag, shown: state.tagsByKey[foldedKey(name)])
    }

    private mutating func knownSet(_ name: String) -> ThingID? {
        known(name, .set, shown: state.setsByKey[foldedKey(name)])
    }

    private mutating func known(_ name: String, _ kind: ThingKind, shown: ThingID?) -> ThingID? {
        let key = foldedKey(name)
        guard !key.isEmpty else { return nil }
        let queries = (kind == .view ? state.views : kind == .rule ? state.rules : [:]).values
        let shown = shown ?? queries.first { foldedKey($0.name) == key }?.id
        if let known = created.named[kind]?[key] ?? shown ?? deletedThings().named[kind]?[key] { return known }
        let id = newID(kind, key: [key]) { [registers] in registers.isNameTaken($0, key: key) }
        merge(id, .name, .string(name), .zero)
        created.named[kind, default: [:]][key] = id
        return id
    }

    /// Writes a value with stamp 0, unless the store has one.
    private mutating func yield(_ id: ThingID, _ field: RegisterField, _ value: RegisterValue) {
        let ids = field.isElement ? [id] : state.idsShown(with: id, sharing: field)
        guard registers.newest(field, of: ids) == nil else { return }
        merge(id, field, value, .zero)
    }

    private mutating func merge(_ id: ThingID, _ field: RegisterField, _ value: RegisterValue, _ stamp: Stamp) {
        // Of two rows that are one thing in the store, the larger value wins.
        guard value != .empty, registers[id, field].map({ $0 < StampedValue(stamp, value) }) ?? true else { return }
        write(id, field, value, stamp: stamp, always: true)
    }
}
