import Terminal

/// A program that fills rows with chips and lets a line be typed; background work delivers the chips.
struct BoardProgram: TerminalProgram {
    var editor = LineEditor()
    var chips: [String] = []

    mutating func update(_ input: ProgramInput<[String]>) -> [ProgramEffect<[String], String>] {
        switch input {
        case .started: return [.run { (1...12).map { "(chip \($0) 早)" } }]
        case .message(let chips):
            self.chips = chips
            return [.print([[StyledText("loaded \(chips.count) chips")]])]
        case .event(.inputEnded): return [.finish("gone", keepsDrawing: true)]
        case .event(let event):
            switch editor.update(event) {
            case .submit(let text): return [.finish(text, keepsDrawing: false)]
            case .interrupt: return [.finish("interrupted", keepsDrawing: true)]
            case .suspend: return [.suspend]
            case .refused: return [.bell]
            default: return []
            }
        }
    }

    func view(in size: CellSize) -> TerminalFrame {
        let view = LineEditorView(prompt: [StyledText("> ")], cellWidth: Self.cellWidth)
        let line = view.frame(editor, in: CellSize(columns: size.columns, rows: 3))
        let lines = Array(flow(in: size.columns).prefix(max(size.rows - line.grid.size.rows - 1, 0)))
        let height = line.grid.size.rows + lines.count
        var frame = TerminalFrame(size: CellSize(columns: size.columns, rows: height), cellWidth: Self.cellWidth)
        frame.grid.draw(line.grid, at: CellPosition(row: 0, column: 0))
        for (index, text) in lines.enumerated() {
            let place = CellPosition(row: line.grid.size.rows + index, column: 0)
            frame.grid.write(text, at: place, style: TextStyle(foreground: .palette(6)))
        }
        frame.cursor = line.cursor
        return frame
    }

    /// The chips on as many lines as they take.
    private func flow(in columns: Int) -> [String] {
        chips.reduce(into: []) { lines, chip in
            let width = (lines.last ?? "").reduce(0) { $0 + Self.cellWidth($1) }
            let needed = 1 + chip.reduce(0) { $0 + Self.cellWidth($1) }
            if lines.isEmpty || width + needed > columns {
                lines.append(chip)
            } else {
                lines[lines.count - 1] += " " + chip
            }
        }
    }

    @Sendable static func cellWidth(_ character: Character) -> Int { character.isASCII ? 1 : 2 }
}
