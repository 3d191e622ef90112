import Testing

@testable import Terminal

@Suite struct CellGridTests {
    private func grid(_ columns: Int = 10, _ rows: Int = 1) -> CellGrid {
        CellGrid(size: CellSize(columns: columns, rows: rows), cellWidth: testWidth)
    }

    private func text(_ grid: CellGrid) -> String {
        String(grid[row: 0].filter { !$0.isContinuation }.map(\.character))
    }

    @Test func `control characters never get into a cell`() {
        var grid = grid(40)
        let hostile = "a\u{1B}[31mb\u{9B}c\r\nd\u{202E}e\u{7F}\u{2028}\u{0}\t\u{200B}f"
        grid.write(hostile, at: CellPosition(row: 0, column: 0))
        #expect(text(grid).hasPrefix("a�[31mb�c�de����f "))
        for cell in grid[row: 0] {
            for scalar in cell.character.unicodeScalars {
                #expect(scalar.properties.generalCategory != .control)
                #expect(scalar.properties.generalCategory != .format)
            }
        }
    }

    @Test func `no cell can hold a scalar that does something to a terminal`() {
        for value in UInt32(0)...0x10_FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator:
                #expect(Cell(Character(scalar)).character == "\u{FFFD}")
            default: break
            }
        }
        #expect(Cell("\r\n").character == "\u{FFFD}")
        for safe in ["a", "~", "é", "早", "👨‍👩‍👧‍👦", "e\u{301}", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"] as [Character] { #expect(Cell(safe).character == safe) }
    }

    @Test func `a wide grapheme that does not fit ends the text`() {
        var grid = grid(5)
        #expect(grid.write("早早早", at: CellPosition(row: 0, column: 0)) == 4)
        #expect(text(grid) == "早早 ")
        #expect(grid.write("ab早", at: CellPosition(row: 0, column: 0), limit: 3) == 2)
        #expect(text(grid) == "ab早 ")
    }

    @Test func `drawing over half a wide grapheme blanks the other half`() {
        var grid = grid(4)
        grid.write("早早", at: CellPosition(row: 0, column: 0))
        grid.write("x", at: CellPosition(row: 0, column: 1))
        #expect(text(grid) == " x早")
        grid.write("早", at: CellPosition(row: 0, column: 1))
        #expect(text(grid) == " 早 ")
    }

    @Test func `nothing outside the grid is drawn or read`() {
        var grid = grid(3)
        let far = [(-1, 0), (0, -1), (1, 0), (0, 3), (Int.max, Int.max), (Int.min, 0)]
        for (row, column) in far {
            let position = CellPosition(row: row, column: column)
            #expect(grid.write("x", at: position) == 0)
            #expect(grid[position] == .blank)
            grid.setStyle(TextStyle(attributes: .bold), at: position)
        }
        grid.fill(rows: -5..<Int.max, columns: Int.min..<1, with: TextStyle(attributes: .bold))
        #expect(text(grid) == "   ")
        #expect(grid[CellPosition(row: 0, column: 0)].style.attributes == .bold)
        #expect(CellGrid(size: CellSize(columns: -1, rows: 5), cellWidth: testWidth)[row: 0].isEmpty)
    }

    @Test func `styled pieces follow each other within a limit`() {
        var grid = grid(10)
        let pieces = [StyledText("ab"), StyledText("早c", TextStyle(attributes: .bold))]
        #expect(grid.write(pieces, at: CellPosition(row: 0, column: 1), limit: 4) == 4)
        #expect(text(grid) == " ab早     ")
        #expect(grid[CellPosition(row: 0, column: 4)].style.attributes == .bold)
    }
}
