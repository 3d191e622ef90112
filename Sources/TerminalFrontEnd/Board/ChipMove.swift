/// A move of the highlight from one chip to another.
enum ChipMove: Hashable, Sendable {
    case left
    case right
    case up
    case down
    /// A number of rows: up if negative, otherwise down.
    case rows(Int)
    case first
    case last
}

extension ChipFlow {
    /// Returns the chip that a move goes to, based on the chips' positions on the screen.
    ///
    /// At the end of a line, left and right continue on the neighboring line. Up and down go to the
    /// chip on the next line that is nearest to a column.
    ///
    /// - Parameters:
    ///   - move: The direction or distance.
    ///   - index: The chip to start from.
    ///   - column: The column to stay near, which is the column where a series of vertical moves
    ///     started.
    /// - Returns: The target chip, or the same chip at the board's edge.
    func chip(_ move: ChipMove, from index: Int, near column: Int) -> Int {
        guard let line = line(of: index), let frame = frame(at: index) else { return 0 }
        switch move {
        case .first: return 0
        case .last: return max(count - 1, 0)
        case .left: return horizontal(-1, from: index, line)
        case .right: return horizontal(1, from: index, line)
        case .up: return self.index(inLineOf: line.lowerBound - 1, near: column) ?? index
        case .down: return self.index(inLineOf: line.upperBound, near: column) ?? index
        case .rows(let distance): return self.index(inRow: frame.row + distance, near: column) ?? index
        }
    }

    private func horizontal(_ step: Int, from index: Int, _ line: Range<Int>) -> Int {
        let beside = ordered(line)
        if let place = beside.firstIndex(of: index), beside.indices.contains(place + step) {
            return beside[place + step]
        }
        // Lines follow each other in the layout direction, so in a right-to-left layout, moving left
        // goes forward.
        let isForward = (step > 0) == isLeading
        guard let next = self.line(of: isForward ? line.upperBound : line.lowerBound - 1) else { return index }
        return (step > 0 ? ordered(next).first : ordered(next).last) ?? index
    }

    /// Returns the chip nearest to a column on the line of another chip, or nil if the index isn't
    /// that of a chip.
    private func index(inLineOf index: Int, near column: Int) -> Int? {
        line(of: index)?.min { gap($0, column) < gap($1, column) }
    }

    /// Returns the chip nearest to a column in a row of the board.
    ///
    /// If the row has no chips, uses the last row above it that has chips.
    private func index(inRow row: Int, near column: Int) -> Int? {
        let row = min(max(row, 0), max(rows - 1, 0))
        // There may be rows without chips between lines.
        let below = chips(inRows: row..<row + 1).first ?? chips(inRows: 0..<row).last
        return below.flatMap { index(inLineOf: $0.place, near: column) }
    }

    /// Returns the distance of a column from a chip's edge (0 if inside), and twice that from its middle.
    private func gap(_ index: Int, _ column: Int) -> (Int, Int) {
        guard let frame = frame(at: index) else { return (.max, .max) }
        let outside = max(frame.column - column, column - frame.end + 1, 0)
        return (outside, abs(2 * column - frame.column - frame.end))
    }

    /// Returns the chips of a line from left to right.
    private func ordered(_ line: Range<Int>) -> [Int] {
        line.map { ($0, frame(at: $0)?.column ?? 0) }.sorted { $0.1 < $1.1 }.map(\.0)
    }
}
