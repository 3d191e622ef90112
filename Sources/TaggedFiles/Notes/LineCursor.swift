/// A position in a line of Markdown: an offset and a column, with tab stops at every four columns.
struct LineCursor {
    private let bytes: [UInt8]
    /// The end of the line, before its line end.
    let end: Int
    private(set) var offset: Int
    private(set) var column = 0
    /// The offset of the next byte that is neither a space nor a tab.
    private(set) var nextSign: Int
    private var nextColumn = 0

    init(_ bytes: [UInt8], _ line: Range<Int>) {
        self.bytes = bytes
        end = line.upperBound
        offset = line.lowerBound
        nextSign = offset
        findSign()
    }

    /// The number of columns of white space at the position.
    var indent: Int { nextColumn - column }
    /// Whether only white space is left.
    var isBlank: Bool { nextSign >= end }
    /// Whether the indentation makes the rest of the line code.
    var isIndented: Bool { indent >= 4 }
    /// Whether the byte at the position is a space or a tab.
    var isAtSpace: Bool { offset < end && bytes[offset].isSpaceOrTab }
    /// The next byte that isn't white space, or 0 at the end.
    var sign: UInt8 { byte(nextSign) }

    /// Returns a byte of the line, or 0 past its end.
    func byte(_ offset: Int) -> UInt8 { offset < end ? bytes[offset] : 0 }

    /// Returns whether only spaces and tabs follow an offset.
    func isBlank(from offset: Int) -> Bool {
        var offset = offset
        while offset < end, bytes[offset].isSpaceOrTab { offset += 1 }
        return offset >= end
    }

    /// Returns the length of the run of a byte at an offset.
    func run(of byte: UInt8, from offset: Int) -> Int {
        var runEnd = offset
        while runEnd < end, bytes[runEnd] == byte { runEnd += 1 }
        return runEnd - offset
    }

    /// Moves to the next byte that isn't white space.
    mutating func skipSpace() {
        offset = nextSign
        column = nextColumn
    }

    /// Moves by a number of columns, possibly into the middle of a tab.
    mutating func advance(columns: Int) {
        var rest = columns
        while rest > 0, offset < end {
            let width = bytes[offset] == 0x09 ? 4 - column % 4 : 1
            if width <= rest { offset += 1 }
            column += min(width, rest)
            rest -= min(width, rest)
        }
        findSign()
    }

    private mutating func findSign() {
        nextSign = offset
        nextColumn = column
        while nextSign < end, bytes[nextSign].isSpaceOrTab {
            nextColumn += bytes[nextSign] == 0x09 ? 4 - nextColumn % 4 : 1
            nextSign += 1
        }
    }
}
