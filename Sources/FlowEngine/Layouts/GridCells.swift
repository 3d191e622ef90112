internal import Foundation

/// The subviews of a grid, sorted into rows and columns.
struct GridCells {
    /// A subview, with its row and the columns that it spans.
    struct Cell {
        let subview: LayoutSubview
        let row: Int
        let columns: Range<Int>
        /// The axes along which the cell does not influence the size of its column or row.
        let unsized: Axis.Set

        /// Returns whether the cell determines the size of a single column or row.
        func determinesSize(along axis: Axis) -> Bool {
            switch axis {
            case .horizontal: columns.count == 1 && !unsized.contains(.horizontal)
            case .vertical: !unsized.contains(.vertical)
            }
        }
    }

    private(set) var cells: [Cell] = []
    private(set) var rowAlignments: [VerticalAlignment?] = []
    private(set) var columnAlignments: [HorizontalAlignment?] = []
    /// The number of columns.
    private(set) var columnCount = 0

    var rowCount: Int { rowAlignments.count }

    /// Sorts the subviews of a grid into cells.
    ///
    /// - Complexity: O(subviews).
    init(_ subviews: LayoutSubviews) {
        var outside: [Int] = []
        var current: GridRowIdentity?
        var column = 0
        for subview in subviews {
            guard let row = subview[GridRowKey.self] else {
                current = nil
                outside.append(cells.count)
                append(subview, columns: 0..<1, alignment: nil, startsRow: true)
                continue
            }
            let startsRow = row !== current
            if startsRow { column = 0 }
            current = row
            let span = column..<(column + subview[GridCellColumnsKey.self])
            append(subview, columns: span, alignment: row.alignment, startsRow: startsRow)
            column = span.upperBound
            columnCount = max(columnCount, column)
        }
        columnCount = cells.isEmpty ? 0 : max(columnCount, 1)
        for index in outside { cells[index] = spanning(cells[index]) }
        columnAlignments = Array(repeating: nil, count: columnCount)
        for cell in cells where columnAlignments[cell.columns.lowerBound] == nil {
            let alignment = cell.subview[GridColumnAlignmentKey.self]
            columnAlignments[cell.columns.lowerBound] = alignment
        }
    }

    private mutating func append(
        _ subview: LayoutSubview,
        columns: Range<Int>,
        alignment: VerticalAlignment?,
        startsRow: Bool
    ) {
        if startsRow { rowAlignments.append(alignment) }
        cells.append(
            Cell(
                subview: subview,
                row: rowAlignments.count - 1,
                columns: columns,
                unsized: subview[GridCellUnsizedAxesKey.self]
            )
        )
    }

    /// Returns a cell widened to span all columns.
    private func spanning(_ cell: Cell) -> Cell {
        Cell(
            subview: cell.subview,
            row: cell.row,
            columns: 0..<columnCount,
            unsized: cell.unsized
        )
    }

    /// The pairs of neighbouring cells of a row.
    var horizontalNeighbours: [(Cell, Cell)] {
        zip(cells, cells.dropFirst()).filter { $0.row == $1.row }
    }

    /// The pairs of cells of neighbouring rows that share a column; each cell is the upper one at most once.
    ///
    /// - Complexity: O(cells).
    var verticalNeighbours: [(Cell, Cell)] {
        var pairs: [(Cell, Cell)] = []
        var lower = cells[...]
        for cell in cells {
            lower = lower.drop { other in
                other.row <= cell.row
                    || other.row == cell.row + 1
                        && other.columns.upperBound <= cell.columns.lowerBound
            }
            if let below = lower.first, below.row == cell.row + 1,
                below.columns.overlaps(cell.columns)
            {
                pairs.append((cell, below))
            }
        }
        return pairs
    }
}
