/// The tags that are shown: merged tags and tags with equal keys are one (rule 3).
struct ShownTags {
    private(set) var tags: [ThingID: ShownTag] = [:]
    /// The id under which each tag is shown.
    private(set) var shownIDs: [ThingID: ThingID] = [:]
    /// The shown tag of each key and alias.
    private(set) var byKey: [String: ThingID] = [:]
    private(set) var conflicts: Set<OpenConflict> = []

    init(_ existing: ExistingThings) {
        let registers = existing.registers
        let known = registers.things.keys.filter { $0.kind == .tag && registers[$0, .name]?.value.string != nil }
        let merged = MergedTags(known, in: registers)
        // A merged tag exists under the name of its target as long as one of them exists.
        let roots = merged.members.filter { $0.value.contains(where: existing.exists) }
        let names = roots.keys.reduce(into: [ThingID: StampedValue]()) { names, root in
            names[root] = registers.newest(.name, of: merged.named[root] ?? [root])
        }
        let classes = existing.classes(of: roots.keys) { root in names[root]?.value.string.map(foldedKey) }
        for rootsOfKey in classes {
            let ids = rootsOfKey.flatMap { merged.members[$0] ?? [] }.sorted()
            let named = rootsOfKey.flatMap { merged.named[$0] ?? [] }.sorted()
            guard let id = rootsOfKey.first, let name = rootsOfKey.compactMap({ names[$0] }).max()?.value.string else {
                continue
            }
            tags[id] = ShownTag(
                id: id, ids: ids, named: named, name: name, key: foldedKey(name),
                description: registers.newest(.description, of: ids)?.value.string,
                color: registers.newest(.color, of: ids)?.value.string,
                group: registers.newest(.group, of: ids)?.value.string,
                place: registers.newest(.place, of: ids)?.value.position,
                importedUses: registers.newest(.importedUses, of: ids)?.value.number ?? 0)
            byKey[foldedKey(name)] = id
            for member in ids { shownIDs[member] = id }
        }
        applyAliases(registers)
        applyImplications(registers)
        applyDistinguishedPairs(registers)
    }

    /// Gives each alias to the tag that got it last, unless it is a tag's key (rule 4).
    private mutating func applyAliases(_ registers: Registers) {
        var owners: [String: (content: StampedValue, tag: ThingID)] = [:]
        for (member, shown) in shownIDs {
            for (field, content) in registers.things[member] ?? [:] {
                guard case .alias(let key) = field, content.value.string != nil, byKey[key] == nil else { continue }
                if let owner = owners[key],
                    (owner.content.stamp, shown, owner.content.value) > (content.stamp, owner.tag, content.value)
                {
                    continue
                }
                owners[key] = (content, shown)
            }
        }
        for (key, owner) in owners.sorted(by: { ExactText($0.key) < ExactText($1.key) }) {
            byKey[key] = owner.tag
            if let name = owner.content.value.string { tags[owner.tag]?.aliases.append(name) }
        }
    }

    /// Applies implications in order of their stamps, without those that would close a cycle (rule 6).
    private mutating func applyImplications(_ registers: Registers) {
        struct Pair: Hashable {
            let from: ThingID
            let to: ThingID
        }
        var stamps: [Pair: Stamp] = [:]
        for (member, from) in shownIDs {
            for (field, content) in registers.things[member] ?? [:] {
                guard case .implication(let other) = field, content.value == .flag(true), let to = shownIDs[other],
                    to != from
                else { continue }
                let pair = Pair(from: from, to: to)
                stamps[pair] = min(stamps[pair] ?? content.stamp, content.stamp)
            }
        }
        let ordered = stamps.sorted { ($0.value, $0.key.from, $0.key.to) < ($1.value, $1.key.from, $1.key.to) }
        for (pair, _) in ordered {
            if implies(pair.to, pair.from) {
                conflicts.insert(.cyclicImplication(from: pair.from, to: pair.to))
            } else {
                tags[pair.from]?.implications.append(pair.to)
            }
        }
        for id in tags.keys { tags[id]?.implications.sort() }
    }

    /// Returns whether a tag implies another through any number of implications.
    private func implies(_ from: ThingID, _ to: ThingID) -> Bool {
        var (waiting, seen): ([ThingID], Set<ThingID>) = ([from], [from])
        while let tag = waiting.popLast() {
            if tag == to { return true }
            waiting += (tags[tag]?.implications ?? []).filter { seen.insert($0).inserted }
        }
        return false
    }

    private mutating func applyDistinguishedPairs(_ registers: Registers) {
        for (member, shown) in shownIDs {
            for (field, content) in registers.things[member] ?? [:] {
                guard case .distinguished(let other) = field, content.value == .flag(true),
                    let second = shownIDs[other], second != shown
                else { continue }
                let (smaller, larger) = (min(shown, second), max(shown, second))
                if tags[smaller]?.distinguished.contains(larger) == false {
                    tags[smaller]?.distinguished.append(larger)
                }
            }
        }
        for id in tags.keys { tags[id]?.distinguished.sort() }
    }
}

/// The targets of merged tags.
struct MergedTags {
    /// The tags that are shown as each target, including itself.
    private(set) var members: [ThingID: [ThingID]] = [:]
    /// The tags whose name the target may have: itself, or the tags of a cycle.
    private(set) var named: [ThingID: [ThingID]] = [:]

    /// Finds the target of each tag.
    ///
    /// Of a cycle, the target is the smallest id (rule 3).
    init(_ tags: [ThingID], in registers: Registers) {
        let known = Set(tags)
        for tag in tags {
            var path = [tag]
            var cycle: [ThingID]?
            while cycle == nil, let next = registers[path[path.count - 1], .mergedInto]?.value.thing,
                known.contains(next)
            { if let start = path.firstIndex(of: next) { cycle = path[start...].sorted() } else { path.append(next) } }
            let target = cycle?.first ?? path[path.count - 1]
            members[target, default: []].append(tag)
            named[target] = cycle ?? [target]
        }
    }
}
