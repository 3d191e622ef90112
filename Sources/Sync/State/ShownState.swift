/// A tag as it is shown.
public struct ShownTag: Hashable, Sendable {
    /// The smallest id of the tags that are shown as this one; of merged tags, the target's (rule 3).
    public let id: ThingID
    /// All ids that are shown as this tag.
    public let ids: [ThingID]
    /// The ids whose name is the shown one: those that weren't merged into another.
    package let named: [ThingID]
    /// The name.
    public let name: String
    /// The folded name, which is unique.
    public let key: String
    /// The names of its aliases in the order of their keys, without those that are ignored (rule 4).
    public internal(set) var aliases: [String] = []
    /// The description.
    public let description: String?
    /// The color.
    public let color: String?
    /// The name of its one-of group.
    public let group: String?
    /// The position in its group; tags without one come first.
    let place: MemberPosition?
    /// The uses that another program counted.
    public let importedUses: Int64
    /// The ids of the tags that it implies, sorted, without implications that would close a cycle (rule 6).
    public internal(set) var implications: [ThingID] = []
    /// The ids of larger tags that aren't its duplicates, sorted.
    public internal(set) var distinguished: [ThingID] = []
}

/// A tag set as it is shown.
public struct ShownSet: Hashable, Sendable {
    /// The smallest id of the sets that are shown as this one.
    public let id: ThingID
    /// All ids that are shown as this set.
    public let ids: [ThingID]
    /// The name.
    public let name: String
    /// The folded name, which is unique.
    public let key: String
    /// Whether its items are days.
    public let isDaily: Bool
    /// The layout settings that have a value.
    public let settings: [String: String]
    /// The devices that have connections of the set, by URL.
    public let connections: [String: DeviceID]
    /// The member tags in their order.
    public let members: [ThingID]
    /// The positions of the members, in the same order.
    let positions: [MemberPosition]
}

/// An item as it is shown.
public struct ShownItem: Hashable, Sendable {
    /// The smallest id of the items that are shown as this one.
    public let id: ThingID
    /// All ids that are shown as this item.
    public let ids: [ThingID]
    /// The id of its set.
    public let set: ThingID
    /// The title.
    public let title: String?
    /// The location as it was given.
    public let location: String?
    /// The note.
    public let note: String?
    /// The time in milliseconds since 1970.
    public let time: Int64?
    /// The date in days since 1970, for an item of a daily set.
    public let day: Int64?
    /// Attributes that exports keep.
    public let attributes: String?
    /// The words that were learned from its text.
    public let words: String?
    /// The ids of its tags.
    public let tags: Set<ThingID>
    /// The keys of tags that were dismissed for it.
    public let dismissed: Set<String>
}

/// A view or rule as it is shown.
public struct ShownQuery: Hashable, Sendable {
    /// The smallest id of the views or rules that are shown as this one.
    public let id: ThingID
    /// All ids that are shown as this one.
    public let ids: [ThingID]
    /// The name of a view; empty for a rule, which is known by its query and tag.
    public let name: String
    /// The query.
    public let query: String?
    /// The tag that a rule adds.
    public let target: ThingID?
    /// Whether a rule adds the tag by itself.
    public let isAutomatic: Bool
}

/// A conflict that stays until somebody decides it; `doctor` lists them (rule 6).
public enum OpenConflict: Hashable, Sendable {
    /// An item with several tags of a one-of group.
    case tagsOfGroup(item: ThingID, group: String)
    /// An implication that would close a cycle.
    case cyclicImplication(from: ThingID, to: ThingID)
}

/// What a device shows: a pure function of the set of registers that it has read.
///
/// ``init(_:flaws:)`` computes it in stages:
///
/// 1. `ExistingThings` finds the items that aren't deleted, and the tags and sets that they use (rule 5).
/// 2. `ShownTags` unites merged tags and equal keys, and applies aliases and implications (rules 3, 4 and 6).
/// 3. `ShownSets` unites sets with equal keys and orders their members.
/// 4. `ShownItems` unites items with one location or day, and gives them every tag that any of them has (rule 3).
///
/// A register of a thing that hasn't arrived waits: it changes nothing until then.
public struct ShownState: Equatable, Sendable {
    /// The tags by id.
    public let tags: [ThingID: ShownTag]
    /// The sets by id.
    public let sets: [ThingID: ShownSet]
    /// The items by id.
    public let items: [ThingID: ShownItem]
    /// The views by id.
    public let views: [ThingID: ShownQuery]
    /// The rules by id.
    public let rules: [ThingID: ShownQuery]
    /// The conflicts that are open.
    public let conflicts: Set<OpenConflict>
    /// The id under which each thing is shown, including the ids of things that are shown as another.
    public let shownIDs: [ThingID: ThingID]
    /// The shown tag of each key, including aliases.
    let tagsByKey: [String: ThingID]
    /// The shown set of each key.
    let setsByKey: [String: ThingID]
    /// The shown item of each location or day.
    let itemsByKey: [ItemKey: ThingID]

    /// Computes the state that a set of registers shows.
    ///
    /// - Complexity: O(*n* log *n*) in the number of registers.
    public init(_ registers: Registers, flaws: SyncFlaws = []) {
        let existing = ExistingThings(registers, flaws: flaws)
        let tags = ShownTags(existing)
        let sets = ShownSets(existing, tags: tags)
        let items = ShownItems(existing, tags: tags, sets: sets)
        self.tags = tags.tags
        self.sets = sets.sets
        self.items = items.items
        views = Self.queries(.view, existing, tags: tags)
        rules = Self.queries(.rule, existing, tags: tags)
        conflicts = items.conflicts.union(tags.conflicts)
        tagsByKey = tags.byKey
        setsByKey = sets.byKey
        itemsByKey = items.byKey
        var shownIDs = tags.shownIDs.merging(sets.shownIDs) { first, _ in first }
        for (id, shown) in items.shownIDs { shownIDs[id] = shown }
        for query in Array(views.values) + rules.values { for id in query.ids { shownIDs[id] = query.id } }
        self.shownIDs = shownIDs
    }

    /// The tags of each one-of group in order, by the group's key: by position, then by the tag's key.
    package var groups: [String: [ThingID]] {
        Dictionary(grouping: tags.values.filter { $0.group != nil }) { foldedKey($0.group ?? "") }
            .mapValues { tags in
                tags.sorted { left, right in
                    if let first = left.place, let second = right.place, first != second { return first < second }
                    guard (left.place == nil) == (right.place == nil) else { return left.place == nil }
                    return ExactText(left.key) < ExactText(right.key)
                }
                .map(\.id)
            }
    }

    /// The number of tags before each tag of a group.
    var indexesInGroups: [ThingID: Int] {
        var indexes: [ThingID: Int] = [:]
        for ids in groups.values { for (index, id) in ids.enumerated() { indexes[id] = index } }
        return indexes
    }

    /// Returns whether a thing is shown, under its id or another.
    public func shows(_ id: ThingID) -> Bool { shownIDs[id] != nil }

    private static func queries(_ kind: ThingKind, _ existing: ExistingThings, tags: ShownTags) -> [ThingID: ShownQuery]
    {
        let registers = existing.registers
        let classes = existing.classes(of: existing.alive.filter { $0.kind == kind }) { id in
            registers.queryKey(of: id) { tags.shownIDs[$0] }
        }
        let shown = classes.compactMap { ids -> ShownQuery? in
            guard let id = ids.first else { return nil }
            let target = registers.newest(.target, of: ids)?.value.thing.flatMap { tags.shownIDs[$0] }
            return ShownQuery(
                id: id, ids: ids, name: registers.newest(.name, of: ids)?.value.string ?? "",
                query: registers.newest(.query, of: ids)?.value.string, target: target,
                isAutomatic: registers.newest(.kind, of: ids)?.value.string == automaticRule)
        }
        return Dictionary(shown.map { ($0.id, $0) }) { first, _ in first }
    }
}

/// The value of ``RegisterField/kind`` for a rule that adds its tag by itself.
let automaticRule = "automatic"
/// The value of ``RegisterField/kind`` for a set whose items are days.
let dailySet = "daily"

extension Registers {
    /// Returns the key of a view or rule; `nil` if it hasn't arrived.
    ///
    /// A view is known by its name, and a rule by its query and tag.
    func queryKey(of id: ThingID, shownTag: (ThingID) -> ThingID?) -> String? {
        guard id.kind == .rule else { return self[id, .name]?.value.string.map(foldedKey) }
        guard let query = self[id, .query]?.value.string, !query.isEmpty,
            let target = self[id, .target]?.value.thing.flatMap(shownTag)
        else { return nil }
        return ruleKey(query, target)
    }
}

/// Returns the key of a rule.
func ruleKey(_ query: String, _ target: ThingID) -> String { "\(target.text) \(query)" }
