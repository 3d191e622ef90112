extension Edit {
    /// Saves an item, or updates the known item with its location or day.
    mutating func save(_ item: NewItem) throws(CommandRefusal) {
        let set = try set(named: item.set)
        guard let key = item.key(in: set) else { return try write(item, to: newID(.item), in: set) }
        try write(item, to: itemID(key), in: set)
    }

    /// Imports items.
    ///
    /// Items without a location are known by their content and a number among equal items (rule 1).
    mutating func importItems(_ items: [NewItem]) throws(CommandRefusal) {
        var numbers: [[String]: Int] = [:]
        for item in items {
            let set = try set(named: item.set)
            if let key = item.key(in: set) {
                try write(item, to: itemID(key), in: set)
                continue
            }
            var content = item.content(in: set)
            numbers[content, default: 0] += 1
            content.append(String(numbers[content] ?? 0))
            let id = newID(.item, key: content) { [registers, state] id in
                guard registers.things[id] != nil else { return false }
                guard let shown = state.items[id] else {
                    return registers[id, .set].map { $0.value != .thing(set) } ?? false
                }
                return shown.set != set || shown.title != item.title || shown.note != item.note
                    || shown.time != item.time
            }
            try write(item, to: id, in: set)
        }
    }

    /// Returns the id of the item with a key: the known item, also if it was deleted, or a new one (rule 1).
    private mutating func itemID(_ key: ItemKey) -> ThingID {
        if let known = created.items[key] ?? state.itemsByKey[key] ?? deletedThings().items[key] { return known }
        let id = newID(.item, key: key.parts) { [registers, state] in registers.isMoved($0, from: key, in: state) }
        created.items[key] = id
        return id
    }

    private mutating func write(_ item: NewItem, to id: ThingID, in set: ThingID) throws(CommandRefusal) {
        let isNew = !state.shows(id)
        if isNew {
            if registers.isAlive(id, flaws: flaws) {
                for (field, value) in item.keyFields(in: set) where registers[id, field] == nil {
                    write(id, field, value, stamp: .zero, always: true)
                }
            } else {
                // It comes back without the tags that it had when it was deleted. An item that merely waits for its set
                // keeps them (rule 5).
                clear(id)
            }
        }
        // Saving an item also writes "not deleted" (rule 2).
        write(id, .deleted, .flag(false), always: true)
        if let title = item.title { write(id, .title, .string(title)) }
        if let note = item.note { write(id, .note, .string(note)) }
        if let time = item.time { write(id, .time, .number(time)) }
        for name in item.tags { try addTag(tag(named: name), to: id) }
        if isNew { applyRules(to: id, item) }
    }

    /// Adds the tags of rules to an item that this device creates; other devices receive them as tags (rule 9).
    private mutating func applyRules(to id: ThingID, _ item: NewItem) {
        for rule in state.rules.values.sorted(by: { $0.id < $1.id }) {
            guard let word = rule.query, let tag = rule.target, item.location?.contains(word) == true else { continue }
            addTag(tag, to: id)
        }
    }

    /// Adds a tag to an item, and removes the other tags of its one-of group (rule 6).
    mutating func addTag(_ tag: ThingID, to item: ThingID) {
        if let group = state.tags[tag]?.group {
            let others = state.tags.values.filter { $0.group == group && $0.id != tag }
            for other in others.sorted(by: { $0.id < $1.id }) { removeTag(other.id, from: item) }
        }
        guard !flaws.contains(.tagsAsOneRegister) else { return writeAllTags(of: item) { $0.formUnion([tag]) } }
        turn(item, .tag(tag), on: true)
    }

    /// Removes a tag from an item, under all ids of both (rule 3).
    mutating func removeTag(_ tag: ThingID, from item: ThingID) {
        let tags = state.tags[tag]?.ids ?? [tag]
        guard !flaws.contains(.tagsAsOneRegister) else { return writeAllTags(of: item) { $0.subtract(tags) } }
        turnOff(tags.map { .tag($0) }, of: state.items[item]?.ids ?? [item])
    }

    private mutating func writeAllTags(of item: ThingID, _ change: (inout Set<ThingID>) -> Void) {
        var tags = Set(registers.newest(.allTags, of: state.items[item]?.ids ?? [item])?.value.things ?? [])
        change(&tags)
        write(item, .allTags, .things(tags.sorted()))
    }

    /// Moves an item under all of its ids (rule 3).
    mutating func move(_ item: ShownItem, location: String?, set name: String?) throws(CommandRefusal) {
        var set = item.set
        if let name { set = try self.set(named: name) }
        let moved = NewItem(set: "", location: location ?? item.location, day: item.day)
        if let key = moved.key(in: set), let other = created.items[key] ?? state.itemsByKey[key], other != item.id {
            throw .nameTaken
        }
        for id in item.ids {
            if let location, location != item.location { write(id, .location, .string(location), always: true) }
            if set != item.set { write(id, .set, .thing(set), always: true) }
        }
    }
}

extension NewItem {
    /// Returns the key of the item in a set; `nil` without a location and day.
    func key(in set: ThingID) -> ItemKey? {
        location.map { .location(set: set, normalizedLocation($0)) } ?? day.map { .day(set: set, $0) }
    }

    /// Returns the content by which an item without a location is known: title, note, tags, and time if given (rule 1).
    func content(in set: ThingID) -> [String] {
        let keys = tags.map(foldedKey).sorted { ExactText($0) < ExactText($1) }
        return [set.text, "content", title ?? "", note ?? "", time.map { String($0) } ?? "", String(keys.count)] + keys
    }

    /// Returns the registers of the key, which have stamp 0 in a new item (rule 2).
    func keyFields(in set: ThingID) -> [(RegisterField, RegisterValue)] {
        let fields: [(RegisterField, RegisterValue)] = [
            (.set, .thing(set)), (.location, .string(location)), (.day, day.map { .number($0) } ?? .empty),
        ]
        return fields.filter { $0.1 != .empty }
    }
}
