/// A field of a thing; with the thing's id it names a register (rule 2).
public enum RegisterField: Hashable, Sendable {
    /// Whether the thing was deleted (rule 5).
    case deleted
    /// The name of a tag, set, view or rule.
    case name
    /// The title of an item.
    case title
    /// The URL or path of an item.
    case location
    /// The note of an item.
    case note
    /// The time of an item in milliseconds since 1970.
    case time
    /// The date of an item in a daily set, in days since 1970.
    case day
    /// The set of an item.
    case set
    /// Attributes of an imported item that exports keep.
    case attributes
    /// The words that were learned from an item's text.
    case words
    /// Whether an item has a tag.
    case tag(ThingID)
    /// Whether the tag with a key was dismissed for an item; the tag need not exist.
    case dismissed(String)
    /// The tag into which a tag was merged.
    case mergedInto
    /// The name of a tag's one-of group.
    case group
    /// The position of a tag in its one-of group.
    case place
    /// The description of a tag.
    case description
    /// The color of a tag.
    case color
    /// The uses of a tag that another program counted.
    case importedUses
    /// The name with this key, if it is an alias of a tag.
    case alias(String)
    /// Whether a tag implies another.
    case implication(ThingID)
    /// Whether a tag and a larger one aren't duplicates.
    case distinguished(ThingID)
    /// The kind of a set (`daily`) or rule (`automatic`), or no value.
    case kind
    /// A layout setting of a set.
    case setting(String)
    /// The position of a tag in a set.
    case member(ThingID)
    /// The query of a view or rule.
    case query
    /// The tag that a rule adds.
    case target
    /// The device that has a set's connection to a URL, if there is one (rule 11).
    case connection(String)
    /// All tags of an item; only the flaw ``SyncFlaws/tagsAsOneRegister`` uses it.
    case allTags

    /// Whether a later edit of the field brings a deleted thing back (rule 5).
    ///
    /// A tag change doesn't.
    var revives: Bool {
        switch self {
        case .name, .title, .location, .note, .time, .day, .set, .attributes, .group, .description, .color, .kind,
            .setting, .query, .target:
            true
        case .deleted, .words, .tag, .dismissed, .mergedInto, .importedUses, .alias, .implication, .distinguished,
            .member, .place, .connection, .allTags:
            false
        }
    }

    /// Whether the field is an element of a list: each register is reverted alone, and equal things unite their lists.
    var isElement: Bool {
        switch self {
        case .tag, .dismissed, .alias, .implication, .distinguished, .member, .mergedInto: true
        default: false
        }
    }

    /// Whether the field is part of the thing's key, which has stamp 0 in a new thing (rule 2).
    var isKey: Bool {
        switch self {
        case .name, .location, .day, .set: true
        default: false
        }
    }
}

/// The name of a register.
public struct RegisterKey: Hashable, Sendable {
    /// The thing.
    public let thing: ThingID
    /// Its field.
    public let field: RegisterField

    /// Creates a name.
    public init(_ thing: ThingID, _ field: RegisterField) {
        self.thing = thing
        self.field = field
    }
}

/// A value with the stamp of the change that wrote it.
public struct StampedValue: Hashable, Comparable, Sendable {
    /// The time of the change.
    public let stamp: Stamp
    /// The value.
    public let value: RegisterValue

    /// Creates a stamped value.
    public init(_ stamp: Stamp, _ value: RegisterValue) {
        self.stamp = stamp
        self.value = value
    }

    /// Orders values by stamp, then by value: the larger one wins (rule 2).
    public static func < (left: Self, right: Self) -> Bool {
        left.stamp == right.stamp ? left.value < right.value : left.stamp < right.stamp
    }
}

/// A register with its value: the unit that devices exchange.
public struct Register: Hashable, Sendable {
    /// The name of the register.
    public let key: RegisterKey
    /// Its value.
    public let content: StampedValue

    /// Creates a register.
    public init(_ key: RegisterKey, _ content: StampedValue) {
        self.key = key
        self.content = content
    }
}

/// The newest value of each register: a set of changes without those that others replace.
///
/// Merging is commutative, associative and idempotent, so order and repetition don't matter.
public struct Registers: Equatable, Sendable {
    /// The fields of each thing.
    public private(set) var things: [ThingID: [RegisterField: StampedValue]] = [:]

    /// Creates an empty set.
    public init() {}

    /// The value of a register, or `nil` if nothing was written.
    public subscript(thing: ThingID, field: RegisterField) -> StampedValue? { things[thing]?[field] }

    /// The value of a register, or `nil` if nothing was written.
    public subscript(key: RegisterKey) -> StampedValue? { things[key.thing]?[key.field] }

    /// Keeps the larger of the register's value and the stored one; returns whether the stored one changed.
    @discardableResult public mutating func merge(_ register: Register) -> Bool {
        let key = register.key
        if let stored = things[key.thing]?[key.field], stored >= register.content { return false }
        things[key.thing, default: [:]][key.field] = register.content
        return true
    }

    /// Adds the stored registers of a thing.
    mutating func load(_ fields: [RegisterField: StampedValue], of thing: ThingID) {
        if !fields.isEmpty { things[thing] = fields }
    }

    /// Replaces a register that the same command wrote before, which nobody else has read.
    mutating func replace(_ register: Register) {
        things[register.key.thing, default: [:]][register.key.field] = register.content
    }

    /// The number of registers.
    public var count: Int { things.values.reduce(0) { $0 + $1.count } }

    /// Returns the newest value of a field of several things.
    func newest(_ field: RegisterField, of ids: [ThingID]) -> StampedValue? { ids.compactMap { self[$0, field] }.max() }

    /// Returns whether a thing exists by its registers alone: it wasn't deleted, or edited after that (rule 5).
    func isAlive(_ thing: ThingID, flaws: SyncFlaws) -> Bool {
        guard let fields = things[thing], let deleted = fields[.deleted], deleted.value == .flag(true) else {
            return true
        }
        return fields.contains { field, content in
            (field.revives || (flaws.contains(.anyChangeRevertsDeletion) && field != .deleted))
                && content.stamp > deleted.stamp
        }
    }
}
