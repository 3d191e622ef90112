extension ShownState {
    /// The state as lines that don't depend on the device: no ids, and a fixed order.
    ///
    /// Tags, sets, views and rules are ordered by key; items by set, time, location, title, note and tags; lists by key,
    /// except members by position.
    public var export: [String] {
        let placeInGroup = indexesInGroups
        let tagLines = sorted(tags.values, by: \.key)
            .map { tag in
                let details =
                    [tag.description, tag.color, tag.group, placeInGroup[tag.id].map(String.init)].map(quoted)
                    .joined(separator: " ") + " \(tag.importedUses)"
                return "tag \(quoted(tag.name)) \(details) aliases \(tag.aliases) implies \(keys(tag.implications)) "
                    + "distinguished \(distinguishedKeys(tag))"
            }
        let setLines = sorted(sets.values, by: \.key)
            .map { set in
                let settings = set.settings.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
                return "set \(quoted(set.name)) \(set.isDaily ? "daily " : "")\(settings) "
                    + "members \(set.members.compactMap { tags[$0]?.key })"
            }
        let queryLines =
            (sorted(views.values, by: \.name) + sorted(rules.values) { "\($0.query ?? "") \(name(of: $0.target))" })
            .map { query in
                "\(query.id.kind) \(quoted(query.name)) \(quoted(query.query)) \(name(of: query.target)) \(query.isAutomatic)"
            }
        let itemLines = items.values.map { (order(of: $0), line(of: $0)) }
            .sorted { $0.0.lexicographicallyPrecedes($1.0) }.map(\.1)
        return tagLines + setLines + queryLines + itemLines
    }

    /// The texts that items are ordered by; times have a fixed length.
    private func order(of item: ShownItem) -> [ExactText] {
        let time = hexadecimal(UInt64(bitPattern: item.time ?? 0) ^ 1 << 63)
        let texts =
            [sets[item.set]?.key, time, item.location, item.title, item.note] + keys(item.tags) + [line(of: item)]
        return texts.map { ExactText($0 ?? "") }
    }

    private func line(of item: ShownItem) -> String {
        "item \(quoted(sets[item.set]?.key)) \(item.time ?? 0) \(quoted(item.location)) \(quoted(item.title)) "
            + "\(quoted(item.note)) \(keys(item.tags)) \(item.day ?? 0) \(quoted(item.attributes)) "
            + "\(quoted(item.words)) dismissed \(item.dismissed.sorted { ExactText($0) < ExactText($1) })"
    }

    private func name(of tag: ThingID?) -> String { tag.flatMap { tags[$0]?.key } ?? "" }

    private func quoted(_ text: String?) -> String { text.map { "'\($0)'" } ?? "-" }

    private func keys(_ ids: some Sequence<ThingID>) -> [String] {
        ids.compactMap { tags[$0]?.key }.sorted { ExactText($0) < ExactText($1) }
    }

    /// The keys of all tags that aren't a tag's duplicates; which of the two stores the pair depends on their ids.
    private func distinguishedKeys(_ tag: ShownTag) -> [String] {
        keys(tag.distinguished + tags.values.filter { $0.distinguished.contains(tag.id) }.map(\.id))
    }

    private func sorted<Thing>(_ things: some Sequence<Thing>, by text: (Thing) -> String) -> [Thing] {
        things.sorted { ExactText(text($0)) < ExactText(text($1)) }
    }
}
