/// The fields of an item that a command changed; words have the stamp of the item's last change.
package struct TouchedFields: OptionSet, Hashable, Sendable {
    package let rawValue: Int64

    package init(rawValue: Int64) { self.rawValue = rawValue }

    package static let title = TouchedFields(rawValue: 1)
    package static let note = TouchedFields(rawValue: 2)
    /// The time, and the day that follows from it.
    package static let time = TouchedFields(rawValue: 4)
    /// The set and the location.
    package static let place = TouchedFields(rawValue: 8)
    package static let tags = TouchedFields(rawValue: 16)
    package static let attributes = TouchedFields(rawValue: 32)
    package static let dismissedTags = TouchedFields(rawValue: 64)
    /// All fields, also those of a row that isn't an item's.
    package static let all = TouchedFields(rawValue: -1)
}

/// The rows that changed since the registers last showed them.
package struct TouchedRows: Hashable, Sendable {
    /// The stamps of the last changes, by kind and row.
    package private(set) var stamps: [ThingKind: [Int64: Stamp]] = [:]
    /// The tags into which other tags were merged, by row.
    package var merged: [Int64: Int64] = [:]

    /// The stamps of the last changes of items, by the changed fields and row.
    private var itemStamps: [TouchedFields: [Int64: Stamp]] = [:]

    package init() {}

    /// Adds a change of fields of a row.
    package mutating func insert(_ row: Int64, _ kind: ThingKind, _ fields: TouchedFields, _ stamp: Stamp) {
        stamps[kind, default: [:]][row] = max(stamps[kind]?[row] ?? stamp, stamp)
        if kind == .item { itemStamps[fields, default: [:]][row] = stamp }
    }

    /// Returns the stamp of the last change of an item's fields; that of its last change if none of them is known to have
    /// changed.
    func stamp(of fields: TouchedFields, in row: Int64) -> Stamp {
        let last = stamps[.item]?[row] ?? .zero
        guard itemStamps.count > 1 else { return last }
        return itemStamps.filter { $0.key.contains(fields) }.compactMap { $0.value[row] }.max() ?? last
    }

    /// Returns the stamp of the first change of an item that is recorded: the others may be later.
    func firstStamp(in row: Int64) -> Stamp { itemStamps.values.compactMap { $0[row] }.min() ?? .zero }

    /// Whether no tag, set, view or rule changed.
    package var hasOnlyItems: Bool { stamps.allSatisfy { $0.key == .item || $0.value.isEmpty } }

    /// Whether no row changed.
    package var isEmpty: Bool { stamps.values.allSatisfy(\.isEmpty) }
}

/// The local rows by id, with those that changed.
struct ChangedRows {
    let tags: [Int64: LocalTag]
    let sets: [Int64: LocalSet]
    let items: [Int64: LocalItem]
    let queries: [ThingKind: [Int64: LocalQuery]]
    let touched: TouchedRows

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
