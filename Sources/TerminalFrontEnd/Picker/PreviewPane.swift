internal import Terminal
internal import TextMeasurement

/// The model of the preview: the output of the command for the highlighted tag.
struct PreviewPane: Sendable {
    /// What the output depends on; a change starts the command again.
    struct Subject: Hashable, Sendable {
        var tag: Int?
        var chosen: [Int]
        var query: String
        /// The number of reloads, which give the tags other numbers.
        var reloads: Int
    }

    /// The size and position of the pane in a picker.
    struct Area: Hashable, Sendable {
        /// The columns taken from the board, including the border.
        var columns = 0
        /// The rows taken from the board, including the border.
        var rows = 0
    }

    let options: PreviewOptions
    var isVisible: Bool
    /// The subject of the output, or nil before the first.
    var subject: Subject?
    /// The subject of the visible output.
    var shown: Subject?
    /// The lines of the output.
    private(set) var lines: [ArraySlice<UInt8>] = []
    /// The first visible line.
    private(set) var top = 0

    /// The most bytes of output that are kept.
    static let limit = 1 << 20

    init(_ options: PreviewOptions) {
        self.options = options
        isVisible = !options.isHidden
    }

    /// Returns the area of the pane in a picker of a size; empty if the pane is hidden or doesn't fit.
    func area(columns: Int, rows: Int) -> Area {
        guard isVisible else { return Area() }
        switch options.position {
        case .right:
            let own = columns * options.percent / 100
            return own >= 4 && columns - own >= 12 ? Area(columns: own) : Area()
        case .down:
            let own = min(max(rows * options.percent / 100, 2), rows - 4)
            return own >= 2 ? Area(rows: own) : Area()
        }
    }

    /// Shows other output; the output of another subject is shown from the start.
    mutating func show(_ bytes: [UInt8], isNew: Bool) {
        lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        if isNew { top = 0 }
        scroll(0)
    }

    /// Scrolls by a number of lines.
    mutating func scroll(_ distance: Int) { top = min(max(top + distance, 0), max(lines.count - 1, 0)) }

    /// Draws the pane with its border on the side of the board.
    func draw(in frame: inout TerminalFrame, _ area: Area, isColored: Bool, widths: TerminalWidths) {
        let size = frame.grid.size
        let border = TextStyle(attributes: .dim)
        var origin = CellPosition(row: size.rows - area.rows + 1, column: 0)
        if area.columns > 0 {
            origin = CellPosition(row: 0, column: size.columns - area.columns + 2)
            for row in 0..<size.rows {
                let place = CellPosition(row: row, column: origin.column - 2)
                frame.grid.write("│", at: place, style: border)
            }
        } else {
            let line = String(repeating: "─", count: size.columns)
            frame.grid.write(line, at: CellPosition(row: origin.row - 1, column: 0), style: border)
        }
        for (row, line) in lines.dropFirst(top).prefix(max(size.rows - origin.row, 0)).enumerated() {
            let pieces = Self.pieces(of: line, isColored: isColored, widths: widths)
            let place = CellPosition(row: origin.row + row, column: origin.column)
            frame.grid.write(pieces, at: place)
        }
    }

    /// Returns a line without escape sequences other than colors, and with tabs as spaces.
    private static func pieces(of line: ArraySlice<UInt8>, isColored: Bool, widths: TerminalWidths) -> [StyledText] {
        var line = line
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        // A progress display writes over the line.
        if let start = line.lastIndex(of: UInt8(ascii: "\r")) { line = line[(start + 1)...] }
        let pieces = ColoredLine(line.prefix(longest)).drawn(widths)
        return isColored ? pieces : pieces.map { StyledText($0.text) }
    }

    /// The number of bytes of a line that are drawn.
    private static let longest = 4_096
}
