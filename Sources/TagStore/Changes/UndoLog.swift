internal import Foundation

/// The encoding of a list of changes in the undo log: a JSON array.
package enum UndoLog {
    /// Encodes a list of changes.
    package static func encoded(_ changes: [RowChange]) throws -> String {
        String(decoding: try encoder.encode(changes), as: UTF8.self)
    }

    private static let encoder = JSONEncoder()

    /// Decodes a list of changes; `nil` if the text is not one, or contains values that no row can have.
    package static func decoded(_ text: String) -> [RowChange]? {
        // Every decoding error means the same: the text was damaged, or written by another program.
        let changes = try? JSONDecoder().decode([RowChange].self, from: Data(text.utf8))
        return changes.flatMap { $0.allSatisfy(\.isValid) ? $0 : nil }
    }
}

/// The inverses of a transaction's latest changes, until they are written as a part of its undo step.
struct PendingInverses {
    /// The size at which the inverses are written, in bytes.
    private static let largeSize = 1 << 20
    /// The number of latest changes that a new deletion is tried to be joined with.
    private static let joinDistance = 4

    /// The inverses, in the order in which the changes were made.
    private var changes: [RowChange] = []
    private var size = 0

    /// Whether the inverses should be written: they take a megabyte.
    var isFull: Bool { size >= Self.largeSize }

    /// Appends an inverse; a deletion is joined with a recent one whose run of ids it continues.
    mutating func append(_ change: RowChange) {
        for place in changes.indices.reversed().prefix(Self.joinDistance) {
            if let joined = changes[place].joined(with: change) {
                changes[place] = joined
                return
            }
            // Rows must be deleted before the rows they refer to, so a deletion may only move past deletions of referring rows.
            guard let rank = change.deletionRank, let passed = changes[place].deletionRank,
                passed > rank || passed == rank && rank == 2
            else { break }
        }
        changes.append(change)
        size += change.size
    }

    /// Returns the inverses in the form of the journal, in the order in which undo applies them.
    func encoded() throws -> String {
        try UndoLog.encoded(changes.reversed())
    }
}
