/// The changes of a text, for undo and redo.
///
/// Typing is undone by the word:
///
/// ```text
/// one two|    Ctrl-_    one |    Ctrl-_    |
/// ```
struct EditHistory: Sendable {
    private struct Entry: Sendable {
        var edit: GraphemeBuffer.Edit
        var isTyping: Bool
        var size: Int { edit.removed.count + edit.inserted.count }
    }

    /// The maximum number of graphemes in all changes.
    ///
    /// Beyond it, the oldest changes are discarded.
    static let limit = 1_000_000

    private var done: [Entry] = []
    private var undone: [Entry] = []
    private var size = 0
    private var isSealed = true

    /// Records a change; typing within the same word is merged into one change.
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

    /// Ends a run of typing, so that the next change isn't merged with it.
    mutating func seal() { isSealed = true }

    /// Undoes the last change; returns false if there is none.
    mutating func undo(_ buffer: inout GraphemeBuffer) -> Bool {
        guard let entry = done.popLast() else { return false }
        buffer.revert(entry.edit)
        undone.append(entry)
        isSealed = true
        return true
    }

    /// Redoes the last undone change; returns false if there is none.
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
