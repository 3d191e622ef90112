internal import Foundation

/// The encoding of the changes of an undo step as a JSON array.
///
/// ```swift
/// let text = try UndoLog.encoded([.deleteTags(1...5)])  // [["deleteTags",1,5]]
/// UndoLog.decoded(text) == [.deleteTags(1...5)]         // true
/// ```
package enum UndoLog {
    /// Encodes a list of changes.
    package static func encoded(_ changes: [RowChange]) throws -> String {
        String(decoding: try encoder.encode(changes), as: UTF8.self)
    }

    private static let encoder = JSONEncoder()

    /// Decodes a list of changes; `nil` if the text isn't such a list or contains values that no row can have.
    package static func decoded(_ text: String) -> [RowChange]? {
        // The caller reports every decoding error as a damaged row, so the details aren't needed.
        let changes = try? JSONDecoder().decode([RowChange].self, from: Data(text.utf8))
        return changes.flatMap { $0.allSatisfy(\.isValid) ? $0 : nil }
    }
}

/// The inverses of a transaction's latest changes, collected until they are written as a part of its undo step.
struct PendingInverses {
    /// The size in bytes at which the inverses are written.
    private static let largeSize = 1 << 20
    /// The number of latest changes that a new deletion may be joined with.
    private static let joinDistance = 4

    /// The inverses, in the order of the changes.
    private var changes: [RowChange] = []
    private var size = 0

    /// Whether the inverses take a megabyte and should be written.
    var isFull: Bool { size >= Self.largeSize }

    /// Appends an inverse; joins a deletion with a recent one if it continues its range of ids.
    mutating func append(_ change: RowChange) {
        for index in changes.indices.reversed().prefix(Self.joinDistance) {
            if let joined = changes[index].joined(with: change) {
                changes[index] = joined
                return
            }
            // Rows must be deleted before the rows they refer to, so a deletion may only move past deletions of
            // referring rows.
            guard let rank = change.deletionRank, let passed = changes[index].deletionRank,
                passed > rank || passed == rank && rank == 2
            else { break }
        }
        changes.append(change)
        size += change.size
    }

    /// Returns the encoded inverses in the order in which undo applies them.
    func encoded() throws -> String { try UndoLog.encoded(changes.reversed()) }
}
