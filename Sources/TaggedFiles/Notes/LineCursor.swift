/// A place in a line of Markdown: a byte, and the column, to which tabs count as up to four.
struct LineCursor {
    private let bytes: [UInt8]
    /// The end of the line, without what ends it.
    let end: Int
    private(set) var offset: Int
    private(set) var column = 0
    /// The first byte from here that is neither a space nor a tab, and its column.
    private(set) var nextSign: Int
    private var nextColumn = 0

    init(_ bytes: [UInt8], _ line: Range<Int>) {
        self.bytes = bytes
        end = line.upperBound
        offset = line.lowerBound
        nextSign = offset
        findSign()
    }

    /// How many columns of space stand here.
    var indent: Int { nextColumn - column }
    /// Whether nothing but space is left.
    var isBlank: Bool { nextSign >= end }
    /// Whether what stands here is code by its indent.
    var isIndented: Bool { indent >= 4 }
    /// Whether a space or a tab stands right here.
    var isAtSpace: Bool { offset < end && bytes[offset].isSpaceOrTab }
    /// The first byte that is no space; 0 at the end.
    var sign: UInt8 { byte(nextSign) }

    /// A byte of the line; 0 behind its end.
    func byte(_ offset: Int) -> UInt8 { offset < end ? bytes[offset] : 0 }

    /// Whether nothing but spaces and tabs stands from an offset on.
    func isBlank(from offset: Int) -> Bool {
        var offset = offset
        while offset < end, bytes[offset].isSpaceOrTab { offset += 1 }
        return offset >= end
    }

    /// How many bytes from an offset on are of one kind.
    func run(of byte: UInt8, from offset: Int) -> Int {
        var place = offset
        while place < end, bytes[place] == byte { place += 1 }
        return place - offset
    }

    /// Goes to the first byte that is no space.
    mutating func skipSpace() {
        offset = nextSign
        column = nextColumn
    }

    /// Goes on by columns; within a tab, where that is wider.
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
