/// A way to go from chip to chip.
enum ChipMove: Hashable, Sendable {
    case left
    case right
    case up
    case down
    /// So many rows up or down.
    case rows(Int)
    case first
    case last
}

extension ChipFlow {
    /// The chip that a move leads to, by where chips are seen, not by their order.
    ///
    /// Left and right go on at the end of a line. Up and down go to the chip of the next line that is nearest to a column.
    /// - Parameters:
    ///   - move: the way to go.
    ///   - index: the chip to start from.
    ///   - column: the column to stay near to, where moves up and down began.
    /// - Returns: the chip; the same one at the board's edge.
    func chip(_ move: ChipMove, from index: Int, near column: Int) -> Int {
        guard let line = line(of: index), let frame = frame(at: index) else { return 0 }
        switch move {
        case .first: return 0
        case .last: return max(count - 1, 0)
        case .left: return horizontal(-1, from: index, frame, line)
        case .right: return horizontal(1, from: index, frame, line)
        case .up: return vertical(-1, from: index, line, near: column)
        case .down: return vertical(1, from: index, line, near: column)
        case .rows(let distance): return vertical(distance, from: index, line, near: column)
        }
    }

    private func horizontal(_ step: Int, from index: Int, _ frame: CellFrame, _ line: Int) -> Int {
        let beside = ordered(chipsOnLine: line)
        if let place = beside.firstIndex(of: index), beside.indices.contains(place + step) {
            return beside[place + step]
        }
        // Where the first line starts tells which end of a line comes before the next one.
        let startsLeft = isLeading
        let next = ordered(chipsOnLine: line + (startsLeft ? step : -step))
        return (step > 0 ? next.first : next.last) ?? index
    }

    private func vertical(_ distance: Int, from index: Int, _ line: Int, near column: Int) -> Int {
        let target = min(max(line + distance, 0), max(lines - 1, 0))
        guard target != line else { return index }
        return chips(onLine: target).min { gap($0, column) < gap($1, column) } ?? index
    }

    /// How far a chip is from a column: outside of it first, then from its middle.
    private func gap(_ index: Int, _ column: Int) -> (Int, Int) {
        guard let frame = frame(at: index) else { return (.max, .max) }
        let outside = max(frame.column - column, column - frame.end + 1, 0)
        return (outside, abs(2 * column - frame.column - frame.end))
    }

    /// The chips of a line from left to right.
    private func ordered(chipsOnLine line: Int) -> [Int] {
        chips(onLine: line).sorted { (frame(at: $0)?.column ?? 0) < (frame(at: $1)?.column ?? 0) }
    }
}
