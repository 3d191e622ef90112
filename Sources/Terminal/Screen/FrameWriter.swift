/// Writes the bytes that change a terminal from one state to the next.
///
/// It tracks the cursor and the style, and picks the shortest sequence for each move.
///
/// ```swift
/// let start = CellPosition(row: 0, column: 0)
/// var writer = FrameWriter(addressing: .absolute, depth: .none, cursor: start)
/// writer.move(to: CellPosition(row: 0, column: 5))
/// writer.move(to: CellPosition(row: 2, column: 0))
/// #expect(writer.bytes == Array("\u{1B}[5C\n\n\r".utf8))
/// ```
struct FrameWriter {
    /// How to move the cursor to another row.
    enum Addressing {
        /// By the number of the row on the screen.
        case absolute
        /// By the number of rows up or down, because the drawing's position on the screen is
        /// unknown.
        case relative
    }

    private(set) var bytes: [UInt8] = []
    private(set) var row: Int
    /// The cursor's column; nil after a grapheme whose width depends on the terminal.
    private(set) var column: Int?
    private(set) var style = TextStyle.plain
    private let addressing: Addressing
    private let depth: ColorDepth

    /// Creates a writer for a terminal with its cursor at a position, in the plain style.
    init(addressing: Addressing, depth: ColorDepth, cursor: CellPosition, isColumnKnown: Bool = true) {
        self.addressing = addressing
        self.depth = depth
        row = cursor.row
        column = isColumnKnown ? cursor.column : nil
    }

    /// Adds a sequence that neither moves the cursor nor changes the style.
    mutating func send(_ sequence: String) { bytes += sequence.utf8 }

    /// Adds `ESC [ numbers final`, and omits a single 1 because it's the default.
    mutating func sendControl(_ numbers: [Int], _ final: Character) {
        let isStandard = numbers == [1] && final != "m"
        send("\u{1B}[" + (isStandard ? "" : numbers.map(String.init).joined(separator: ";")))
        bytes += final.utf8
    }

    /// Moves the cursor with as few bytes as possible.
    mutating func move(to position: CellPosition) {
        if position.row != row { moveToRow(of: position) }
        guard position.column != column else { return }
        if position.column == 0 {
            bytes.append(0x0D)
        } else if let column, column < position.column, position.column - column < 10 {
            sendControl([position.column - column], "C")
        } else {
            sendControl([position.column + 1], "G")
        }
        column = position.column
    }

    private mutating func moveToRow(of position: CellPosition) {
        let distance = position.row - row
        if distance > 0, distance <= 3 {
            bytes += Array(repeating: 0x0A, count: distance)
        } else if addressing == .absolute {
            sendControl([position.row + 1, position.column + 1], "H")
            column = position.column
        } else {
            sendControl([abs(distance)], distance < 0 ? "A" : "B")
        }
        row = position.row
    }

    /// Switches to a style, reduced to the colors that the terminal has.
    mutating func setStyle(_ wanted: TextStyle) {
        let wanted = wanted.reduced(to: depth)
        let parameters = wanted.parameters(from: style)
        if !parameters.isEmpty { sendControl(parameters == [0] ? [] : parameters, "m") }
        style = wanted
    }

    /// Returns whether a cell can be written without a change of style.
    func hasStyle(of cell: Cell) -> Bool { cell.style.reduced(to: depth) == style }

    /// Writes a grapheme at the cursor.
    ///
    /// - Parameters:
    ///   - cell: The grapheme.
    ///   - edge: The width of the row. The cursor's column is unknown after the last cell.
    mutating func write(_ cell: Cell, edge: Int) {
        setStyle(cell.style)
        blankUnder(cell)
        bytes += cell.character.utf8
        guard cell.hasCertainWidth, let before = column, before + Int(cell.width) < edge else {
            column = nil
            return
        }
        column = before + Int(cell.width)
    }

    /// Blanks both cells of a wide grapheme whose width is uncertain.
    ///
    /// If a terminal draws the grapheme in one cell, the old content of the second cell would
    /// otherwise remain.
    private mutating func blankUnder(_ cell: Cell) {
        guard cell.isWide, !cell.hasCertainWidth, let column else { return }
        send("  ")
        sendControl([column + 1], "G")
    }

    /// Erases the rest of the cursor's row.
    mutating func eraseToEndOfRow() {
        setStyle(.plain)
        send("\u{1B}[K")
    }

    /// Erases the rest of the cursor's row and all rows below.
    mutating func eraseBelow() {
        setStyle(.plain)
        send("\u{1B}[J")
    }

    /// Records the cursor's position after a sequence passed to `send`.
    mutating func assumeCursor(at position: CellPosition) {
        row = position.row
        column = position.column
    }
}

extension FrameWriter {
    /// Sends the differences between two grids of the same size.
    ///
    /// - Complexity: O(*columns* × *rows*).
    mutating func sendDifference(from old: CellGrid, to new: CellGrid) {
        for row in 0..<new.size.rows where old[row: row] != new[row: row] {
            sendRow(row, from: Array(old[row: row]), to: Array(new[row: row]))
        }
    }

    private mutating func sendRow(_ row: Int, from old: [Cell], to new: [Cell]) {
        let changed = Self.changedCells(from: old, to: new)
        let oldEnd = Self.contentEnd(old)
        let newEnd = Self.contentEnd(new)
        for column in 0..<newEnd where changed[column] && !new[column].isContinuation {
            bridgeGap(to: column, row: row, new)
            move(to: CellPosition(row: row, column: column))
            write(new[column], edge: new.count)
        }
        guard newEnd < oldEnd else { return }
        move(to: CellPosition(row: row, column: newEnd))
        eraseToEndOfRow()
    }

    /// Writes a few unchanged cells again if that is shorter than moving the cursor over them.
    private mutating func bridgeGap(to column: Int, row: Int, _ cells: [Cell]) {
        guard self.row == row, let start = self.column, start < column, column - start <= 3 else { return }
        let gap = cells[start..<column]
        guard gap.allSatisfy({ $0.character.isASCII && $0.width == 1 && hasStyle(of: $0) }) else { return }
        for cell in gap { write(cell, edge: cells.count) }
    }

    private static func contentEnd(_ cells: [Cell]) -> Int { (cells.lastIndex { $0 != .blank } ?? -1) + 1 }

    /// Returns for each cell whether to send it.
    ///
    /// The cells to send are those that differ. If one is half of a wide grapheme, the other half is sent
    /// too, because terminals differ in how they blank it.
    private static func changedCells(from old: [Cell], to new: [Cell]) -> [Bool] {
        var changed = zip(old, new).map { $0 != $1 }
        for column in changed.indices.dropLast() where changed[column] {
            if old[column].isWide || new[column].isWide { changed[column + 1] = true }
        }
        for column in changed.indices.dropFirst().reversed() where changed[column] {
            if old[column].isContinuation || new[column].isContinuation { changed[column - 1] = true }
        }
        return changed
    }
}
