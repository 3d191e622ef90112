internal import TagCore

/// The key under which an item is unique in its set.
enum ItemKey: Hashable, Sendable {
    /// The normalized location.
    case location(set: ThingID, String)
    /// The date in days since 1970.
    case day(set: ThingID, Int64)
}

/// Returns the key of a name, which is equal for names that differ in case or white space.
func foldedKey(_ name: String) -> String { TagKey(name).text }

/// Returns the form of a location that is compared.
func normalizedLocation(_ location: String) -> String { NormalizedLocation(location).key }

/// The things that exist (rule 5): those that aren't deleted, and the tags and sets of items that aren't.
///
/// Whether an item exists depends on its registers alone, so there is no cycle.
struct ExistingThings {
    let registers: Registers
    /// The things that weren't deleted, or edited after that.
    let alive: Set<ThingID>
    /// The tags and sets that an item has.
    let used: Set<ThingID>
    /// Whether the tags of an item are one register.
    private let hasOneTagRegister: Bool

    init(_ registers: Registers, flaws: SyncFlaws) {
        self.registers = registers
        hasOneTagRegister = flaws.contains(.tagsAsOneRegister)
        alive = Set(registers.things.keys.filter { registers.isAlive($0, flaws: flaws) })
        var used: Set<ThingID> = []
        for item in alive where item.kind == .item {
            if let set = registers[item, .set]?.value.thing { used.insert(set) }
            used.formUnion(Self.tags(of: item, in: registers, inOneRegister: hasOneTagRegister))
        }
        self.used = used
    }

    /// Returns whether a thing exists and its name has arrived.
    func exists(_ id: ThingID) -> Bool { alive.contains(id) || used.contains(id) }

    /// Returns the tags that the registers of an item turn on.
    func tags(of item: ThingID) -> [ThingID] { Self.tags(of: item, in: registers, inOneRegister: hasOneTagRegister) }

    private static func tags(of item: ThingID, in registers: Registers, inOneRegister: Bool) -> [ThingID] {
        if inOneRegister { return registers[item, .allTags]?.value.things ?? [] }
        return (registers.things[item] ?? [:])
            .compactMap { field, content in
                if case .tag(let tag) = field, content.value == .flag(true) { tag } else { nil }
            }
    }

    /// Groups things by their keys; things without a key are left out.
    ///
    /// Each group is sorted, so its first id is the smallest (rule 3).
    func classes(of ids: some Sequence<ThingID>, key: (ThingID) -> (some Hashable)?) -> [[ThingID]] {
        let keyed = ids.compactMap { id in key(id).map { ($0, id) } }
        return Dictionary(grouping: keyed, by: \.0).values.map { $0.map(\.1).sorted() }
    }
}
