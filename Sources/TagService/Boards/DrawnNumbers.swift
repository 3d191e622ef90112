/// What the numbers mean on the boards that a person has seen.
///
/// A number stands for the tag that was last drawn with it, whatever was done to the set since, by this process or by
/// another one.
///
/// ```swift
/// let board = try service.board(request)
/// let names = try service.tagNames(ofChips: [2], asDrawn: DrawnNumbers(board))
/// ```
public struct DrawnNumbers: Hashable, Sendable {
    /// A tag, as it was drawn.
    struct NumberedTag: Hashable, Sendable {
        var id: Int64
        var name: String
    }

    /// The tags by number from 1, of each set by its identifier.
    private var tags: [Int64: [Int: NumberedTag]] = [:]

    /// Creates the numbers of somebody who has seen no board.
    public init() {}

    /// Creates the numbers of a board.
    ///
    /// - Complexity: linear in its chips.
    public init(_ board: Board) {
        note(board)
    }

    /// Notes that a board was drawn.
    ///
    /// - Parameters:
    ///   - board: the board.
    ///   - isPart: whether other chips of the set, drawn before, are still seen: their numbers then keep their meaning.
    /// - Complexity: linear in its chips.
    public mutating func note(_ board: Board, isPart: Bool = false) {
        if !isPart { tags[board.setID] = [:] }
        for chip in board.chips {
            tags[board.setID, default: [:]][chip.number] = NumberedTag(
                id: chip.tagID,
                name: chip.tag
            )
        }
    }

    /// The tag that was last drawn with a number on the board of a set.
    func tag(_ number: Int, ofSet id: Int64) -> NumberedTag? {
        tags[id]?[number]
    }
}
