/// The items that are shown: items of a set with the same location or day are one (rule 3).
struct ShownItems {
    private(set) var items: [ThingID: ShownItem] = [:]
    /// The id under which each item is shown.
    private(set) var shownIDs: [ThingID: ThingID] = [:]
    /// The shown item of each location or day.
    private(set) var byKey: [ItemKey: ThingID] = [:]
    private(set) var conflicts: Set<OpenConflict> = []

    init(_ existing: ExistingThings, tags: ShownTags, sets: ShownSets) {
        let registers = existing.registers
        var keyed: [ItemKey: [ThingID]] = [:]
        var alone: [(ThingID, set: ThingID)] = []
        for id in existing.alive where id.kind == .item {
            // An item whose set hasn't arrived waits.
            guard let set = registers[id, .set]?.value.thing.flatMap({ sets.shownIDs[$0] }) else { continue }
            if let key = ItemKey(id, set: set, in: registers) {
                keyed[key, default: []].append(id)
            } else {
                alone.append((id, set: set))
            }
        }
        for (key, ids) in keyed { add(ids.sorted(), key: key, set: key.set, existing, tags, sets) }
        for (id, set) in alone { add([id], key: nil, set: set, existing, tags, sets) }
    }

    private mutating func add(
        _ ids: [ThingID], key: ItemKey?, set: ThingID, _ existing: ExistingThings, _ tags: ShownTags, _ sets: ShownSets
    ) {
        let registers = existing.registers
        func text(_ field: RegisterField) -> String? { registers.newest(field, of: ids)?.value.string }
        let itemTags = Set(ids.flatMap(existing.tags).compactMap { tags.shownIDs[$0] })
        let time = registers.newest(.time, of: ids)?.value.number
        var day = registers.newest(.day, of: ids)?.value.number
        // An item from before the set became daily: its day must be the same in all time zones.
        if day == nil, sets.sets[set]?.isDaily == true, text(.location) == nil { day = time.map(Self.utcDay) }
        let item = ShownItem(
            id: ids[0], ids: ids, set: set, title: text(.title), location: text(.location), note: text(.note),
            time: time, day: day, attributes: text(.attributes), words: text(.words), tags: itemTags,
            dismissed: Self.dismissed(ids, in: registers))
        items[item.id] = item
        if let key { byKey[key] = item.id }
        for id in ids { shownIDs[id] = item.id }
        let groups = Dictionary(grouping: itemTags.compactMap { tags.tags[$0]?.group }, by: foldedKey)
        for members in groups.values where members.count > 1 {
            let group = members.min { ExactText($0) < ExactText($1) } ?? ""
            conflicts.insert(.tagsOfGroup(item: item.id, group: group))
        }
    }

    /// Returns the day of a time in milliseconds since 1970, in days since 1970.
    private static func utcDay(_ time: Int64) -> Int64 {
        let (day, rest) = time.quotientAndRemainder(dividingBy: 86_400_000)
        return rest < 0 ? day - 1 : day
    }

    private static func dismissed(_ ids: [ThingID], in registers: Registers) -> Set<String> {
        let fields = ids.flatMap { registers.things[$0] ?? [:] }
        return Set(
            fields.compactMap { field, content in
                if case .dismissed(let key) = field, content.value == .flag(true) { key } else { nil }
            })
    }
}

extension ItemKey {
    /// Returns the key of an item in a set; `nil` if it has neither a location nor a day.
    init?(_ item: ThingID, set: ThingID, in registers: Registers) {
        if let location = registers[item, .location]?.value.string {
            self = .location(set: set, normalizedLocation(location))
        } else if let day = registers[item, .day]?.value.number {
            self = .day(set: set, day)
        } else {
            return nil
        }
    }

    /// The set of the item.
    var set: ThingID {
        switch self {
        case .location(let set, _), .day(let set, _): set
        }
    }
}
