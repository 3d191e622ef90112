internal import FlowEngine
internal import Foundation

/// Where a chip stands, in cells from the board's upper left corner.
struct CellFrame: Hashable, Sendable {
    var row: Int
    var column: Int
    var columns: Int

    /// The column after the last.
    var end: Int { column + columns }
}

/// Chips of one row each, flown onto lines.
struct ChipFlow: Sendable {
    /// The columns that the chips were laid out for.
    let columns: Int
    /// The rows that they take.
    let rows: Int
    /// Whether lines start on the left.
    let isLeading: Bool
    /// Whether all chips are laid out, not only the first ones.
    let isWhole: Bool
    /// The number of lines, without one that may go on with chips that are not laid out.
    let lines: Int
    private let arrangement: FlowArrangement

    /// Lays chips out.
    ///
    /// - Complexity: linear in the chips.
    init(
        widths: [Int],
        layout: FlowLayout,
        direction: LayoutDirection,
        columns: Int,
        isWhole: Bool = true
    ) {
        self.isWhole = isWhole
        self.columns = columns
        isLeading = direction == .leftToRight
        let room = Double(max(columns, 1))
        let fills = direction == .rightToLeft || layout.alignment != .leading
        arrangement = layout.arrange(
            widths.map { CGSize(width: min(Double($0), room), height: 1) },
            proposal: ProposedViewSize(width: room, height: nil),
            bounds: fills ? CGSize(width: room, height: 0) : nil,
            layoutDirection: direction
        )
        lines = max(arrangement.lines.count - (isWhole ? 0 : 1), 0)
        let last = arrangement.lines.prefix(lines).last
        rows = last.map { Self.cells($0.offset + $0.depth) } ?? 0
    }

    /// The number of chips.
    var count: Int { arrangement.frames.count }

    /// The frame of a chip; nil where there is none.
    func frame(at index: Int) -> CellFrame? {
        guard arrangement.frames.indices.contains(index) else { return nil }
        let frame = arrangement.frames[index]
        return CellFrame(
            row: Self.cells(frame.minY),
            column: Self.cells(frame.minX),
            columns: Self.cells(frame.width)
        )
    }

    /// The line that a chip stands on.
    ///
    /// - Complexity: O(log lines).
    func line(of index: Int) -> Int? {
        var low = 0
        var high = arrangement.lines.count
        while low < high {
            let middle = (low + high) / 2
            if arrangement.lines[middle].items.upperBound <= index {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low < arrangement.lines.count ? low : nil
    }

    /// The chips of a line; none where there is no such line.
    func chips(onLine line: Int) -> Range<Int> {
        guard arrangement.lines.indices.contains(line) else { return 0..<0 }
        return arrangement.lines[line].items.clamped(to: 0..<count)
    }

    /// The chips whose frames meet some rows.
    ///
    /// - Complexity: O(log lines).
    func chips(inRows rows: Range<Int>) -> Range<Int> {
        guard let first = firstLine(endingAfter: rows.lowerBound) else { return 0..<0 }
        var end = first
        while end < arrangement.lines.count,
            Self.cells(arrangement.lines[end].offset) < rows.upperBound
        {
            end += 1
        }
        guard end > first else { return 0..<0 }
        return chips(onLine: first).lowerBound..<chips(onLine: end - 1).upperBound
    }

    /// The chip at a cell.
    func chip(atRow row: Int, column: Int) -> Int? {
        chips(inRows: row..<row + 1)
            .first { index in
                frame(at: index).map { $0.row == row && ($0.column..<$0.end).contains(column) }
                    ?? false
            }
    }

    private func firstLine(endingAfter row: Int) -> Int? {
        var low = 0
        var high = arrangement.lines.count
        while low < high {
            let middle = (low + high) / 2
            let line = arrangement.lines[middle]
            if Self.cells(line.offset + line.depth) <= row {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low < arrangement.lines.count ? low : nil
    }

    /// A length in whole cells; rounding down keeps the order and never makes chips overlap.
    private static func cells(_ length: Double) -> Int {
        Int(exactly: length.rounded(.down)) ?? 0
    }
}
