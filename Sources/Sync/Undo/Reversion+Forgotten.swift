/// Rows that no register knows: they were deleted before the database was synced, or between two exchanges after they were
/// created.
extension Reversion {
    /// The rows to write again.
    struct ForgottenRows {
        /// The present rows and the forgotten ones.
        var rows: LocalContent
        /// The forgotten ones.
        private(set) var added: [ThingKind: Set<Int64>] = [:]

        init(_ rows: LocalContent) { self.rows = rows }

        /// The number of forgotten rows.
        var count: Int { added.values.reduce(0) { $0 + $1.count } }

        mutating func insert<Row>(
            _ row: Row, _ id: Int64, _ kind: ThingKind, in rows: WritableKeyPath<LocalContent, [Row]>
        ) {
            self.rows[keyPath: rows].append(row)
            added[kind, default: []].insert(id)
        }

        /// Returns the rows as changes of a command.
        func touched(_ stamp: Stamp) -> TouchedRows {
            var touched = TouchedRows()
            for (kind, rows) in added { for row in rows { touched.insert(row, kind, .all, stamp) } }
            return touched
        }
    }

    /// Returns the rows to restore that no register knows, except those whose names or places others have; `nil` for none.
    mutating func forgotten(in content: LocalContent, _ state: ShownState, _ map: RowMap) -> ForgottenRows? {
        guard !forgotten.isEmpty else { return nil }
        var found = ForgottenRows(content)
        for tag in step.before.tags where isForgotten(tag.row, .tag) {
            // A tag may have the name of an alias.
            if state.tags.values.contains(where: { $0.key == foldedKey(tag.name) }) {
                keep("tag '\(tag.name)'", .taken, nil)
                unknownMerges.remove(tag.row)
            } else {
                found.insert(tag, tag.row, .tag, in: \.tags)
            }
        }
        for set in step.before.sets where isForgotten(set.row, .set) {
            if state.setsByKey[foldedKey(set.name)] != nil {
                keep("set '\(set.name)'", .taken, nil)
            } else {
                found.insert(set, set.row, .set, in: \.sets)
            }
        }
        for query in step.before.queries where isForgotten(query.row, query.kind) {
            let isTaken = state.views.values.contains { foldedKey($0.name) == foldedKey(query.name) }
            if query.kind == .view, isTaken {
                keep("view '\(query.name)'", .taken, nil)
            } else {
                found.insert(query, query.row, query.kind, in: \.queries)
            }
        }
        let sets = Set(found.rows.sets.map(\.row))
        for item in step.before.items where isForgotten(item.row, .item) {
            let set = map.things(ofRow: item.set, kind: .set).compactMap { state.shownIDs[$0] }.first
            if !sets.contains(item.set) {
                keep("'\(item.shortName)'", .deleted, nil)
            } else if let key = set.flatMap({ item.key(in: $0) }), state.itemsByKey[key] != nil {
                keep("'\(item.shortName)'", .taken, nil)
            } else {
                found.insert(item, item.row, .item, in: \.items)
            }
        }
        result.changes.revert(found.count)
        return found.count == 0 ? nil : found
    }

    private func isForgotten(_ row: Int64, _ kind: ThingKind) -> Bool { forgotten[kind]?.contains(row) ?? false }
}
