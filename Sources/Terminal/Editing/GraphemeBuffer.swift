/// Text as an array of graphemes with a cursor between two of them.
///
/// Inserted text may combine with its neighbors; examples are a combining mark and the second half of
/// a flag. The text around each change is segmented again, so that `characters` is always the
/// segmentation of the whole text.
///
/// ```swift
/// var buffer = GraphemeBuffer("add sw")
/// let edit = buffer.replace(4..<6, with: "swift ")
/// #expect(buffer.text == "add swift " && buffer.cursor == 10)
/// buffer.revert(edit)
/// #expect(buffer.text == "add sw")
/// ```
struct GraphemeBuffer: Sendable {
    /// A change that can be undone: at `location`, `removed` was replaced by `inserted`.
    struct Edit: Equatable, Sendable {
        var location: Int
        var removed: [Character]
        var inserted: [Character]
        var cursorBefore: Int
        var cursorAfter: Int
    }

    /// The graphemes.
    private(set) var characters: [Character] = []
    /// The number of graphemes before the cursor.
    private(set) var cursor = 0

    /// Creates a buffer with the cursor at the end of a text.
    init(_ text: String = "") {
        characters = Array(text)
        cursor = characters.count
    }

    /// The text of all graphemes.
    var text: String { String(characters) }

    /// The number of graphemes.
    var count: Int { characters.count }

    /// Returns the text of a range.
    func text(in range: Range<Int>) -> String { String(characters[clamped(range)]) }

    /// Moves the cursor to a place, clamped to the text.
    mutating func move(to place: Int) { cursor = min(max(place, 0), count) }

    /// Replaces a range with a text and puts the cursor after it.
    ///
    /// - Complexity: O(*n*) in the number of graphemes in the text and after the range.
    mutating func replace(_ range: Range<Int>, with text: String) -> Edit {
        let range = clamped(range)
        let lower = max(range.lowerBound - 1, 0)
        let upper = endOfInfluence(after: range.upperBound)
        let head = String(characters[lower..<range.lowerBound]) + text
        let inserted = Array(head + String(characters[range.upperBound..<upper]))
        let edit = Edit(
            location: lower, removed: Array(characters[lower..<upper]), inserted: inserted, cursorBefore: cursor,
            cursorAfter: lower + head.count
        )
        .trimmed
        apply(edit)
        return edit
    }

    /// Redoes a change.
    mutating func apply(_ edit: Edit) {
        let range = edit.location..<edit.location + edit.removed.count
        characters.replaceSubrange(clamped(range), with: edit.inserted)
        move(to: edit.cursorAfter)
    }

    /// Reverts a change.
    mutating func revert(_ edit: Edit) {
        let range = edit.location..<edit.location + edit.inserted.count
        characters.replaceSubrange(clamped(range), with: edit.removed)
        move(to: edit.cursorBefore)
    }

    /// Returns the end of the graphemes after a place whose segmentation an edit at the place can change.
    ///
    /// These are the next grapheme and all adjacent flags, because an edit can change how flags pair up.
    private func endOfInfluence(after place: Int) -> Int {
        var end = min(place + 1, count)
        while end < count, Self.isFlagPart(characters[end]) { end += 1 }
        return end
    }

    private static func isFlagPart(_ character: Character) -> Bool {
        guard let scalar = character.unicodeScalars.first else { return false }
        return (0x1F1E6...0x1F1FF).contains(scalar.value)
    }

    private func clamped(_ range: Range<Int>) -> Range<Int> { range.clamped(to: 0..<count) }
}

extension GraphemeBuffer.Edit {
    /// The change without the text that `removed` and `inserted` have in common at the start and the end.
    fileprivate var trimmed: GraphemeBuffer.Edit {
        var edit = self
        while let last = edit.removed.last, Self.isSame(last, edit.inserted.last) {
            edit.removed.removeLast()
            edit.inserted.removeLast()
        }
        if let first = edit.removed.first, Self.isSame(first, edit.inserted.first) {
            edit.removed.removeFirst()
            edit.inserted.removeFirst()
            edit.location += 1
        }
        return edit
    }

    /// Returns whether two graphemes have the same scalars. (`==` compares canonical equivalence.)
    private static func isSame(_ left: Character, _ right: Character?) -> Bool {
        right.map { left.unicodeScalars.elementsEqual($0.unicodeScalars) } ?? false
    }
}

extension GraphemeBuffer {
    /// Returns whether a grapheme is part of a word: anything but white space and ASCII
    /// punctuation.
    static func isWord(_ character: Character) -> Bool {
        guard let ascii = character.asciiValue else { return !character.isWhitespace }
        switch ascii {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"):
            return true
        default: return false
        }
    }

    /// Returns whether a grapheme is part of a word as in a shell: anything but white space.
    static func isBlankDelimited(_ character: Character) -> Bool { !character.isWhitespace }

    /// Returns the beginning of the word at or before a place.
    func wordStart(before place: Int, _ belongs: (Character) -> Bool = isWord) -> Int {
        var place = min(max(place, 0), count)
        while place > 0, !belongs(characters[place - 1]) { place -= 1 }
        while place > 0, belongs(characters[place - 1]) { place -= 1 }
        return place
    }

    /// Returns the end of the word at or after a place.
    func wordEnd(after place: Int, _ belongs: (Character) -> Bool = isWord) -> Int {
        var place = min(max(place, 0), count)
        while place < count, !belongs(characters[place]) { place += 1 }
        while place < count, belongs(characters[place]) { place += 1 }
        return place
    }

    /// Returns the beginning of the line that a place is on.
    func lineStart(of place: Int) -> Int { (characters[..<place].lastIndex { $0.isNewline } ?? -1) + 1 }

    /// Returns the end of the line that a place is on, before the newline.
    func lineEnd(of place: Int) -> Int { characters[place...].firstIndex { $0.isNewline } ?? count }

    /// Returns the place on the line above that is closest to a column, or nil on the first line.
    func placeAbove(_ place: Int, column: Int) -> Int? {
        let start = lineStart(of: place)
        guard start > 0 else { return nil }
        return min(lineStart(of: start - 1) + column, start - 1)
    }

    /// Returns the place on the line below that is closest to a column, or nil on the last line.
    func placeBelow(_ place: Int, column: Int) -> Int? {
        let end = lineEnd(of: place)
        guard end < count else { return nil }
        return min(end + 1 + column, lineEnd(of: end + 1))
    }
}
