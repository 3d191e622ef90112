/// The content of one cell of the screen.
package struct Cell: Hashable, Sendable {
    /// The grapheme that begins in this cell; a space in the second cell of a wide one.
    package private(set) var character: Character
    /// How it is drawn.
    package var style: TextStyle
    /// The cells the grapheme takes: 1 or 2; 0 marks the second cell of a wide one.
    package private(set) var width: Int8

    /// Makes a cell with a grapheme of one or two cells; other widths are held to these.
    ///
    /// All that a screen sends is in cells, so controls in a text are stopped here: each becomes `\u{FFFD}`.
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

    /// An empty cell in the terminal's own style.
    package static let blank = Cell(" ")

    /// The second cell of a wide grapheme.
    static func continuation(_ style: TextStyle) -> Cell { Cell(continuationIn: style) }

    /// Whether a wide grapheme begins here.
    var isWide: Bool { width == 2 }

    /// Whether this is the second cell of a wide grapheme.
    var isContinuation: Bool { width == 0 }

    /// Whether every terminal agrees on the grapheme's width, so that the cursor's column is known after it.
    ///
    /// Emoji, clusters of several scalars and scripts that terminals shape are not agreed upon.
    var hasCertainWidth: Bool {
        if character.isASCII { return true }
        let scalars = character.unicodeScalars
        guard let scalar = scalars.first, scalars.count == 1 else { return false }
        switch scalar.value {
        case 0xA1...0xAC, 0xAE...0x2FF, 0x370...0x482, 0x48A...0x52F, 0x2500...0x259F:
            return width == 1
        case 0x3041...0x3096, 0x30A1...0x30FA, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xFF01...0xFF60:
            return width == 2
        default: return false
        }
    }
}

extension Character {
    /// Whether a terminal shows it and does nothing else: controls, line separators and format characters are alone
    /// in their grapheme, so the first scalar decides.
    fileprivate var isHarmless: Bool {
        if let byte = asciiValue { return (0x20..<0x7F).contains(byte) }
        switch unicodeScalars.first?.properties.generalCategory {
        case nil, .control, .format, .lineSeparator, .paragraphSeparator: return false
        default: return true
        }
    }
}

/// A cell of the screen by row and column, both from 0.
package struct CellPosition: Hashable, Sendable {
    /// The row, from the top.
    package var row: Int
    /// The column, from the left.
    package var column: Int

    /// Makes a position.
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

    /// Makes a size; negative numbers count as 0, and neither side is above `limit`.
    package init(columns: Int, rows: Int) {
        self.columns = min(max(columns, 0), Self.limit)
        self.rows = min(max(rows, 0), Self.limit)
    }

    /// The most cells of a side: a larger size that a terminal reports is clamped.
    package static let limit = 4096
}

/// How many cells a terminal gives a grapheme: 0, 1 or 2.
package typealias CellWidth = @Sendable (Character) -> Int
