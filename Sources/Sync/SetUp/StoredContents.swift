/// The items of a store that have neither a location nor a day, by their contents.
///
/// Their ids may be random, but a database that left the store and joins it again has the same items.
struct StoredContents {
    private struct Content: Hashable {
        let set: ThingID
        let title: ExactText
        let note: ExactText
        let time: Int64?
        let tags: Set<ThingID>
    }

    private var things: [Content: [ThingID]] = [:]

    /// Collects the items, except those that rows are known to be; those that were deleted come last.
    init(_ registers: Registers, _ state: ShownState, except known: Set<ThingID>) {
        for (id, fields) in registers.things.sorted(by: { $0.key < $1.key }) where id.kind == .item {
            guard !known.contains(id), let set = fields[.set]?.value.thing, fields[.location]?.value.string == nil,
                fields[.day]?.value.number == nil
            else { continue }
            let tags = fields.compactMap { field, content -> ThingID? in
                guard case .tag(let tag) = field, content.value == .flag(true) else { return nil }
                return state.shownIDs[tag] ?? tag
            }
            let content = Content(
                set: state.shownIDs[set] ?? set, title: ExactText(fields[.title]?.value.string ?? ""),
                note: ExactText(fields[.note]?.value.string ?? ""), time: fields[.time]?.value.number, tags: Set(tags))
            things[content, default: []].append(id)
        }
        for (content, ids) in things { things[content] = ids.filter(state.shows) + ids.filter { !state.shows($0) } }
    }

    /// Removes and returns an item with the content of a row.
    mutating func removeFirst(equalTo item: LocalItem, in set: ThingID, tags: [ThingID]) -> ThingID? {
        let content = Content(
            set: set, title: ExactText(item.title), note: ExactText(item.note), time: item.time, tags: Set(tags))
        guard let ids = things[content], let first = ids.first else { return nil }
        things[content] = Array(ids.dropFirst())
        return first
    }
}
