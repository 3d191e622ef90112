import TestSupport

@testable import Terminal

/// Frames that are hard to draw: wide and joined graphemes, flags, marks, colors, blanks.
struct RandomFrames {
    var random: SeededNumbers

    static let graphemes: [String] = [
        "a", "b", "é", "e\u{301}", "早", "例", "💪", "👩‍👩‍👧", "☀️", "🇩🇪", "🇩", "क्षि", "한", "─", "╮", "ﷺ", "1️⃣", " ",
    ]

    static let styles: [TextStyle] = [
        .plain, .plain, TextStyle(attributes: .bold), TextStyle(attributes: [.reverse, .underline]),
        TextStyle(foreground: .palette(3)), TextStyle(background: .palette(12)),
        TextStyle(foreground: .palette(200), attributes: .dim),
        TextStyle(foreground: .rgb(1, 2, 3), background: .rgb(250, 128, 7)),
    ]

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    mutating func size(columns: ClosedRange<Int>, rows: ClosedRange<Int>) -> CellSize {
        CellSize(columns: number(columns), rows: number(rows))
    }

    mutating func frame(_ size: CellSize, after last: TerminalFrame? = nil) -> TerminalFrame {
        var frame = TerminalFrame(size: size, cellWidth: testWidth)
        if let last, last.grid.size == size, number(0...3) > 0 { frame = last }
        for _ in 0..<number(0...12) { scribble(on: &frame.grid) }
        frame.cursor = CellPosition(row: number(0...size.rows - 1), column: number(0...size.columns - 1))
        return frame
    }

    private mutating func scribble(on grid: inout CellGrid) {
        let row = number(0...grid.size.rows - 1)
        let column = number(0...grid.size.columns - 1)
        let style = Self.styles[number(0...Self.styles.count - 1)]
        if number(0...5) == 0 {
            let end = min(column + number(1...20), grid.size.columns)
            grid.fill(rows: row..<row + 1, columns: column..<end, with: style)
        } else {
            let text = (0..<number(1...15)).map { _ in Self.graphemes[number(0...Self.graphemes.count - 1)] }
            for (offset, piece) in text.enumerated() {
                grid.write(piece, at: CellPosition(row: row, column: column + offset), style: style)
            }
        }
    }
}
