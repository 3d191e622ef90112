extension Edit {
    /// Adds the rows of a database that wasn't synced to the state of the store (rule 10).
    ///
    /// Things with known keys are the known things. Values have stamp 0 and yield to the store's, except that an item's
    /// title, note, time and tags have its modification time. Empty fields have no register.
    ///
    /// - Parameters:
    ///   - content: The rows.
    ///   - rows: Receives the thing of each row.
    mutating func add(_ content: LocalContent, _ rows: inout RowMap) {
        var things = RowThings(names: Dictionary(content.tags.map { ($0.row, $0.name) }) { name, _ in name })
        let namedTags = Set(content.tags.compactMap { shownTag(named: $0.name) })
        for tag in content.tags {
            things.tags[tag.row] = known(tag.name, .tag, shown: shownTag(named: tag.name), except: namedTags)
        }
        let namedSets = Set(content.sets.compactMap { state.setsByKey[foldedKey($0.name)] })
        for set in content.sets {
            let shown = state.setsByKey[foldedKey(set.name)]
            things.sets[set.row] = known(set.name, .set, shown: shown, except: namedSets)
        }
        for tag in content.tags { add(tag, things) }
        addPlaces(of: content.tags, things)
        for set in content.sets { add(set, things) }
        let hashes = contentHashes(content.items, things)
        var stored = StoredContents(registers, state, except: Set(hashes.values))
        for item in content.items {
            let id = add(item, hash: hashes[item.row], &stored, things)
            if let id { rows.join(item.row, to: id) }
        }
        let namedViews = Set(content.queries.compactMap { shownView(named: $0.name)?.id })
        for query in content.queries {
            let id = add(query, things, except: namedViews)
            if let id { rows.join(query.row, to: id) }
        }
        // The row with the thing's name is the thing's row.
        func join(_ names: [(row: Int64, name: String)], _ things: [Int64: ThingID], keys: (ThingID) -> String?) {
            let known = names.compactMap { row, name in things[row].map { (row, $0, keys($0) == foldedKey(name)) } }
            for (row, id, isNamed) in known where isNamed { rows.join(row, to: id) }
            for (row, id, isNamed) in known where !isNamed { rows.join(row, to: id) }
        }
        join(content.tags.map { ($0.row, $0.name) }, things.tags) { [state] in state.tags[$0]?.key }
        join(content.sets.map { ($0.row, $0.name) }, things.sets) { [state] in state.sets[$0]?.key }
    }

    /// The things of the rows that others refer to.
    private struct RowThings {
        var tags: [Int64: ThingID] = [:]
        var sets: [Int64: ThingID] = [:]
        /// The names of the tags here; other devices may have renamed them.
        let names: [Int64: String]
    }

    private mutating func add(_ tag: LocalTag, _ things: RowThings) {
        guard let id = things.tags[tag.row] else { return }
        yield(id, .description, .string(tag.description))
        yield(id, .color, .string(tag.color))
        yield(id, .group, .string(tag.group))
        yield(id, .importedUses, tag.importedUses == 0 ? .empty : .number(tag.importedUses))
        for alias in tag.aliases { yield(id, .alias(foldedKey(alias)), .string(alias)) }
        for other in tag.implications.compactMap({ things.tags[$0] }) where other != id {
            yield(id, .implication(other), .flag(true))
        }
        for other in tag.distinguished.compactMap({ things.tags[$0] }) where other != id {
            yield(min(id, other), .distinguished(max(id, other)), .flag(true))
        }
    }

    /// Adds the positions of tags in groups; new tags of a group follow the store's.
    private mutating func addPlaces(of tags: [LocalTag], _ things: RowThings) {
        var last: [String: MemberPosition] = [:]
        for (key, ids) in state.groups { last[key] = ids.last.flatMap { state.tags[$0]?.place } }
        for tag in tags.sorted(by: { ($0.indexInGroup ?? 0, $0.row) < ($1.indexInGroup ?? 0, $1.row) }) {
            guard let key = tag.group.map(foldedKey), let id = things.tags[tag.row],
                state.tags[id]?.group.map(foldedKey) != key
            else { continue }
            let place = MemberPosition.between(last[key], nil)
            last[key] = place
            yield(id, .place, .position(place))
        }
    }

    private mutating func add(_ set: LocalSet, _ things: RowThings) {
        guard let id = things.sets[set.row] else { return }
        yield(id, .kind, set.isDaily ? .string(dailySet) : .empty)
        for (name, value) in set.settings { yield(id, .setting(name), .string(value)) }
        for (url, device) in set.connections { yield(id, .connection(url), .string(device.folderName)) }
        var last = state.sets[id]?.positions.last
        for tag in set.members.compactMap({ things.tags[$0] }) where state.sets[id]?.members.contains(tag) != true {
            // New members follow the store's.
            let position = MemberPosition.between(last, nil)
            last = position
            yield(id, .member(tag), .position(position))
        }
    }

    private mutating func add(
        _ item: LocalItem, hash: ThingID?, _ stored: inout StoredContents, _ things: RowThings
    ) -> ThingID? {
        guard let set = things.sets[item.set] else { return nil }
        let tags = item.tags.compactMap { things.tags[$0] }
        let id = knownItem(item, in: set, tags, hash: hash, &stored)
        for (field, value) in item.keyFields(in: set) where registers[id, field] == nil {
            merge(id, field, value, .zero)
        }
        let given = item.time.map { UInt64(max(0, $0)) } ?? 0
        let modified = item.modified.map { UInt64(max(0, $0)) } ?? 0
        let stamp = Stamp(milliseconds: modified > 0 ? modified : given)
        // The item modified last wins, also against its deletion.
        if registers[id, .deleted]?.value == .flag(true) { merge(id, .deleted, .flag(false), stamp) }
        merge(id, .title, .string(item.titleIfAny), stamp)
        merge(id, .note, .string(item.noteIfAny), stamp)
        merge(id, .time, item.time.map { .number($0) } ?? .empty, stamp)
        if flaws.contains(.tagsAsOneRegister), !tags.isEmpty {
            merge(id, .allTags, .things(Set(tags).sorted()), stamp)
        } else {
            for tag in tags { merge(id, .tag(tag), .flag(true), stamp) }
        }
        yield(id, .attributes, .string(item.attributes))
        yield(id, .words, .string(item.words))
        for key in item.dismissed { yield(id, .dismissed(key), .flag(true)) }
        return id
    }

    private mutating func add(_ query: LocalQuery, _ things: RowThings, except views: Set<ThingID>) -> ThingID? {
        if query.kind == .view {
            let shown = shownView(named: query.name)
            guard let id = known(query.name, .view, shown: shown?.id, except: views) else { return nil }
            yield(id, .query, .string(query.query))
            return id
        }
        guard let target = query.target.flatMap({ things.tags[$0] }) else { return nil }
        let shown = state.rules.values.first { $0.query == query.query && $0.target == target }
        let id = shown?.id ?? ruleID(query.query, tag: target)
        for (field, value) in ruleFields(query.query, tag: target) { yield(id, field, value) }
        yield(id, .kind, query.isAutomatic ? .string(automaticRule) : .empty)
        return id
    }

    private mutating func knownItem(
        _ item: LocalItem, in set: ThingID, _ tags: [ThingID], hash: ThingID?, _ stored: inout StoredContents
    ) -> ThingID {
        if let key = item.key(in: set) {
            if let known = created.items[key] ?? state.itemsByKey[key] ?? deletedThings().items[key] { return known }
            let id = newID(.item, key: key.parts) { [registers, state] in registers.isMoved($0, from: key, in: state) }
            created.items[key] = id
            return id
        }
        guard let hash else { return newID(.item) }
        if registers.things[hash] == nil, let known = stored.removeFirst(equalTo: item, in: set, tags: tags) {
            return known
        }
        // An item of the store that was edited since is the known item, unless it was moved.
        let stored = registers[hash, .set]?.value.thing
        return stored.map { (state.shownIDs[$0] ?? $0) != set } ?? false ? newID(.item) : hash
    }

    /// Returns the ids of the items that have neither a location nor a day, by row: hashes of their contents (rule 1).
    private mutating func contentHashes(_ items: [LocalItem], _ things: RowThings) -> [Int64: ThingID] {
        var numbers: [[String]: Int] = [:]
        var hashes: [Int64: ThingID] = [:]
        for item in items {
            guard let set = things.sets[item.set], item.key(in: set) == nil else { continue }
            var content = item.content(in: set, tags: item.tags.compactMap { things.names[$0] })
            numbers[content, default: 0] += 1
            content.append(String(numbers[content] ?? 0))
            hashes[item.row] = newID(.item, key: content) { _ in false }
        }
        return hashes
    }

    private func shownView(named name: String) -> ShownQuery? {
        let key = foldedKey(name)
        return key.isEmpty ? nil : state.views.values.first { foldedKey($0.name) == key }
    }

    /// Returns the tag that is shown under a name or alias.
    private func shownTag(named name: String) -> ThingID? { state.tagsByKey[foldedKey(name)] }

    /// Returns the thing of the store with a name, also if the store renamed it since, or creates it.
    ///
    /// - Parameter taken: The things of other rows, which have the names that they have in the store.
    private mutating func known(
        _ name: String, _ kind: ThingKind, shown: ThingID?, except taken: Set<ThingID>
    ) -> ThingID? {
        let key = foldedKey(name)
        guard !key.isEmpty else { return nil }
        if let known = created.named[kind]?[key] ?? shown ?? deletedThings().named[kind]?[key] { return known }
        let id = newID(kind, key: [key]) { [state] in taken.contains(state.shownIDs[$0] ?? $0) }
        let known = state.shownIDs[id] ?? id
        if registers[id, .name]?.value.string == nil { merge(id, .name, .string(name), .zero) }
        created.named[kind, default: [:]][key] = known
        return known
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

extension LocalItem {
    /// The title; `nil` if it is empty.
    var titleIfAny: String? { title.isEmpty ? nil : title }
    /// The note; `nil` if it is empty.
    var noteIfAny: String? { note.isEmpty ? nil : note }

    /// Returns the key of the item in a set; `nil` without a location and day.
    func key(in set: ThingID) -> ItemKey? { draft().key(in: set) }

    /// Returns the registers of the key.
    func keyFields(in set: ThingID) -> [(RegisterField, RegisterValue)] { draft().keyFields(in: set) }

    /// Returns the content by which an item of a set, with the names of its tags, is known without a location (rule 1).
    func content(in set: ThingID, tags: [String]) -> [String] {
        var draft = draft(tags: tags)
        if !isTimeGiven { draft.time = nil }
        return draft.content(in: set)
    }

    private func draft(tags: [String] = []) -> NewItem {
        NewItem(set: "", location: location, day: day, title: titleIfAny, note: noteIfAny, time: time, tags: tags)
    }
}
