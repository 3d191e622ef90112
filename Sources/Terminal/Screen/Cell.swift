/// The content of one cell of the screen.
///
/// Control characters never reach the terminal: a cell replaces them with `\u{FFFD}`.
///
/// ```swift
/// #expect(Cell("a").character == "a")
/// #expect(Cell("\u{1B}").character == "\u{FFFD}")
/// ```
package struct Cell: Hashable, Sendable {
    /// The grapheme that begins in this cell; a space in the second cell of a wide grapheme.
    package private(set) var character: Character
    /// The colors and attributes of the grapheme.
    package var style: TextStyle
    /// The number of cells the grapheme takes: 1 or 2; 0 marks the second cell of a wide grapheme.
    package private(set) var width: Int8

    /// Creates a cell with a grapheme that is one or two cells wide; other widths are clamped.
    ///
    /// A screen sends only the content of cells, so replacing control characters here is enough.
    package init(_ character: Character, _ style: TextStyle = .plain, width: Int = 1) {
        self.character = character.isHarmless ? character : "\u{FFFD}"
        self.style = style
        self.width = width > 1 ? 2 : 1
    }

    private init(continuationIn style: TextStyle) {
        character = " "
        self.style = style
        width = 0
    }

    /// An empty cell in the terminal's default style.
    package static let blank = Cell(" ")

    /// Returns the second cell of a wide grapheme.
    static func continuation(_ style: TextStyle) -> Cell { Cell(continuationIn: style) }

    /// Whether a wide grapheme begins here.
    var isWide: Bool { width == 2 }

    /// Whether this is the second cell of a wide grapheme.
    var isContinuation: Bool { width == 0 }

    /// Whether all terminals give the grapheme the same width, so that the column after it is
    /// known.
    ///
    /// Terminals disagree on emoji, on clusters of several scalars and on scripts that need
    /// shaping.
    var hasCertainWidth: Bool {
        if character.isASCII { return true }
        let scalars = character.unicodeScalars
        guard let scalar = scalars.first, scalars.count == 1 else { return false }
        switch scalar.value {
        case 0xA1...0xAC, 0xAE...0x2FF, 0x370...0x482, 0x48A...0x52F, 0x2500...0x259F: return width == 1
        case 0x3041...0x3096, 0x30A1...0x30FA, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xFF01...0xFF60: return width == 2
        default: return false
        }
    }
}

extension Character {
    /// Whether the character is text that can't control the terminal.
    ///
    /// Checking the first scalar is enough, because control characters, line separators and format
    /// characters are always separate graphemes.
    fileprivate var isHarmless: Bool {
        if let byte = asciiValue { return (0x20..<0x7F).contains(byte) }
        switch unicodeScalars.first?.properties.generalCategory {
        case nil, .control, .format, .lineSeparator, .paragraphSeparator: return false
        default: return true
        }
    }
}

/// The position of a cell on the screen: a row and a column, both counted from 0.
package struct CellPosition: Hashable, Sendable {
    /// The row, from the top.
    package var row: Int
    /// The column, from the left.
    package var column: Int

    package init(row: Int, column: Int) {
        self.row = row
        self.column = column
    }
}

/// A size in cells.
package struct CellSize: Hashable, Sendable {
    /// The number of columns.
    package var columns: Int
    /// The number of rows.
    package var rows: Int

    /// Creates a size with both sides clamped to 0 through `limit`.
    package init(columns: Int, rows: Int) {
        self.columns = min(max(columns, 0), Self.limit)
        self.rows = min(max(rows, 0), Self.limit)
    }

    /// The maximum number of columns and of rows; a larger size reported by a terminal is clamped.
    package static let limit = 4096
}

/// Returns the number of cells that a terminal uses for a grapheme: 0, 1 or 2.
package typealias CellWidth = @Sendable (Character) -> Int
