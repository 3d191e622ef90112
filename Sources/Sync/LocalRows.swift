/// The integer ids of a device's rows.
///
/// They never leave the device and differ between devices (rule 1).
public struct LocalRows: Hashable, Sendable {
    private var rows: [ThingID: Int] = [:]
    private var things: [Int: ThingID] = [:]
    /// The id of the next row.
    private(set) var next = 1

    /// Creates an empty table.
    public init() {}

    /// Returns the row of a shown thing.
    public func row(of thing: ThingID) -> Int? { rows[thing] }

    /// Returns the shown thing of a row.
    public func thing(inRow row: Int) -> ThingID? { things[row] }

    /// Gives each shown thing a row.
    ///
    /// A thing that is shown under another id, or as one with others, keeps its smallest row.
    ///
    /// - Complexity: O(*n*) in the number of shown things.
    mutating func update(_ state: ShownState) {
        var kept: [ThingID: Int] = [:]
        for (id, shown) in state.shownIDs { if let row = rows[id] { kept[shown] = min(kept[shown] ?? row, row) } }
        for shown in Set(state.shownIDs.values).sorted() where kept[shown] == nil {
            kept[shown] = next
            next += 1
        }
        rows = kept
        things = Dictionary(kept.map { ($0.value, $0.key) }) { first, _ in first }
    }
}
