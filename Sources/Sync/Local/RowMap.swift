/// Which local row shows a thing, and back.
///
/// Several things may have one row: things that are shown as one, and those that are deleted and keep the row's id, because
/// undo restores a deleted row under it.
package struct RowMap: Hashable, Sendable {
    private var rows: [ThingID: Int64] = [:]
    private var things: [ThingKind: [Int64: [ThingID]]] = [:]

    /// Creates an empty map.
    package init() {}

    /// Returns the row that shows a thing, or showed it last.
    package func row(of thing: ThingID) -> Int64? { rows[thing] }

    /// Returns the things of a row, ascending.
    package func things(ofRow row: Int64, kind: ThingKind) -> [ThingID] { things[kind]?[row] ?? [] }

    /// Lets a row show a thing; `nil` for none.
    package mutating func set(_ row: Int64?, of thing: ThingID) {
        if let old = rows[thing] { things[thing.kind]?[old]?.removeAll { $0 == thing } }
        rows[thing] = row
        guard let row else { return }
        var known = things[thing.kind]?[row] ?? []
        let place = known.firstIndex { $0 > thing } ?? known.count
        known.insert(thing, at: place)
        things[thing.kind, default: [:]][row] = known
    }
}
