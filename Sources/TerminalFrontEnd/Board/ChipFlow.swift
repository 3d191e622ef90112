internal import FlowEngine
internal import Foundation

/// The frame of a chip, in cells from the board's upper left corner.
struct CellFrame: Hashable, Sendable {
    var row: Int
    var column: Int
    var columns: Int

    /// The column after the last.
    var end: Int { column + columns }
}

/// Chips of one row each, flown onto lines; only the frames that are asked for are worked out.
struct ChipFlow: Sendable {
    /// The columns that the chips were laid out for.
    let columns: Int
    /// The rows that they take.
    let rows: Int
    /// Whether lines start on the left.
    let isLeading: Bool
    private let index: FlowIndex

    /// Lays chips out.
    ///
    /// - Complexity: Linear in the chips.
    init(widths: [Int], layout: FlowLayout, direction: LayoutDirection, columns: Int) {
        self.columns = columns
        isLeading = direction == .leftToRight
        let room = Double(max(columns, 1))
        index = FlowIndex(
            widths.map { CGSize(width: min(Double($0), room), height: 1) },
            layout: layout,
            containerLength: room,
            layoutDirection: direction
        )
        rows = Self.cells(index.depth)
    }

    /// The number of chips.
    var count: Int { index.count }

    /// The frame of a chip, or `nil`.
    ///
    /// - Complexity: As `FlowIndex.frame(at:)`, which does not look at other lines' chips.
    func frame(at place: Int) -> CellFrame? { index.frame(at: place).map(Self.cells) }

    /// The chips on the line of a chip.
    func line(of place: Int) -> Range<Int>? { index.line(at: place)?.items }

    /// The chips in the given rows, in order, with their frames.
    ///
    /// - Complexity: As `FlowIndex.frames(in:)`.
    func chips(inRows rows: Range<Int>) -> [(place: Int, frame: CellFrame)] {
        guard !rows.isEmpty else { return [] }
        let area = CGRect(
            x: 0,
            y: Double(rows.lowerBound),
            width: Double(max(columns, 1)),
            height: Double(rows.count)
        )
        return index.frames(in: area)
            .map { (place: $0.index, frame: Self.cells($0.frame)) }
            .filter { rows.contains($0.frame.row) }
    }

    /// The chip at a cell.
    func chip(atRow row: Int, column: Int) -> Int? {
        chips(inRows: row..<row + 1)
            .first { ($0.frame.column..<$0.frame.end).contains(column) }?
            .place
    }

    private static func cells(_ frame: CGRect) -> CellFrame {
        CellFrame(
            row: cells(frame.minY),
            column: cells(frame.minX),
            columns: cells(frame.width)
        )
    }

    /// A length in whole cells; rounding down keeps the order and never makes chips overlap.
    private static func cells(_ length: Double) -> Int {
        Int(exactly: length.rounded(.down)) ?? 0
    }
}
