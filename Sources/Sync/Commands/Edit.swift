/// Collects the registers that one command writes, all with one stamp (rule 2).
///
/// A command sees the state before it; things that it created itself are found by their keys.
struct Edit {
    /// The stamp of the command; that of the row while local rows become registers.
    var stamp: Stamp
    let flaws: SyncFlaws
    let state: ShownState
    private(set) var registers: Registers
    /// The registers before the command, which determine what an undo restores.
    private let original: Registers
    /// The registers that the command wrote, in the order of writing.
    private(set) var written: [RegisterKey] = []
    private var writtenKeys: Set<RegisterKey> = []
    private(set) var step = UndoStep(isReceived: false)
    var random: any RandomNumberGenerator
    /// The next integer id of a row, for the flaw ``SyncFlaws/localIDs``.
    private var nextRow: Int
    var created = KnownThings()
    private var deleted: KnownThings?

    init(_ database: SyncDatabase, stamp: Stamp, random: any RandomNumberGenerator) {
        self.init(
            database.registers, database.state, stamp: stamp, random: random, flaws: database.flaws,
            nextRow: database.rows.next)
    }

    init(
        _ registers: Registers, _ state: ShownState, stamp: Stamp, random: any RandomNumberGenerator,
        flaws: SyncFlaws = [], nextRow: Int = 0
    ) {
        self.stamp = stamp
        self.random = random
        self.flaws = flaws
        self.state = state
        self.registers = registers
        original = registers
        self.nextRow = nextRow
    }

    /// Writes a value, unless the register shows it already (rule 2).
    ///
    /// `stamp` is nil for the command's stamp. With `always`, the value is written in any case, because other ids or later
    /// edits determine which one is shown.
    mutating func write(
        _ thing: ThingID, _ field: RegisterField, _ value: RegisterValue, stamp: Stamp? = nil, always: Bool = false
    ) {
        let key = RegisterKey(thing, field)
        let shown = field == .deleted ? registers[key]?.value : registers.shownValue(key, in: state)
        guard always || shown != value else { return }
        let content = StampedValue(stamp ?? self.stamp, value)
        let previous = step.changes[key]?.previous ?? original.shownValue(key, in: state)
        if writtenKeys.insert(key).inserted {
            guard registers.merge(Register(key, content)) else { return }
            written.append(key)
        } else {
            // Within a command, the later value counts, not the larger one.
            registers.replace(Register(key, content))
        }
        // The key of a new thing stays if its creation is undone.
        if content.stamp != .zero { step.changes[key] = UndoStep.Change(written: content, previous: previous) }
    }

    /// Records a name as an alias of a tag, unless it is one already.
    mutating func addAlias(_ name: String, to tag: ThingID) {
        let field = RegisterField.alias(foldedKey(name))
        if registers[tag, field]?.value.string == nil { write(tag, field, .string(name)) }
    }

    /// Turns an element of a list on or off.
    mutating func turn(_ thing: ThingID, _ field: RegisterField, on isOn: Bool) {
        write(thing, field, isOn ? .flag(true) : .empty)
    }

    /// Turns an element off in all ids that are shown as one thing, so that it doesn't reappear (rule 3).
    mutating func turnOff(_ fields: [RegisterField], of ids: [ThingID]) {
        for id in ids {
            for field in fields where (registers[id, field]?.value ?? .empty) != .empty { write(id, field, .empty) }
        }
    }

    /// Deletes all ids that are shown as one thing (rule 3).
    mutating func delete(_ ids: [ThingID]) { for id in ids { write(id, .deleted, .flag(true), always: true) } }

    /// Returns a new random id.
    mutating func newID(_ kind: ThingKind) -> ThingID {
        if flaws.contains(.localIDs) { return nextRowID(kind) }
        return ThingID(kind: kind, high: random.next(), low: random.next())
    }

    /// Returns the id of a new thing: the hash of its key or, if another thing has it, a random one (rule 1).
    ///
    /// `isTaken` returns whether the thing with the hash was moved, renamed or merged.
    mutating func newID(_ kind: ThingKind, key: [String], isTaken: (ThingID) -> Bool) -> ThingID {
        if flaws.contains(.localIDs) { return nextRowID(kind) }
        let id = ThingID(kind: kind, key: key)
        return isTaken(id) ? newID(kind) : id
    }

    private mutating func nextRowID(_ kind: ThingKind) -> ThingID {
        defer { nextRow += 1 }
        return ThingID(kind: kind, high: 0, low: UInt64(nextRow))
    }

    /// The things that were deleted, by key; saving one of them again brings it back.
    mutating func deletedThings() -> KnownThings {
        if let deleted { return deleted }
        let found = KnownThings(deletedIn: registers, state: state, flaws: flaws)
        deleted = found
        return found
    }
}

/// Things by their keys.
struct KnownThings {
    var named: [ThingKind: [String: ThingID]] = [:]
    var items: [ItemKey: ThingID] = [:]

    init() {}

    /// Finds the things that were deleted.
    ///
    /// Of several with one key, the one whose id is the key's hash comes first, then the smallest.
    init(deletedIn registers: Registers, state: ShownState, flaws: SyncFlaws) {
        let hidden = registers.things.keys.filter { !state.shows($0) }.sorted()
        for id in hidden where !registers.isAlive(id, flaws: flaws) {
            if id.kind == .item {
                guard let set = registers[id, .set]?.value.thing,
                    let key = ItemKey(id, set: state.shownIDs[set] ?? set, in: registers)
                else { continue }
                if items[key] == nil || id == key.hash { items[key] = id }
            } else if registers[id, .mergedInto]?.value.thing == nil,
                let key = id.kind == .tag || id.kind == .set
                    ? registers[id, .name]?.value.string.map(foldedKey)
                    : registers.queryKey(of: id, shownTag: { state.shownIDs[$0] ?? $0 })
            {
                if named[id.kind]?[key] == nil || id == ThingID(kind: id.kind, key: [key]) {
                    named[id.kind, default: [:]][key] = id
                }
            }
        }
    }
}

extension ItemKey {
    /// The id that an item with this key has (rule 1).
    var hash: ThingID { ThingID(kind: .item, key: parts) }

    /// The parts of the key: the set's id, and the location or day.
    var parts: [String] {
        switch self {
        case .location(let set, let location): [set.text, "location", location]
        case .day(let set, let day): [set.text, "day", String(day)]
        }
    }
}
