extension Edit {
    /// Returns the tag with a name or alias; creates it if it doesn't exist.
    mutating func tag(named name: String) throws(CommandRefusal) -> ThingID {
        try named(name, .tag, shown: state.tagsByKey[foldedKey(name)])
    }

    /// Returns the set with a name; creates it if it doesn't exist.
    mutating func set(named name: String) throws(CommandRefusal) -> ThingID {
        try named(name, .set, shown: state.setsByKey[foldedKey(name)])
    }

    /// Returns the view with a name; creates it if it doesn't exist.
    mutating func view(named name: String) throws(CommandRefusal) -> ThingID {
        let key = foldedKey(name)
        return try named(name, .view, shown: state.views.values.first { foldedKey($0.name) == key }?.id)
    }

    /// Saves a rule, unless it exists.
    mutating func saveRule(_ word: String, tag: ThingID) {
        guard !state.rules.values.contains(where: { $0.query == word && $0.target == tag }) else { return }
        let id = ruleID(word, tag: tag)
        for (field, value) in ruleFields(word, tag: tag) where registers[id, field]?.value != value {
            write(id, field, value, stamp: registers[id, field] == nil ? .zero : nil, always: true)
        }
        write(id, .deleted, .flag(false), always: true)
    }

    /// Returns the id of a rule that isn't shown: that of a deleted one, or the hash of its key.
    mutating func ruleID(_ query: String, tag: ThingID) -> ThingID {
        let key = ruleKey(query, tag)
        return deletedThings().named[.rule]?[key] ?? newID(.rule, key: [key]) { _ in false }
    }

    /// Returns the registers of a rule's key.
    func ruleFields(_ query: String, tag: ThingID) -> [(RegisterField, RegisterValue)] {
        [(.query, .string(query)), (.target, .thing(tag))]
    }

    /// Returns a thing that the device knows by its key, or creates it (rule 1).
    private mutating func named(_ name: String, _ kind: ThingKind, shown: ThingID?) throws(CommandRefusal) -> ThingID {
        let key = foldedKey(name)
        guard !key.isEmpty else { throw .missingName }
        if let known = created.named[kind]?[key] ?? shown { return known }
        let id: ThingID
        if let deleted = deletedThings().named[kind]?[key] {
            id = deleted
            clear(id)
            write(id, .name, .string(name))
        } else {
            id = newID(kind, key: [key]) { [registers] in registers.isNameTaken($0, key: key) }
            write(id, .name, .string(name), stamp: .zero, always: true)
        }
        write(id, .deleted, .flag(false), always: true)
        created.named[kind, default: [:]][key] = id
        return id
    }

    /// Empties all fields of a deleted thing that is created again, as they are empty without sync.
    mutating func clear(_ id: ThingID) {
        for (field, content) in registers.things[id] ?? [:] where !field.isKey && field != .deleted {
            if content.value != .empty { write(id, field, .empty, always: true) }
        }
    }

    /// Writes the name of a new or renamed thing to all of its ids (rule 3).
    mutating func rename(_ ids: [ThingID], to name: String) throws(CommandRefusal) {
        guard !foldedKey(name).isEmpty else { throw .missingName }
        guard registers.newest(.name, of: ids)?.value != .string(name) else { return }
        for id in ids { write(id, .name, .string(name), always: true) }
    }
}

extension Registers {
    /// Returns whether the thing with a key's hash was renamed or merged, so that a new thing needs a random id (rule 1).
    ///
    /// A thing whose name hasn't arrived has the key: its other registers wait for it.
    func isNameTaken(_ id: ThingID, key: String) -> Bool {
        guard let name = self[id, .name]?.value.string else { return false }
        return foldedKey(name) != key || self[id, .mergedInto]?.value.thing != nil
    }

    /// Returns whether the item with a key's hash was moved, so that a new item needs a random id (rule 1).
    ///
    /// An item whose set or location hasn't arrived has the key.
    func isMoved(_ id: ThingID, from key: ItemKey, in state: ShownState) -> Bool {
        guard let fields = things[id], fields[.set] != nil || fields[.location] != nil || fields[.day] != nil else {
            return false
        }
        if let set = fields[.set]?.value.thing, (state.shownIDs[set] ?? set) != key.set { return true }
        guard let current = ItemKey(id, set: key.set, in: self) else { return false }
        return current != key
    }
}
