extension Edit {
    /// Writes the registers of a command.
    mutating func perform(_ command: SyncCommand) throws(CommandRefusal) {
        switch command {
        case .save(let item): try save(item)
        case .importItems(let items): try importItems(items)
        case .setTitle(let id, let title): try write(shown(id, in: state.items).id, .title, .string(title))
        case .setNote(let id, let note): try write(shown(id, in: state.items).id, .note, .string(note))
        case .move(let id, let location, let set): try move(shown(id, in: state.items), location: location, set: set)
        case .tag(let id, let name): try addTag(tag(named: name), to: shown(id, in: state.items).id)
        case .untag(let id, let tag): try removeTag(shown(tag, in: state.tags).id, from: shown(id, in: state.items).id)
        case .dismiss(let id, let tag):
            try turn(shown(id, in: state.items).id, .dismissed(shown(tag, in: state.tags).key), on: true)
        case .deleteItem(let id): try delete(shown(id, in: state.items).ids)
        case .saveView(let name, let query):
            let id = try view(named: name)
            write(id, .query, .string(query))
        case .saveRule(let word, let tagName): try saveRule(word, tag: tag(named: tagName))
        case .deleteQuery(let id): try delete(shown(id, in: id.kind == .view ? state.views : state.rules).ids)
        default: try performOnTagOrSet(command)
        }
    }

    private mutating func performOnTagOrSet(_ command: SyncCommand) throws(CommandRefusal) {
        switch command {
        case .renameTag(let id, let name, let keepsAlias):
            try rename(shown(id, in: state.tags), to: name, keepsAlias: keepsAlias)
        case .mergeTags(let id, let target):
            let (source, target) = (try shown(id, in: state.tags), try shown(target, in: state.tags))
            guard source.id != target.id else { throw .nameTaken }
            merge(source, into: target)
        case .describe(let id, let description, let color):
            let tag = try shown(id, in: state.tags).id
            write(tag, .description, .string(description))
            write(tag, .color, .string(color))
        case .oneOf(let name, let ids):
            for id in ids { _ = try shown(id, in: state.tags) }
            group(name, ids)
        case .addAlias(let id, let name):
            let key = foldedKey(name)
            guard !key.isEmpty else { throw .missingName }
            guard state.tagsByKey[key] == nil else { throw .nameTaken }
            try addAlias(name, to: shown(id, in: state.tags).id)
        case .removeAlias(let id, let name): try turnOff([.alias(foldedKey(name))], of: shown(id, in: state.tags).ids)
        case .imply(let from, let to): try imply(shown(from, in: state.tags), shown(to, in: state.tags))
        case .removeImplication(let from, let to):
            let implied = try shown(to, in: state.tags).ids.map { RegisterField.implication($0) }
            try turnOff(implied, of: shown(from, in: state.tags).ids)
        case .distinguish(let first, let second):
            let pair = try [shown(first, in: state.tags).id, shown(second, in: state.tags).id].sorted()
            guard pair[0] != pair[1] else { throw .nameTaken }
            turn(pair[0], .distinguished(pair[1]), on: true)
        case .deleteTag(let id): try delete(shown(id, in: state.tags))
        default: try performOnSet(command)
        }
    }

    private mutating func performOnSet(_ command: SyncCommand) throws(CommandRefusal) {
        switch command {
        case .createSet(let name, let isDaily): try createSet(name, isDaily: isDaily)
        case .renameSet(let id, let name):
            let set = try shown(id, in: state.sets)
            if let other = state.setsByKey[foldedKey(name)], other != set.id { throw .nameTaken }
            try rename(set.ids, to: name)
        case .setLayout(let id, let name, let value):
            try write(shown(id, in: state.sets).id, .setting(name), .string(value))
        case .addMember(let id, let name, let index): try addMember(name, to: shown(id, in: state.sets), index: index)
        case .removeMember(let id, let tag):
            let members = try shown(tag, in: state.tags).ids.map { RegisterField.member($0) }
            try turnOff(members, of: shown(id, in: state.sets).ids)
        case .dropSet(let id): try drop(shown(id, in: state.sets))
        default: break
        }
    }

    /// Returns a thing that this device shows: no command changes another (rule 5 of the store).
    private func shown<Thing>(_ id: ThingID, in things: [ThingID: Thing]) throws(CommandRefusal) -> Thing {
        guard let thing = state.shownIDs[id].flatMap({ things[$0] }) else { throw .unknownThing }
        return thing
    }
}
