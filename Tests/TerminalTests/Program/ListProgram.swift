import Terminal

/// A small program for the tests: a filter line above a list that background work delivers.
struct ListProgram: TerminalProgram {
    typealias Message = [String]
    typealias Output = String?

    var editor = LineEditor(allowsNewlines: false)
    var items: [String] = []
    var selected = 0

    mutating func update(_ input: ProgramInput<[String]>) -> [ProgramEffect<[String], String?>] {
        switch input {
        case .started: return [.run { ["早间例行 ☀️", "锻炼 💪", "reading"] }]
        case .message(let items):
            self.items = items
            return [.print([[StyledText("loaded \(items.count)")]])]
        case .event(.key(KeyEvent(.down))):
            selected = min(selected + 1, max(shown.count - 1, 0))
            return []
        case .event(.inputEnded): return [.finish(nil, keepsDrawing: true)]
        case .event(let event):
            let chosen = shown.isEmpty ? nil : shown[selected]
            return act(editor.update(event), chosen: chosen)
        }
    }

    private mutating func act(_ action: LineEditorAction, chosen: String?) -> [ProgramEffect<[String], String?>] {
        switch action {
        case .submit: return [.finish(chosen, keepsDrawing: false)]
        case .cancel, .interrupt: return [.finish(nil, keepsDrawing: false)]
        case .suspend: return [.suspend]
        case .clearScreen: return [.redraw]
        case .refused: return [.bell]
        case .changed:
            selected = 0
            return []
        default: return []
        }
    }

    private var shown: [String] { editor.isEmpty ? items : items.filter { $0.contains(editor.text) } }

    func view(in size: CellSize) -> TerminalFrame {
        let view = LineEditorView(prompt: [StyledText("? ")], cellWidth: testWidth)
        let line = view.frame(editor, in: CellSize(columns: size.columns, rows: 1))
        let rows = min(shown.count + 1, size.rows)
        var frame = TerminalFrame(size: CellSize(columns: size.columns, rows: rows), cellWidth: testWidth)
        frame.grid.draw(line.grid, at: CellPosition(row: 0, column: 0))
        for (index, item) in shown.prefix(max(rows - 1, 0)).enumerated() {
            let style = TextStyle(attributes: index == selected ? .reverse : [])
            frame.grid.write(item, at: CellPosition(row: index + 1, column: 2), style: style)
        }
        frame.cursor = line.cursor
        return frame
    }
}
