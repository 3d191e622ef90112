/// Shows frames on a terminal by sending only changes, each as one synchronized update.
///
/// A value that turns frames into bytes and tracks their effects. Inline, it draws from
/// the cursor's row downwards, scrolls the terminal if necessary, and never needs to know where on
/// the screen it is; the cursor is expected in the first column when it begins.
package struct Screen: Sendable {
    /// The area of the frames.
    package enum Placement: Sendable {
        /// On the whole screen.
        case full
        /// In as many rows as the frame has, below earlier output.
        case inline
    }

    /// The area of the frames.
    package let placement: Placement
    /// Whether the terminal rewraps lines when it gets narrower; most do, xterm itself does not.
    package var reflows = true
    let depth: ColorDepth
    /// The content of the terminal; `nil` if unknown.
    var shown: CellGrid?
    /// The position of the terminal's cursor, relative to the drawing's first row.
    var cursor = CellPosition(row: 0, column: 0)
    /// Inline: the rows that exist below the drawing's first one, with it.
    var reservedRows = 1
    /// Inline: the rows to go up before the next drawing, after the terminal has moved the old one.
    var climb: Int?
    var isCursorVisible = true
    var printed: [[StyledText]] = []

    /// Creates a screen with unknown content.
    package init(placement: Placement, depth: ColorDepth) {
        self.placement = placement
        self.depth = depth
    }

    /// Discards the known content, as after the process was stopped; the next frame is drawn completely.
    package mutating func invalidate() {
        shown = nil
        climb = nil
        reservedRows = 1
        cursor = CellPosition(row: 0, column: 0)
        isCursorVisible = true
    }

    /// Draws the next frame whole, in the place of the last, as Ctrl-L asks for.
    package mutating func invalidateContent() {
        if placement == .inline { climb = climb ?? cursor.row } else { shown = nil }
    }

    /// Returns the bytes that change the content to a frame; none if they are equal.
    ///
    /// - Parameter frame: the frame to show; on a full screen it has the terminal's size, inline at most its rows.
    /// - Returns: the bytes to send to the terminal.
    /// - Complexity: O(*columns* × *rows*).
    package mutating func draw(_ frame: TerminalFrame) -> [UInt8] {
        var writer = makeWriter()
        let base = prepare(for: frame.grid.size, &writer)
        let isVisible = frame.cursor != nil
        writer.sendDifference(from: base, to: frame.grid)
        writer.setStyle(.plain)
        let resting = CellPosition(row: writer.row, column: 0)
        let position = Self.clamped(frame.cursor ?? resting, to: frame.grid.size)
        writer.move(to: position)
        shown = frame.grid
        cursor = position
        return finish(writer.bytes, cursorVisible: isVisible)
    }

    func makeWriter() -> FrameWriter {
        FrameWriter(
            addressing: placement == .full ? .absolute : .relative,
            depth: depth,
            cursor: cursor
        )
    }

    private static func clamped(_ position: CellPosition, to size: CellSize) -> CellPosition {
        CellPosition(
            row: min(max(position.row, 0), max(size.rows - 1, 0)),
            column: min(max(position.column, 0), max(size.columns - 1, 0))
        )
    }

    private mutating func prepare(for size: CellSize, _ writer: inout FrameWriter) -> CellGrid {
        switch placement {
        case .inline: return prepareInline(for: size, &writer)
        case .full:
            if let shown, shown.size == size { return shown }
            writer.setStyle(.plain)
            writer.send("\u{1B}[H\u{1B}[2J")
            writer.assumeCursor(at: CellPosition(row: 0, column: 0))
            return CellGrid(size: size, cellWidth: { _ in 1 })
        }
    }

    private mutating func finish(_ body: [UInt8], cursorVisible isVisible: Bool) -> [UInt8] {
        guard !body.isEmpty || isVisible != isCursorVisible else { return [] }
        var bytes = Array("\u{1B}[?2026h".utf8)
        if isCursorVisible { bytes += "\u{1B}[?25l".utf8 }
        bytes += body
        if isVisible { bytes += "\u{1B}[?25h".utf8 }
        isCursorVisible = isVisible
        return bytes + "\u{1B}[?2026l".utf8
    }
}
