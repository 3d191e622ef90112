/// The meaning of chip numbers on the boards that a user has seen.
///
/// A number refers to the tag that was last drawn with it, even if this or another process has changed the set since.
///
/// ```swift
/// let board = try service.sets.board(request)
/// let names = try service.selection.tagNames(ofChips: [2], asDrawn: DrawnNumbers(board))
/// ```
public struct DrawnNumbers: Hashable, Sendable {
    /// A tag with its name at the time it was drawn.
    struct NumberedTag: Hashable, Sendable {
        var id: Int64
        var name: String
    }

    /// For each set identifier, the tags by number, counted from 1.
    private var tags: [Int64: [Int: NumberedTag]] = [:]

    /// Creates the numbers of a user who hasn't seen a board yet.
    public init() {}

    /// Creates the numbers of a board.
    ///
    /// - Complexity: linear in the number of chips.
    public init(_ board: Board) { note(board) }

    /// Records that a board was drawn.
    ///
    /// - Parameters:
    ///   - board: the board.
    ///   - isPart: whether chips drawn earlier are still visible, so that their numbers stay valid.
    /// - Complexity: linear in the number of chips.
    public mutating func note(_ board: Board, isPart: Bool = false) {
        if !isPart { tags[board.setID] = [:] }
        for chip in board.chips {
            tags[board.setID, default: [:]][chip.number] = NumberedTag(id: chip.tagID, name: chip.tag)
        }
    }

    /// Returns the tag that was last drawn with a number on the board of a set.
    func tag(_ number: Int, ofSet id: Int64) -> NumberedTag? { tags[id]?[number] }
}
