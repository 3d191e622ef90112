internal import Sync

/// The rows that show the things of one kind after an exchange.
///
/// A thing keeps its row. Of rows whose things are now shown as one, the row of the shown thing stays or, without one, the
/// smallest. A thing that appears again gets the id that it had before, because the undo log refers to it.
struct RowAssignment {
    /// A thing that has to be shown by one row.
    struct Shown {
        /// The id under which it is shown.
        let id: ThingID
        /// All ids that are shown as it.
        let ids: [ThingID]
        /// The ids among them that have no other row, even if they are shown alone again.
        let named: [ThingID]
    }

    /// The row of each shown thing.
    private(set) var rows: [ThingID: Int64] = [:]
    /// The rows that have to be inserted.
    private(set) var new: Set<Int64> = []
    /// The rows whose things another row shows now, and that row.
    private(set) var merged: [Int64: Int64] = [:]
    /// The rows whose things aren't shown any more.
    private(set) var deleted: Set<Int64> = []
    /// The things of the assigned rows.
    private var things: [Int64: ThingID] = [:]

    /// Creates an assignment without things.
    init() {}

    /// Assigns a row to each thing.
    ///
    /// - Parameters:
    ///   - shown: the shown things.
    ///   - shownIDs: the id under which each thing is shown.
    ///   - kind: the kind of the things.
    ///   - local: the rows that exist.
    ///   - map: the rows of the things so far; it gets the new ones.
    ///   - lastID: the last id that a row had; it is increased for new rows.
    ///   - sameKey: returns the row that has the key of a thing.
    /// - Complexity: O(*n* log *n*) in the number of things and rows.
    init(
        _ shown: [Shown], shownIDs: [ThingID: ThingID], kind: ThingKind, local: Set<Int64>, map: inout RowMap,
        lastID: inout Int64, sameKey: (ThingID) throws -> Int64?
    ) rethrows {
        let shown = shown.sorted { $0.id < $1.id }
        try assignOwnRows(shown, local, map, sameKey)
        for thing in shown where rows[thing.id] == nil {
            let free = thing.ids.compactMap { map.row(of: $0) }.filter { local.contains($0) && things[$0] == nil }
            if let row = free.min() { assign(row, to: thing.id) }
        }
        for thing in shown {
            // A row without a thing that has the key shows the thing, too.
            guard let row = try sameKey(thing.id), things[row] == nil, map.things(ofRow: row, kind: kind).isEmpty else {
                continue
            }
            if let shown = rows[thing.id] { merged[row] = shown } else { assign(row, to: thing.id) }
        }
        for thing in shown where rows[thing.id] == nil {
            let last = map.row(of: thing.id).flatMap { local.contains($0) || things[$0] != nil ? nil : $0 }
            if last == nil { lastID += 1 }
            assign(last ?? lastID, to: thing.id)
            new.insert(last ?? lastID)
        }
        for row in local where things[row] == nil && merged[row] == nil {
            let former = [map.thing(ofDouble: row, kind: kind)].compactMap(\.self) + map.things(ofRow: row, kind: kind)
            if let shown = former.compactMap({ shownIDs[$0].flatMap { rows[$0] } }).first {
                merged[row] = shown
            } else if !former.isEmpty {
                // A row without a thing isn't one that an exchange may delete.
                deleted.insert(row)
            }
        }
        for thing in shown {
            guard let row = rows[thing.id] else { continue }
            for id in thing.named { map.set(row, of: id) }
            // A merged tag keeps its own row for the time when it isn't merged any more.
            for id in thing.ids where map.row(of: id) == nil { map.set(row, of: id) }
        }
    }

    /// The rows that don't show a thing any more, ascending.
    var removed: [Int64] { deleted.union(merged.keys).sorted() }

    private mutating func assign(_ row: Int64, to thing: ThingID) {
        rows[thing] = row
        things[row] = thing
    }

    /// Keeps the rows of things that are shown under the same id.
    ///
    /// Things that were shown as one and aren't any more may have the same row: it stays that of the thing with its key.
    private mutating func assignOwnRows(
        _ shown: [Shown], _ local: Set<Int64>, _ map: RowMap, _ sameKey: (ThingID) throws -> Int64?
    ) rethrows {
        var claims: [Int64: [ThingID]] = [:]
        for thing in shown {
            if let row = map.row(of: thing.id), local.contains(row) { claims[row, default: []].append(thing.id) }
        }
        for (row, things) in claims {
            let named = things.count > 1 ? try things.first { try sameKey($0) == row } : nil
            if let owner = named ?? things.first { assign(row, to: owner) }
        }
    }
}
