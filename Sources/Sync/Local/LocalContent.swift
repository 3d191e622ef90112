/// The rows of a database as sync sees them; references are row ids.
package struct LocalContent: Hashable, Sendable {
    /// The tags.
    package var tags: [LocalTag]
    /// The tag sets.
    package var sets: [LocalSet]
    /// The items.
    package var items: [LocalItem]
    /// The views and rules.
    package var queries: [LocalQuery]

    package init(tags: [LocalTag] = [], sets: [LocalSet] = [], items: [LocalItem] = [], queries: [LocalQuery] = []) {
        self.tags = tags
        self.sets = sets
        self.items = items
        self.queries = queries
    }
}

/// A tag.
package struct LocalTag: Hashable, Sendable {
    /// The id of the row.
    package let row: Int64
    /// The name.
    package var name: String
    /// The names of its aliases, in the order of their keys.
    package var aliases: [String]
    /// The description; `nil` for none.
    package var description: String?
    /// The color; `nil` for none.
    package var color: String?
    /// The name of its one-of group.
    package var group: String?
    /// The number of tags before it in its group.
    package var indexInGroup: Int?
    /// The rows of the tags that it implies, ascending.
    package var implications: [Int64]
    /// The larger rows of the tags that aren't its duplicates, ascending.
    package var distinguished: [Int64]
    /// The uses that another program counted.
    package var importedUses: Int64

    package init(
        row: Int64, name: String, aliases: [String] = [], description: String? = nil, color: String? = nil,
        group: String? = nil, indexInGroup: Int? = nil, implications: [Int64] = [], distinguished: [Int64] = [],
        importedUses: Int64 = 0
    ) {
        self.row = row
        self.name = name
        self.aliases = aliases
        self.description = description
        self.color = color
        self.group = group
        self.indexInGroup = indexInGroup
        self.implications = implications
        self.distinguished = distinguished
        self.importedUses = importedUses
    }
}

/// A tag set.
package struct LocalSet: Hashable, Sendable {
    /// The id of the row.
    package let row: Int64
    /// The name.
    package var name: String
    /// Whether its items are days.
    package var isDaily: Bool
    /// The layout settings: JSON values by name.
    package var settings: [String: String]
    /// The devices that have connections of the set, by URL.
    package var connections: [String: DeviceID]
    /// The rows of its tags in their order.
    package var members: [Int64]

    package init(
        row: Int64, name: String, isDaily: Bool = false, settings: [String: String] = [:],
        connections: [String: DeviceID] = [:], members: [Int64] = []
    ) {
        self.row = row
        self.name = name
        self.isDaily = isDaily
        self.settings = settings
        self.connections = connections
        self.members = members
    }
}

/// An item.
package struct LocalItem: Hashable, Sendable {
    /// The id of the row.
    package let row: Int64
    /// The row of its set.
    package var set: Int64
    /// The title, which may be empty.
    package var title: String
    /// The note, which may be empty.
    package var note: String
    /// The URL or path.
    package var location: String?
    /// The time in milliseconds since 1970.
    package var time: Int64?
    /// The date in days since 1970, if the set is daily and there is no location.
    package var day: Int64?
    /// The attributes and folders that exports keep, as JSON.
    package var attributes: String?
    /// The words that were learned from the text, with their numbers.
    package var words: String?
    /// The rows of its tags, ascending.
    package var tags: [Int64]
    /// The keys of the tags that were dismissed for it, ascending.
    package var dismissed: [String]
    /// When a field last changed, in milliseconds since 1970; `nil` if none changed since it was saved.
    package var modified: Int64?
    /// Whether it was imported: then an item without a location is known by its content (rule 1).
    package var isImported = false
    /// Whether the time was given, rather than that of saving or importing the item.
    package var isTimeGiven = true

    package init(
        row: Int64, set: Int64, title: String = "", note: String = "", location: String? = nil, time: Int64? = nil,
        day: Int64? = nil, attributes: String? = nil, words: String? = nil, tags: [Int64] = [],
        dismissed: [String] = [], modified: Int64? = nil
    ) {
        self.row = row
        self.set = set
        self.title = title
        self.note = note
        self.location = location
        self.time = time
        self.day = day
        self.attributes = attributes
        self.words = words
        self.tags = tags
        self.dismissed = dismissed
        self.modified = modified
    }
}

/// A view or rule.
package struct LocalQuery: Hashable, Sendable {
    /// ``ThingKind/view`` or ``ThingKind/rule``.
    package let kind: ThingKind
    /// The id of the row.
    package let row: Int64
    /// The name of a view; empty for a rule, which is known by its query and tag.
    package var name: String
    /// The query.
    package var query: String
    /// The row of the tag that a rule adds.
    package var target: Int64?
    /// Whether a rule adds the tag by itself, rather than suggesting it.
    package var isAutomatic: Bool

    package init(
        kind: ThingKind, row: Int64, name: String = "", query: String, target: Int64? = nil, isAutomatic: Bool = false
    ) {
        self.kind = kind
        self.row = row
        self.name = name
        self.query = query
        self.target = target
        self.isAutomatic = isAutomatic
    }
}
