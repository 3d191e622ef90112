/// The sets that are shown: sets with equal keys are one (rule 3).
struct ShownSets {
    private(set) var sets: [ThingID: ShownSet] = [:]
    /// The id under which each set is shown.
    private(set) var shownIDs: [ThingID: ThingID] = [:]
    /// The shown set of each key.
    private(set) var byKey: [String: ThingID] = [:]

    init(_ existing: ExistingThings, tags: ShownTags) {
        let registers = existing.registers
        let known = registers.things.keys.filter { $0.kind == .set && existing.exists($0) }
        let connections = Self.connections(of: known, in: registers)
        for ids in existing.classes(of: known, key: { registers[$0, .name]?.value.string.map(foldedKey) }) {
            guard let id = ids.first, let name = registers.newest(.name, of: ids)?.value.string else { continue }
            let members = Self.members(of: ids, in: registers, tags: tags)
            sets[id] = ShownSet(
                id: id, ids: ids, name: name, key: foldedKey(name),
                isDaily: registers.newest(.kind, of: ids)?.value.string == dailySet,
                settings: Self.settings(of: ids, in: registers),
                connections: connections.filter { ids.contains($0.value.set) }.mapValues(\.device),
                members: members.map(\.tag), positions: members.map(\.position))
            byKey[foldedKey(name)] = id
            for member in ids { shownIDs[member] = id }
        }
    }

    private static func settings(of ids: [ThingID], in registers: Registers) -> [String: String] {
        let fields = Set(ids.flatMap { (registers.things[$0] ?? [:]).keys })
        return fields.reduce(into: [:]) { settings, field in
            guard case .setting(let name) = field else { return }
            settings[name] = registers.newest(field, of: ids)?.value.string
        }
    }

    /// Returns the sets and devices of connections by URL (rule 11).
    ///
    /// Two devices may have added a URL to two sets at the same time; the change made last counts.
    private static func connections(
        of sets: [ThingID], in registers: Registers
    ) -> [String: (set: ThingID, device: DeviceID)] {
        var newest: [String: (content: StampedValue, set: ThingID)] = [:]
        for set in sets.sorted() {
            for (field, content) in registers.things[set] ?? [:] {
                guard case .connection(let url) = field, newest[url].map({ $0.content < content }) ?? true else {
                    continue
                }
                newest[url] = (content, set)
            }
        }
        return newest.compactMapValues { content, set in
            content.value.string.flatMap { DeviceID(folderName: $0) }.map { (set, $0) }
        }
    }

    /// Returns the tags of sets that are shown as one, ordered by position, then id.
    ///
    /// A tag has the position that was written last. It is a member as long as one pair of ids is.
    private static func members(
        of ids: [ThingID], in registers: Registers, tags: ShownTags
    ) -> [(tag: ThingID, position: MemberPosition)] {
        var positions: [ThingID: StampedValue] = [:]
        for (field, content) in ids.flatMap({ registers.things[$0] ?? [:] }) {
            guard case .member(let member) = field, content.value.position != nil, let tag = tags.shownIDs[member]
            else { continue }
            positions[tag] = max(positions[tag] ?? content, content)
        }
        return positions.compactMap { tag, content in content.value.position.map { (tag, $0) } }
            .sorted { ($0.position, $0.tag) < ($1.position, $1.tag) }
    }
}
