/// Pieces of killed text, which can be yanked, as in Emacs.
///
/// ```swift
/// var ring = KillRing()
/// ring.add("three", .before, joinsLast: false)
/// ring.add("two ", .before, joinsLast: true)
/// #expect(ring.newest() == "two three")
/// ```
struct KillRing: Sendable {
    /// The side of the last piece that a consecutive kill is joined to.
    enum Side {
        case before
        case after
    }

    /// The maximum number of pieces.
    static let limit = 60

    private var pieces: [String] = []
    private var turns = 0

    /// Adds a piece, or joins it to the last piece if the kills are consecutive.
    mutating func add(_ text: String, _ side: Side, joinsLast: Bool) {
        guard !text.isEmpty else { return }
        turns = 0
        guard joinsLast, let last = pieces.popLast() else {
            pieces.append(text)
            if pieces.count > Self.limit { pieces.removeFirst() }
            return
        }
        pieces.append(side == .before ? text + last : last + text)
    }

    /// Returns the newest piece, or nil if nothing was killed.
    mutating func newest() -> String? {
        turns = 0
        return pieces.last
    }

    /// Returns the piece killed before the yanked piece.
    ///
    /// After the oldest piece comes the newest.
    mutating func older() -> String? {
        guard !pieces.isEmpty else { return nil }
        turns = (turns + 1) % pieces.count
        return pieces[pieces.count - 1 - turns]
    }
}
