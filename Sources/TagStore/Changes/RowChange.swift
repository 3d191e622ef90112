/// One change of one row (or of a run of rows), which can be applied and taken back.
///
/// Every command is a list of these. Applying one gives the change that takes it back; undo is those, in reverse.
package enum RowChange: Hashable, Sendable {
    case putTag(TagRow)
    case putAlias(AliasRow)
    case putSet(SetRow)
    case putMember(MemberRow)
    case putSavedSelection(SavedSelectionRow)
    case setFrecency(tagID: Int64, Double?)
    case chooseSet(Int64?)
    case deleteTags(ClosedRange<Int64>)
    case deleteAliases(ClosedRange<Int64>)
    case deleteSet(Int64)
    case deleteMember(setID: Int64, tagID: Int64)
    case deleteSavedSelections(ClosedRange<Int64>)
}

extension RowChange {
    /// The two deletions as one where the second run follows the first; `nil` where they are not of that kind.
    func joined(with next: RowChange) -> RowChange? {
        switch (self, next) {
        case (.deleteTags(let first), .deleteTags(let second)):
            first.joined(with: second).map(RowChange.deleteTags)
        case (.deleteAliases(let first), .deleteAliases(let second)):
            first.joined(with: second).map(RowChange.deleteAliases)
        case (.deleteSavedSelections(let first), .deleteSavedSelections(let second)):
            first.joined(with: second).map(RowChange.deleteSavedSelections)
        default:
            nil
        }
    }
}

extension ClosedRange<Int64> {
    fileprivate func joined(with next: Self) -> Self? {
        next.lowerBound == upperBound &+ 1 ? lowerBound...next.upperBound : nil
    }
}
