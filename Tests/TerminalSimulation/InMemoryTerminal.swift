@testable package import Terminal

/// An emulated terminal for tests: it applies its input to a grid of cells.
///
/// It understands the sequences of this module and the common rest of xterm's: cursor movement, erasing,
/// SGR, scrolling, the alternate screen, wrapping and its switch. Unknown sequences are kept in
/// `unrecognized`, so that a test can check for them. Lines are rewrapped on a resize, as most
/// terminals do it, unless `reflows` is off.
package struct InMemoryTerminal: Sendable {
    struct Row: Sendable {
        var cells: [Cell]
        var continues = false
    }

    struct SavedScreen: Sendable {
        var rows: [Row]
        var cursor: CellPosition
    }

    /// The size in cells.
    package internal(set) var size: CellSize
    /// The cursor's position.
    package internal(set) var cursor = CellPosition(row: 0, column: 0)
    /// Whether the cursor is shown.
    package internal(set) var isCursorVisible = true
    /// The private modes that are on, by number: 7, 25 and 1049 among them.
    package internal(set) var privateModes: Set<Int> = [7, 25]
    /// The rows that scrolled out at the top, oldest first.
    package internal(set) var scrolledOut: [String] = []
    /// Sequences that were not understood.
    package internal(set) var unrecognized: [String] = []
    /// The terminal's reports, as input for a decoder.
    package internal(set) var answers: [UInt8] = []
    /// The number of kitty keyboard flags pushed and not popped.
    package internal(set) var keyboardStackDepth = 0
    let cellWidth: CellWidth
    let reflows: Bool
    var rows: [Row]
    var style = TextStyle.plain
    var wrapsNext = false
    var lastWritten: CellPosition?
    var savedScreen: SavedScreen?
    private var parser = OutputParser()

    /// Makes an empty terminal.
    ///
    /// - Parameters:
    ///   - size: its size; at least one cell.
    ///   - cellWidth: how many cells it gives a grapheme.
    ///   - reflows: whether a resize rewraps lines.
    package init(size: CellSize, cellWidth: @escaping CellWidth, reflows: Bool = true) {
        self.size = CellSize(columns: max(size.columns, 1), rows: max(size.rows, 1))
        self.cellWidth = cellWidth
        self.reflows = reflows
        rows = []
        rows = (0..<self.size.rows).map { _ in blankRow() }
    }

    /// Applies output.
    package mutating func feed(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            guard let instruction = parser.push(byte) else { continue }
            perform(instruction)
        }
    }

    /// Applies output given as text.
    package mutating func feed(_ text: String) { feed(text.utf8) }

    /// The cells on the screen.
    package var grid: CellGrid {
        var grid = CellGrid(size: size, cellWidth: cellWidth)
        for (row, line) in rows.enumerated() {
            for (column, cell) in line.cells.enumerated() where !cell.isContinuation {
                grid.put(cell, at: CellPosition(row: row, column: column))
            }
        }
        return grid
    }

    /// The rows' texts, without the blanks at their ends.
    package var lines: [String] { rows.map { Self.text(of: $0.cells) } }

    static func text(of cells: [Cell]) -> String {
        let end = (cells.lastIndex { $0.character != " " } ?? -1) + 1
        return String(cells[..<end].filter { !$0.isContinuation }.map(\.character))
    }

    func blankRow() -> Row { Row(cells: Array(repeating: .blank, count: size.columns)) }

    private mutating func perform(_ instruction: OutputParser.Instruction) {
        switch instruction {
        case .print(let scalar): print(scalar)
        case .control(let byte): performControl(byte)
        case .sequence(let sequence): perform(sequence)
        case .escape(let byte): performEscape(byte)
        case .unrecognized(let text): unrecognized.append(text)
        }
    }
}
