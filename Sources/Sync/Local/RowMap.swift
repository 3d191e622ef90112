/// Which local row shows a thing, and back.
///
/// Several things may have one row: those that are shown as one, and those that are deleted or merged and keep their last
/// row, because undo restores a deleted row under its id.
package struct RowMap: Hashable, Sendable {
    private var rows: [ThingID: Int64] = [:]
    private var things: [ThingKind: [Int64: [ThingID]]] = [:]
    private var changed: Set<ThingID> = []
    /// The rows that show a thing that has another row, until a set-up has shown them as one.
    private var doubles: [ThingKind: [Int64: ThingID]] = [:]

    /// Creates an empty map.
    package init() {}

    /// Returns the row that shows a thing, or showed it last.
    package func row(of thing: ThingID) -> Int64? { rows[thing] }

    /// Returns the things of a row, ascending.
    package func things(ofRow row: Int64, kind: ThingKind) -> [ThingID] { things[kind]?[row] ?? [] }

    /// Lets a row show a thing.
    package mutating func set(_ row: Int64, of thing: ThingID) {
        guard rows[thing] != row else { return }
        if let old = rows[thing] { things[thing.kind]?[old]?.removeAll { $0 == thing } }
        load(row, of: thing)
        changed.insert(thing)
    }

    /// Lets a row of a set-up show a thing; if the thing has a row already, the two rows are one.
    mutating func join(_ row: Int64, to thing: ThingID) {
        if let first = rows[thing], first != row {
            doubles[thing.kind, default: [:]][row] = thing
        } else {
            set(row, of: thing)
        }
    }

    /// Returns the thing of a row that shows it in addition to the thing's own row.
    package func thing(ofDouble row: Int64, kind: ThingKind) -> ThingID? { doubles[kind]?[row] }

    /// Adds a stored row.
    mutating func load(_ row: Int64, of thing: ThingID) {
        rows[thing] = row
        let known = things[thing.kind]?[row] ?? []
        let place = known.firstIndex { $0 > thing } ?? known.count
        things[thing.kind, default: [:]][row, default: []].insert(thing, at: place)
    }

    /// Returns the things whose rows changed since the last call.
    mutating func takeChanged() -> Set<ThingID> {
        defer { changed = [] }
        return changed
    }
}
