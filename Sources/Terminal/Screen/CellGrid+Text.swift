extension CellGrid {
    /// Writes text from a position to the right, up to a limit or the edge.
    ///
    /// Control characters are shown as `\u{FFFD}` and lone marks and invisible signs are left out, so that
    /// no text from outside moves the cursor or changes the terminal.
    ///
    /// - Parameters:
    ///   - text: the text; a grapheme that does not fit whole ends it.
    ///   - position: where it begins; outside the grid nothing is written.
    ///   - style: how it is drawn.
    ///   - limit: the most cells it may take; nil for all to the edge.
    /// - Returns: the number of cells taken.
    /// - Complexity: O(*n*) in the cells taken.
    @discardableResult
    package mutating func write(
        _ text: some StringProtocol,
        at position: CellPosition,
        style: TextStyle = .plain,
        limit: Int? = nil
    ) -> Int {
        guard (0..<size.rows).contains(position.row), (0..<size.columns).contains(position.column)
        else { return 0 }
        let room = min(max(limit ?? .max, 0), size.columns - position.column)
        var taken = 0
        for character in text {
            guard let cell = Self.cell(character, style, cellWidth) else { continue }
            guard taken + Int(cell.width) <= room else { break }
            put(cell, at: CellPosition(row: position.row, column: position.column + taken))
            taken += Int(cell.width)
        }
        return taken
    }

    /// Writes pieces of styled text one after the other; see `write(_:at:style:limit:)`.
    @discardableResult
    package mutating func write(
        _ pieces: [StyledText],
        at position: CellPosition,
        limit: Int? = nil
    ) -> Int {
        var taken = 0
        for piece in pieces {
            let place = CellPosition(row: position.row, column: position.column + taken)
            let room = limit.map { $0 - taken }
            taken += write(piece.text, at: place, style: piece.style, limit: room)
        }
        return taken
    }

    /// A grapheme as a cell that is safe to send; nil for what has no width.
    static func cell(_ character: Character, _ style: TextStyle, _ cellWidth: CellWidth) -> Cell? {
        if let byte = character.asciiValue, (0x20..<0x7F).contains(byte) {
            return Cell(character, style)
        }
        switch character.unicodeScalars.first?.properties.generalCategory {
        case nil, .control, .lineSeparator, .paragraphSeparator: return Cell("\u{FFFD}", style)
        case .format: return nil
        default:
            let width = cellWidth(character)
            return width > 0 ? Cell(character, style, width: width) : nil
        }
    }
}
