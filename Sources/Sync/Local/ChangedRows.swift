/// The rows that changed since the registers last showed them.
package struct TouchedRows: Hashable, Sendable {
    /// The stamps of the last changes, by kind and row.
    package var stamps: [ThingKind: [Int64: Stamp]] = [:]
    /// The tags into which other tags were merged, by row.
    package var merged: [Int64: Int64] = [:]

    package init() {}

    /// Whether no row changed.
    package var isEmpty: Bool { stamps.values.allSatisfy(\.isEmpty) }
}

/// The local rows by id, with those that changed.
struct ChangedRows {
    let tags: [Int64: LocalTag]
    let sets: [Int64: LocalSet]
    let items: [Int64: LocalItem]
    let queries: [ThingKind: [Int64: LocalQuery]]
    private let touched: TouchedRows

    init(_ content: LocalContent, _ touched: TouchedRows) {
        self.touched = touched
        tags = Dictionary(content.tags.map { ($0.row, $0) }) { first, _ in first }
        sets = Dictionary(content.sets.map { ($0.row, $0) }) { first, _ in first }
        items = Dictionary(content.items.map { ($0.row, $0) }) { first, _ in first }
        queries = Dictionary(grouping: content.queries, by: \.kind)
            .mapValues { Dictionary($0.map { ($0.row, $0) }) { first, _ in first } }
    }

    /// Returns the changed rows of a kind with their stamps, in the order of the stamps, then of the ids.
    func changes(_ kind: ThingKind) -> [(row: Int64, stamp: Stamp)] {
        (touched.stamps[kind] ?? [:]).map { (row: $0.key, stamp: $0.value) }
            .sorted { ($0.stamp, $0.row) < ($1.stamp, $1.row) }
    }

    /// Returns the changed rows that exist, with their stamps.
    func changed<Row>(_ kind: ThingKind, _ rows: [Int64: Row]) -> [(value: Row, stamp: Stamp)] {
        changes(kind).compactMap { row, stamp in rows[row].map { (value: $0, stamp: stamp) } }
    }

    /// Returns whether a row exists.
    func exists(_ row: Int64, _ kind: ThingKind) -> Bool {
        switch kind {
        case .item: items[row] != nil
        case .tag: tags[row] != nil
        case .set: sets[row] != nil
        case .view, .rule: queries[kind]?[row] != nil
        }
    }

    /// Returns the existing tag into which a tag was merged, perhaps by way of others.
    func mergeTarget(of row: Int64) -> Int64? {
        var (current, seen) = (row, Set([row]))
        while let next = touched.merged[current], seen.insert(next).inserted {
            if tags[next] != nil { return next }
            current = next
        }
        return nil
    }
}
