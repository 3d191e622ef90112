internal import GRDB

extension StoreWriter {
    /// How many rows are changed at once.
    private static let sliceLength: Int64 = 1_000

    /// Takes a deletion of many rows apart: the first of them, and the rest; other changes stay as they are.
    func sliced(_ change: RowChange) throws -> (first: RowChange, rest: RowChange?) {
        switch change {
        case .deleteTags(let run):
            guard let (first, rest) = try sliced(run, "FROM tag WHERE id") else { break }
            return (.deleteTags(first), .deleteTags(rest))
        case .deleteAliases(let run):
            guard let (first, rest) = try sliced(run, "FROM alias WHERE id") else { break }
            return (.deleteAliases(first), .deleteAliases(rest))
        case .deleteSavedSelections(let run):
            guard let (first, rest) = try sliced(run, "FROM saved_selection WHERE id") else {
                break
            }
            return (.deleteSavedSelections(first), .deleteSavedSelections(rest))
        case .deleteMembers(let setID, let run):
            let source = "FROM set_member WHERE set_id = \(setID) AND tag_id"
            guard let (first, rest) = try sliced(run, source, column: "tag_id") else { break }
            return (.deleteMembers(setID: setID, first), .deleteMembers(setID: setID, rest))
        default: break
        }
        return (change, nil)
    }

    /// The run up to the last row of a slice, and what is left; `nil` where the whole has no more rows than a slice.
    private func sliced(
        _ run: ClosedRange<Int64>,
        _ source: String,
        column: String = "id"
    ) throws -> (ClosedRange<Int64>, ClosedRange<Int64>)? {
        let (distance, isFar) = run.upperBound.subtractingReportingOverflow(run.lowerBound)
        guard isFar || distance >= Self.sliceLength else { return nil }
        let last = try database.first(
            "SELECT \(column) \(source) BETWEEN ? AND ? ORDER BY \(column) LIMIT 1 OFFSET ?",
            [run.lowerBound, run.upperBound, Self.sliceLength - 1]
        )
        guard let end: Int64 = try last?[0], end < run.upperBound else { return nil }
        return (run.lowerBound...end, (end + 1)...run.upperBound)
    }
}
