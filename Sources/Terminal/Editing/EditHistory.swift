/// The changes of a line that undo takes back and redo brings again.
struct EditHistory: Sendable {
    private struct Entry: Sendable {
        var edit: GraphemeBuffer.Edit
        var isTyping: Bool
        var size: Int { edit.removed.count + edit.inserted.count }
    }

    /// The most graphemes kept; older changes are forgotten.
    static let limit = 1_000_000

    private var done: [Entry] = []
    private var undone: [Entry] = []
    private var size = 0
    private var isSealed = true

    /// Keeps a change; typing that goes on in the same word becomes one with it.
    mutating func record(_ edit: GraphemeBuffer.Edit, isTyping: Bool) {
        guard edit.removed != edit.inserted else { return }
        size -= undone.reduce(0) { $0 + $1.size }
        undone = []
        size += edit.removed.count + edit.inserted.count
        if isTyping, !isSealed, joinsLast(edit) {
            done[done.count - 1].edit.inserted += edit.inserted
            done[done.count - 1].edit.cursorAfter = edit.cursorAfter
        } else {
            done.append(Entry(edit: edit, isTyping: isTyping))
        }
        isSealed = !isTyping || edit.inserted.last?.isWhitespace == true
        forgetOldest()
    }

    /// Ends a run of typing, as moving the cursor does.
    mutating func seal() { isSealed = true }

    /// Takes the last change back; false where there is none.
    mutating func undo(_ buffer: inout GraphemeBuffer) -> Bool {
        guard let entry = done.popLast() else { return false }
        buffer.revert(entry.edit)
        undone.append(entry)
        isSealed = true
        return true
    }

    /// Brings back the change taken back last; false where there is none.
    mutating func redo(_ buffer: inout GraphemeBuffer) -> Bool {
        guard let entry = undone.popLast() else { return false }
        buffer.apply(entry.edit)
        done.append(entry)
        isSealed = true
        return true
    }

    private func joinsLast(_ edit: GraphemeBuffer.Edit) -> Bool {
        guard let last = done.last, last.isTyping, edit.removed.isEmpty else { return false }
        return edit.location == last.edit.location + last.edit.inserted.count
    }

    private mutating func forgetOldest() {
        guard size > Self.limit || done.count > 1000 else { return }
        var dropped = 0
        while dropped < done.count - 1, size > Self.limit / 2 || done.count - dropped > 500 {
            size -= done[dropped].size
            dropped += 1
        }
        done.removeFirst(dropped)
    }
}

/// What was killed last, to be yanked: a ring of pieces as in Emacs.
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

    /// Keeps a piece, as one with the last where kills follow each other.
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

    /// The newest piece; nil where nothing was killed.
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
