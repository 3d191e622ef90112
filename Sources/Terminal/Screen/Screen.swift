/// The content of a terminal, and the bytes that change it to the next frame.
///
/// Only changes are sent, as one synchronized update per frame. An inline screen starts drawing at the
/// cursor's row, and scrolls the terminal if necessary. It doesn't need to know which row that is, but
/// the cursor must be in the first column.
///
/// Changing a letter in row 12 and column 40 of a full screen takes these bytes:
///
/// ```text
/// ESC [?2026h  ESC [13;41H  y  CR  ESC [?2026l
/// ```
package struct Screen: Sendable {
    /// The part of the terminal that frames cover.
    package enum Placement: Sendable {
        /// The whole screen.
        case full
        /// As many rows as the frame has, below earlier output.
        case inline
    }

    /// The part of the terminal that frames cover.
    package let placement: Placement
    /// Whether the terminal rewraps lines when it gets narrower; most do, but xterm doesn't.
    package var reflows = true
    let depth: ColorDepth
    /// The content of the terminal; `nil` if unknown.
    var shown: CellGrid?
    /// The position of the terminal's cursor, relative to the drawing's first row.
    var cursor = CellPosition(row: 0, column: 0)
    /// The number of rows reserved for an inline drawing.
    var reservedRows = 1
    /// The number of rows to move up before the next inline drawing if a resize has moved the old
    /// drawing; nil if it hasn't.
    var climb: Int?
    var isCursorVisible = true
    var printed: [[StyledText]] = []
    /// Whether the terminal is cleared before the next inline drawing.
    var clears = false

    /// Creates a screen with unknown content.
    package init(placement: Placement, depth: ColorDepth) {
        self.placement = placement
        self.depth = depth
    }

    /// Discards the known content, for example after the process was stopped.
    ///
    /// The next frame is drawn completely.
    package mutating func invalidate() {
        shown = nil
        climb = nil
        reservedRows = 1
        cursor = CellPosition(row: 0, column: 0)
        isCursorVisible = true
    }

    /// Makes the next frame redraw everything in the same place, as Ctrl-L does.
    package mutating func invalidateContent() {
        if placement == .inline { climb = climb ?? cursor.row } else { shown = nil }
    }

    /// Makes the next frame clear the terminal and begin in its first row.
    package mutating func clear() { if placement == .inline { clears = true } else { shown = nil } }

    /// Returns the bytes that change the content to a frame; none if they are equal.
    ///
    /// - Parameter frame: The frame to show. On a full screen it has the terminal's size; inline,
    ///   at most as many rows as the terminal.
    /// - Returns: The bytes to send to the terminal.
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
        FrameWriter(addressing: placement == .full ? .absolute : .relative, depth: depth, cursor: cursor)
    }

    private static func clamped(_ position: CellPosition, to size: CellSize) -> CellPosition {
        CellPosition(
            row: min(max(position.row, 0), max(size.rows - 1, 0)),
            column: min(max(position.column, 0), max(size.columns - 1, 0)))
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
