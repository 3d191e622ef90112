/// The rows of a database that isn't synced: names and values without identities.
public struct LocalSnapshot: Hashable, Sendable {
    struct Tag: Hashable, Sendable {
        let name: String
        let aliases: [String]
        let description: String?
        let color: String?
        let group: String?
        let implications: [String]
        let distinguished: [String]
    }

    struct Set: Hashable, Sendable {
        let name: String
        let isDaily: Bool
        let settings: [String: String]
        let members: [String]
    }

    struct Item: Hashable, Sendable {
        let content: NewItem
        let attributes: String?
        let dismissed: [String]
        /// When the item was changed last, in milliseconds since 1970.
        let modified: UInt64
    }

    struct Query: Hashable, Sendable {
        let kind: ThingKind
        let name: String
        let query: String?
        let target: String?
    }

    let tags: [Tag]
    let sets: [Set]
    let items: [Item]
    let queries: [Query]

    /// The rows that a database shows, in the order of their keys.
    init(_ database: SyncDatabase) {
        let (state, registers) = (database.state, database.registers)
        func names(_ ids: some Sequence<ThingID>) -> [String] { ids.compactMap { state.tags[$0]?.name } }
        tags = state.tags.values.sorted { ExactText($0.key) < ExactText($1.key) }
            .map { tag in
                Tag(
                    name: tag.name, aliases: tag.aliases, description: tag.description, color: tag.color,
                    group: tag.group, implications: names(tag.implications), distinguished: names(tag.distinguished))
            }
        sets = state.sets.values.sorted { ExactText($0.key) < ExactText($1.key) }
            .map { set in Set(name: set.name, isDaily: set.isDaily, settings: set.settings, members: names(set.members))
            }
        items = state.items.values.sorted { $0.id < $1.id }
            .map { item in
                let content = NewItem(
                    set: state.sets[item.set]?.name ?? "", location: item.location, day: item.day, title: item.title,
                    note: item.note, time: item.time, tags: names(item.tags.sorted()))
                let stamps = item.ids.flatMap { (registers.things[$0] ?? [:]).values.map(\.stamp.milliseconds) }
                return Item(
                    content: content, attributes: item.attributes, dismissed: names(item.dismissed.sorted()),
                    modified: stamps.max() ?? 0)
            }
        queries = (Array(state.views.values) + state.rules.values).sorted { $0.id < $1.id }
            .map { query in
                let target = query.target.flatMap { state.tags[$0]?.name }
                return Query(kind: query.id.kind, name: query.name, query: query.query, target: target)
            }
    }
}
