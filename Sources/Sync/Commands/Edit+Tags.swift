extension Edit {
    /// Renames a tag and the tags below it, and records aliases (rule 4).
    mutating func rename(_ tag: ShownTag, to name: String, keepsAlias: Bool) throws(CommandRefusal) {
        try renameAlone(tag, to: name, keepsAlias: keepsAlias)
        let depth = tag.name.split(separator: "/").count
        for child in state.tags.values.sorted(by: { $0.id < $1.id }) where child.key.hasPrefix(tag.key + "/") {
            let rest = child.name.split(separator: "/").dropFirst(depth).joined(separator: "/")
            // A tag below the old name whose new name is taken keeps its name.
            guard state.tagsByKey[foldedKey("\(name)/\(rest)")] == nil else { continue }
            try renameAlone(child, to: "\(name)/\(rest)", keepsAlias: keepsAlias)
        }
    }

    private mutating func renameAlone(_ tag: ShownTag, to name: String, keepsAlias: Bool) throws(CommandRefusal) {
        let key = foldedKey(name)
        if let other = state.tagsByKey[key], other != tag.id, state.tags[other]?.key == key { throw .nameTaken }
        try rename(tag.named, to: name)
        guard key != tag.key else { return }
        if keepsAlias { addAlias(tag.name, to: tag.id) }
        addAlias(name, to: tag.id)
    }

    /// Merges a tag into another, which keeps its description, color, group and place.
    mutating func merge(_ source: ShownTag, into target: ShownTag) {
        for id in source.named { write(id, .mergedInto, .thing(target.id)) }
        addAlias(source.name, to: target.id)
        // The united tag has the newest value of each field, which may be the source's (rule 3).
        for field in [RegisterField.description, .color, .group, .place] {
            let united = registers.newest(field, of: source.ids + target.ids)?.value ?? .empty
            let kept = registers.newest(field, of: target.ids)?.value ?? .empty
            if kept != .empty, kept != united { write(target.id, field, kept, always: true) }
        }
    }

    /// Makes tags a one-of group.
    mutating func group(_ name: String, _ tags: [ThingID]) {
        for tag in state.tags.values where tag.group == name && !tags.contains(tag.id) { write(tag.id, .group, .empty) }
        var last: MemberPosition?
        for tag in tags {
            let place = MemberPosition.between(last, nil)
            write(tag, .group, .string(name))
            write(tag, .place, .position(place))
            last = place
        }
    }

    /// Lets a tag imply another.
    mutating func imply(_ from: ShownTag, _ to: ShownTag) throws(CommandRefusal) {
        var (waiting, seen) = ([to.id], Set([to.id]))
        while let next = waiting.popLast() {
            guard next != from.id else { throw .cycle }
            waiting += (state.tags[next]?.implications ?? []).filter { seen.insert($0).inserted }
        }
        turn(from.id, .implication(to.id), on: true)
    }

    /// Deletes a tag under all of its ids, and removes it from the items and sets that this device knows (rule 5).
    ///
    /// Items that were deleted or wait lose it too: otherwise the tag would come back with them.
    mutating func delete(_ tag: ShownTag) {
        if flaws.contains(.tagsAsOneRegister) {
            for item in state.items.values where item.tags.contains(tag.id) { removeTag(tag.id, from: item.id) }
        }
        delete([(tag: tag, stamp: stamp)])
    }

    /// Deletes several tags, each with a stamp.
    mutating func delete(_ tags: [(tag: ShownTag, stamp: Stamp)]) {
        guard !tags.isEmpty else { return }
        let stamps = Dictionary(tags.flatMap { tag, stamp in tag.ids.map { ($0, stamp) } }) { first, _ in first }
        for thing in registers.things.keys.filter({ $0.kind == .item || $0.kind == .set }).sorted() {
            for field in (registers.things[thing] ?? [:]).keys.sorted() {
                guard let tag = field.taggedWith, let stamp = stamps[tag] else { continue }
                self.stamp = stamp
                turnOff([field], of: [thing])
            }
        }
        for (tag, stamp) in tags {
            self.stamp = stamp
            delete(tag.ids)
        }
    }
}

extension RegisterField {
    /// The tag that an item or set has, if the field says so.
    fileprivate var taggedWith: ThingID? {
        switch self {
        case .tag(let tag), .member(let tag): tag
        default: nil
        }
    }
}
