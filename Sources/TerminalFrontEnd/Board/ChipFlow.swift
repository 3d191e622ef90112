internal import FlowEngine
internal import Foundation

/// The frame of a chip, in cells from the top left corner of the board.
struct CellFrame: Hashable, Sendable {
    var row: Int
    var column: Int
    var columns: Int

    /// The column after the last column of the chip.
    var end: Int { column + columns }
}

/// A flow layout of chips that are one row high; frames are computed on demand.
///
/// ```swift
/// let flow = ChipFlow(
///     widths: [5, 5, 5, 12], layout: FlowLayout(spacing: 1, lineSpacing: 0),
///     direction: .leftToRight, columns: 17)
/// #expect(flow.frame(at: 3) == CellFrame(row: 1, column: 0, columns: 12))
/// #expect(flow.chip(atRow: 0, column: 6) == 1)
/// ```
struct ChipFlow: Sendable {
    /// The width of the layout, in columns.
    let columns: Int
    /// The height of the layout, in rows.
    let rows: Int
    /// Whether lines start on the left.
    let isLeading: Bool
    private let index: FlowIndex

    /// Lays chips out.
    ///
    /// - Complexity: Linear in the number of chips.
    init(widths: [Int], layout: FlowLayout, direction: LayoutDirection, columns: Int) {
        self.columns = columns
        isLeading = direction == .leftToRight
        let room = Double(max(columns, 1))
        index = FlowIndex(
            widths.map { CGSize(width: min(Double($0), room), height: 1) }, layout: layout, containerLength: room,
            layoutDirection: direction)
        rows = Self.cells(index.depth)
    }

    /// The number of chips.
    var count: Int { index.count }

    /// Returns the frame of a chip, or nil if there is no such chip.
    ///
    /// - Complexity: That of `FlowIndex.frame(at:)`; independent of the number of other lines.
    func frame(at place: Int) -> CellFrame? { index.frame(at: place).map(Self.cells) }

    /// Returns the chips on the same line as a chip.
    func line(of place: Int) -> Range<Int>? { index.line(at: place)?.items }

    /// Returns the chips in the given rows, in order, with their frames.
    ///
    /// - Complexity: That of `FlowIndex.frames(in:)`.
    func chips(inRows rows: Range<Int>) -> [(place: Int, frame: CellFrame)] {
        guard !rows.isEmpty else { return [] }
        let area = CGRect(x: 0, y: Double(rows.lowerBound), width: Double(max(columns, 1)), height: Double(rows.count))
        return index.frames(in: area).map { (place: $0.index, frame: Self.cells($0.frame)) }
            .filter { rows.contains($0.frame.row) }
    }

    /// Returns the chip at a cell, or nil.
    func chip(atRow row: Int, column: Int) -> Int? {
        chips(inRows: row..<row + 1).first { ($0.frame.column..<$0.frame.end).contains(column) }?.place
    }

    private static func cells(_ frame: CGRect) -> CellFrame {
        CellFrame(row: cells(frame.minY), column: cells(frame.minX), columns: cells(frame.width))
    }

    /// Returns a length in whole cells, rounded down so that chips stay in order and don't overlap.
    private static func cells(_ length: Double) -> Int { Int(exactly: length.rounded(.down)) ?? 0 }
}
