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
