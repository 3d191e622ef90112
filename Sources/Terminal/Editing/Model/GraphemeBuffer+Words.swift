extension GraphemeBuffer {
    /// Whether a grapheme belongs to a word: all but white space and ASCII's signs.
    static func isWord(_ character: Character) -> Bool {
        guard let ascii = character.asciiValue else { return !character.isWhitespace }
        switch ascii {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"):
            return true
        default: return false
        }
    }

    /// Whether a grapheme belongs to a word as a shell splits them: all but white space.
    static func isBlankDelimited(_ character: Character) -> Bool { !character.isWhitespace }

    /// The beginning of the word at or before a place.
    func wordStart(before place: Int, _ belongs: (Character) -> Bool = isWord) -> Int {
        var place = min(max(place, 0), count)
        while place > 0, !belongs(characters[place - 1]) { place -= 1 }
        while place > 0, belongs(characters[place - 1]) { place -= 1 }
        return place
    }

    /// The end of the word at or after a place.
    func wordEnd(after place: Int, _ belongs: (Character) -> Bool = isWord) -> Int {
        var place = min(max(place, 0), count)
        while place < count, !belongs(characters[place]) { place += 1 }
        while place < count, belongs(characters[place]) { place += 1 }
        return place
    }

    /// The beginning of the line that a place is on.
    func lineStart(of place: Int) -> Int {
        (characters[..<place].lastIndex { $0.isNewline } ?? -1) + 1
    }

    /// The end of the line that a place is on, before its line end.
    func lineEnd(of place: Int) -> Int {
        characters[place...].firstIndex { $0.isNewline } ?? count
    }

    /// The place on the line above, in a column as near as the line allows; nil on the first line.
    func placeAbove(_ place: Int, column: Int) -> Int? {
        let start = lineStart(of: place)
        guard start > 0 else { return nil }
        return min(lineStart(of: start - 1) + column, start - 1)
    }

    /// The place on the line below, in a column as near as the line allows; nil on the last line.
    func placeBelow(_ place: Int, column: Int) -> Int? {
        let end = lineEnd(of: place)
        guard end < count else { return nil }
        return min(end + 1 + column, lineEnd(of: end + 1))
    }
}
