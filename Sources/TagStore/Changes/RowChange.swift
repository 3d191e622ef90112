internal import TagCore

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
    /// Takes the tags of a run out of a set.
    case deleteMembers(setID: Int64, ClosedRange<Int64>)
    case deleteSavedSelections(ClosedRange<Int64>)
}

extension RowChange {
    /// Takes one tag out of a set.
    package static func deleteMember(setID: Int64, tagID: Int64) -> RowChange {
        .deleteMembers(setID: setID, tagID...tagID)
    }

    /// The two deletions as one where the second run follows the first; `nil` where they are not of that kind.
    func joined(with next: RowChange) -> RowChange? {
        switch (self, next) {
        case (.deleteTags(let first), .deleteTags(let second)):
            first.joined(with: second).map(RowChange.deleteTags)
        case (.deleteAliases(let first), .deleteAliases(let second)):
            first.joined(with: second).map(RowChange.deleteAliases)
        case (.deleteSavedSelections(let first), .deleteSavedSelections(let second)):
            first.joined(with: second).map(RowChange.deleteSavedSelections)
        case (.deleteMembers(let set, let first), .deleteMembers(let other, let second))
        where set == other:
            first.joined(with: second).map { .deleteMembers(setID: set, $0) }
        default:
            nil
        }
    }
}

extension RowChange {
    /// The tags whose rows or aliases the change is about; of a deletion, what takes it back tells them.
    var touchedTags: [Int64] {
        switch self {
        case .putTag(let row): [row.id]
        case .putAlias(let row): [row.tagID]
        case .setFrecency(let id, _): [id]
        // What is deleted is told by the rows that would bring it back; a run may be longer than they are many.
        default: []
        }
    }
}

extension RowChange {
    /// About how many bytes the change takes in memory and in the journal.
    var size: Int {
        switch self {
        case .putSavedSelection(let row): 100 + row.label.utf8.count + 8 * row.tagIDs.ids.count
        case .putTag(let row): 100 + 3 * row.name.utf8.count
        case .putAlias(let row): 100 + 3 * row.name.utf8.count
        case .putSet(let row): 100 + 2 * row.name.utf8.count + row.layout.utf8.count
        default: 100
        }
    }

    /// Of a deletion of rows: how late it stands among deletions that follow each other, as rows before it are its own
    /// rows' parents; `nil` for other changes.
    ///
    /// A row's parents were made before it, so what takes them back stands before what takes the row back.
    var deletionRank: Int? {
        switch self {
        case .deleteTags: 0
        case .deleteAliases: 1
        case .deleteMembers: 2
        case .deleteSavedSelections: 3
        default: nil
        }
    }
}

extension ClosedRange<Int64> {
    fileprivate func joined(with next: Self) -> Self? {
        next.lowerBound == upperBound &+ 1 ? lowerBound...next.upperBound : nil
    }
}

extension RowChange {
    /// Whether the rows that the change is about can be: journals may be damaged as anything else.
    var isPossible: Bool {
        switch self {
        case .putTag(let row):
            StoredRange.feature.contains(row.id) && !row.key.text.isEmpty && row.otherUses >= 0
                && row.frecency.map(StoredRange.frecency.contains) ?? true
        case .putAlias(let row):
            StoredRange.id.contains(row.id) && StoredRange.feature.contains(row.tagID)
                && !row.key.text.isEmpty
        case .putSet(let row): StoredRange.id.contains(row.id) && !row.key.text.isEmpty
        case .putMember(let row):
            StoredRange.id.contains(row.setID) && StoredRange.feature.contains(row.tagID)
                && StoredRange.position.contains(row.position)
        case .putSavedSelection(let row):
            StoredRange.id.contains(row.id) && StoredRange.id.contains(row.setID)
                && row.savedAt.map(StoredRange.time.contains) ?? true
                && row.tagIDs.isPossible && row.pairedTagIDs?.isPossible ?? true
        case .setFrecency(let id, let frecency):
            StoredRange.feature.contains(id)
                && frecency.map(StoredRange.frecency.contains) ?? true
        case .chooseSet(let id): id.map(StoredRange.id.contains) ?? true
        case .deleteSet(let id): StoredRange.id.contains(id)
        case .deleteTags(let run), .deleteMembers(_, let run): run.isWithin(StoredRange.feature)
        case .deleteAliases(let run), .deleteSavedSelections(let run):
            run.isWithin(StoredRange.id)
        }
    }
}

extension ClosedRange<Int64> {
    /// Whether both ends lie within a range.
    fileprivate func isWithin(_ range: Self) -> Bool {
        range.contains(lowerBound) && range.contains(upperBound)
    }
}

/// What takes a transaction's last changes back, until it is written as a part of its undo step.
struct PendingInverses {
    /// What may gather before it is written, in bytes.
    private static let largeSize = 1 << 20
    /// How far back a deletion is looked for that a new one can be joined to.
    private static let reach = 4

    /// In the order in which the changes were made.
    private var changes: [RowChange] = []
    private var size = 0

    /// Whether so much has gathered that it should be written.
    var isLarge: Bool { size >= Self.largeSize }

    /// Appends a change; a deletion becomes one with an earlier one whose run it continues.
    mutating func append(_ change: RowChange) {
        for place in changes.indices.reversed().prefix(Self.reach) {
            if let joined = changes[place].joined(with: change) {
                changes[place] = joined
                return
            }
            // Children are deleted before their parents: only those may be passed.
            guard let rank = change.deletionRank, let passed = changes[place].deletionRank,
                passed > rank || passed == rank && rank == 2
            else { break }
        }
        changes.append(change)
        size += change.size
    }

    /// The changes in the form of the journal, in the order in which they are to be applied.
    func encoded() throws -> String {
        try Journal.encoded(changes.reversed())
    }
}
