extension SyncDraft {
    /// Writes the registers that differ from the changed rows; afterwards the registers show the rows.
    ///
    /// The state is computed again after each step, so that the next one sees its effect: a tag that takes the former name
    /// of another doesn't get its id, and items refer to tags that exist.
    ///
    /// - Parameters:
    ///   - content: All tags, sets, views and rules, and at least the changed items.
    ///   - touched: The rows that changed, or were deleted.
    package mutating func derive(_ content: LocalContent, _ touched: TouchedRows) {
        let rows = ChangedRows(content, touched)
        let before = state
        for stamp in touched.stamps.values.flatMap(\.values) { clock.observe(stamp) }
        edit { $0.deleteAndRestore(rows, $1) }
        edit { $0.rename(rows, $1) }
        edit { $0.create(rows, &$1) }
        edit { $0.merge(rows, $1) }
        edit { edit, map in
            edit.removeAliases(rows, map, before)
            edit.writeTags(rows, map)
            edit.writeSets(rows, map)
            edit.writeQueries(rows, &map)
        }
        edit { $0.deleteAndMoveItems(rows, $1) }
        edit { $0.createItems(rows, &$1) }
        edit { $0.writeItems(rows, $1) }
    }

    /// Compares rows with the state of the registers.
    ///
    /// - Parameter content: All tags, sets, views and rules, and the items to compare; all of them, if the draft is whole.
    /// - Returns: A line for each row that the registers don't show exactly.
    package func differences(from content: LocalContent) -> [String] {
        let shown = state.localContent(rows)
        var lines = Self.differences("tag", shown.tags, content.tags, \.row)
        lines += Self.differences("set", shown.sets, content.sets, \.row)
        for kind in [ThingKind.view, .rule] {
            lines += Self.differences(
                "\(kind)", shown.queries.filter { $0.kind == kind }, content.queries.filter { $0.kind == kind }, \.row)
        }
        let items = content.items.map { item in
            var item = item
            item.modified = nil
            (item.isImported, item.isTimeGiven) = (false, true)
            return item
        }
        let compared = Dictionary(items.map { ($0.row, $0) }) { first, _ in first }
        var shownItems = isWhole ? shown.items : shown.items.filter { compared[$0.row] != nil }
        for index in shownItems.indices {
            // An item with a long note has fewer words of a text.
            guard let local = compared[shownItems[index].row], local.hasWords(of: shownItems[index]) else { continue }
            shownItems[index].words = local.words
        }
        lines += Self.differences("item", shownItems, items, \.row)
        let withoutRow = Set(state.shownIDs.values).filter { rows.row(of: $0) == nil }
        return lines + withoutRow.sorted().map { "\($0.kind) \($0.text) has no row" }
    }

    private static func differences<Row: Equatable>(
        _ kind: String, _ shown: [Row], _ local: [Row], _ id: (Row) -> Int64
    ) -> [String] {
        let shownRows = Dictionary(shown.map { (id($0), $0) }) { first, _ in first }
        let localRows = Dictionary(local.map { (id($0), $0) }) { first, _ in first }
        return Set(shownRows.keys).union(localRows.keys).sorted()
            .compactMap { row in
                switch (shownRows[row], localRows[row]) {
                case (nil, _): "\(kind) \(row) isn't known to sync"
                case (_, nil): "\(kind) \(row) is missing, but sync shows it"
                case (let shown?, let local?): shown == local ? nil : "\(kind) \(row) isn't as sync shows it"
                }
            }
    }
}

extension LocalItem {
    /// Whether all words that were learned from the item's text are among those of another.
    fileprivate func hasWords(of other: LocalItem) -> Bool {
        let words = Set((other.words ?? "").split(separator: "\n"))
        return (self.words ?? "").split(separator: "\n").allSatisfy(words.contains)
    }
}
