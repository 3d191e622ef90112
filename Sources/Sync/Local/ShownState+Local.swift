extension ShownState {
    /// Returns the rows that show the state, in the order of their ids.
    ///
    /// Things without a row, and references to them, are left out. When an item was modified isn't part of the state.
    package func localContent(_ rows: RowMap) -> LocalContent {
        let (distinct, indexes) = (distinctRows(rows), indexesInGroups)
        let tags = self.tags.values.compactMap { tag in
            rows.row(of: tag.id).map { localTag(tag, $0, rows, distinct, indexes[tag.id]) }
        }
        let sets = self.sets.values.compactMap { set in rows.row(of: set.id).map { localSet(set, $0, rows) } }
        let items = self.items.values.compactMap { item in rows.row(of: item.id).flatMap { localItem(item, $0, rows) } }
        let queries = (Array(views.values) + rules.values)
            .compactMap { query in rows.row(of: query.id).map { localQuery(query, $0, rows) } }
        return LocalContent(
            tags: tags.sorted { $0.row < $1.row }, sets: sets.sorted { $0.row < $1.row },
            items: items.sorted { $0.row < $1.row },
            queries: queries.sorted { ($0.kind.rawValue, $0.row) < ($1.kind.rawValue, $1.row) })
    }

    /// Returns the larger rows that aren't duplicates of each row; which thing stores a pair depends on the ids instead.
    private func distinctRows(_ rows: RowMap) -> [Int64: [Int64]] {
        var distinct: [Int64: [Int64]] = [:]
        for tag in tags.values where !tag.distinguished.isEmpty {
            guard let row = rows.row(of: tag.id) else { continue }
            for other in tag.distinguished.compactMap({ rows.row(of: $0) }) where other != row {
                distinct[min(row, other), default: []].append(max(row, other))
            }
        }
        return distinct.mapValues { $0.sorted() }
    }

    private func localTag(
        _ tag: ShownTag, _ row: Int64, _ rows: RowMap, _ distinct: [Int64: [Int64]], _ indexInGroup: Int?
    ) -> LocalTag {
        LocalTag(
            row: row, name: tag.name, aliases: tag.aliases, description: tag.description, color: tag.color,
            group: tag.group, indexInGroup: indexInGroup,
            implications: tag.implications.compactMap { rows.row(of: $0) }.sorted(), distinguished: distinct[row] ?? [],
            importedUses: tag.importedUses)
    }

    private func localSet(_ set: ShownSet, _ row: Int64, _ rows: RowMap) -> LocalSet {
        LocalSet(
            row: row, name: set.name, isDaily: set.isDaily, settings: set.settings, connections: set.connections,
            members: set.members.compactMap { rows.row(of: $0) })
    }

    private func localItem(_ item: ShownItem, _ row: Int64, _ rows: RowMap) -> LocalItem? {
        guard let set = rows.row(of: item.set) else { return nil }
        let isDay = sets[item.set]?.isDaily == true && item.location == nil
        return LocalItem(
            row: row, set: set, title: item.title ?? "", note: item.note ?? "", location: item.location,
            time: item.time, day: isDay ? item.day : nil, attributes: item.attributes, words: item.words,
            tags: item.tags.compactMap { rows.row(of: $0) }.sorted(),
            dismissed: item.dismissed.sorted { ExactText($0) < ExactText($1) })
    }

    private func localQuery(_ query: ShownQuery, _ row: Int64, _ rows: RowMap) -> LocalQuery {
        LocalQuery(
            kind: query.id.kind, row: row, name: query.name, query: query.query ?? "",
            target: query.target.flatMap { rows.row(of: $0) }, isAutomatic: query.isAutomatic)
    }
}

extension LocalContent {
    /// The rows of a device in memory.
    init(_ database: SyncDatabase) {
        let (state, registers) = (database.state, database.registers)
        var rows = RowMap()
        for shown in Set(state.shownIDs.values) {
            if let row = database.rows.row(of: shown) { rows.set(Int64(row), of: shown) }
        }
        self = state.localContent(rows)
        for index in items.indices {
            let ids = rows.things(ofRow: items[index].row, kind: .item).flatMap { state.items[$0]?.ids ?? [] }
            let stamps = ids.flatMap { (registers.things[$0] ?? [:]).values.map(\.stamp.milliseconds) }
            items[index].modified = stamps.max().map { Int64(clamping: $0) }
        }
    }
}
