/// Killed text for yanking: a ring of pieces as in Emacs.
struct KillRing: Sendable {
    /// On which side of the last piece a further kill joins it.
    enum Side {
        case before
        case after
    }

    /// The most pieces kept.
    static let limit = 60

    private var pieces: [String] = []
    private var turns = 0

    /// Stores a piece, joined with the last one for consecutive kills.
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

    /// The newest piece; `nil` if nothing was killed.
    mutating func newest() -> String? {
        turns = 0
        return pieces.last
    }

    /// The piece before the one that was yanked; after the oldest comes the newest again.
    mutating func older() -> String? {
        guard !pieces.isEmpty else { return nil }
        turns = (turns + 1) % pieces.count
        return pieces[pieces.count - 1 - turns]
    }
}
