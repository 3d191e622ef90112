internal import Foundation

/// The subviews of a grid, sorted into rows and columns.
struct GridCells {
    /// A subview, with its row and the columns that it spans.
    struct Cell {
        let subview: LayoutSubview
        /// The index of the cell among all cells.
        let index: Int
        let row: Int
        /// The columns, from 0.
        let columns: Range<Int>
        /// The tracks of the columns; see ``GridColumns``.
        var tracks = 0..<0
        /// The axes along which the cell does not influence the size of its column or row.
        let unsized: Axis.Set

        /// Returns the cell as one that spans other columns.
        fileprivate func spanning(_ columns: Range<Int>) -> Cell {
            Cell(subview: subview, index: index, row: row, columns: columns, unsized: unsized)
        }

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
    /// The alignment of the cells of each track.
    private(set) var columnAlignments: [HorizontalAlignment?] = []
    /// The columns as tracks.
    private(set) var columns = GridColumns(ends: [])

    var rowCount: Int { rowAlignments.count }

    /// Sorts the subviews of a grid into cells.
    ///
    /// - Complexity: O(subviews · log subviews).
    init(_ subviews: LayoutSubviews) {
        var outside: [Int] = []
        var columnCount = 0
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
        for index in outside { cells[index] = cells[index].spanning(0..<columnCount) }
        columns = GridColumns(ends: cells.map(\.columns.upperBound))
        for index in cells.indices { cells[index].tracks = columns.tracks(of: cells[index].columns) }
        columnAlignments = Array(repeating: nil, count: columns.counts.count)
        for cell in cells where columnAlignments[cell.tracks.lowerBound] == nil {
            let alignment = cell.subview[GridColumnAlignmentKey.self]
            columnAlignments[cell.tracks.lowerBound] = alignment
        }
    }

    private mutating func append(
        _ subview: LayoutSubview, columns: Range<Int>, alignment: VerticalAlignment?, startsRow: Bool
    ) {
        if startsRow { rowAlignments.append(alignment) }
        cells.append(
            Cell(
                subview: subview, index: cells.count, row: rowAlignments.count - 1, columns: columns,
                unsized: subview[GridCellUnsizedAxesKey.self]))
    }

    /// The pairs of adjacent cells in a row.
    var horizontalNeighbors: [(Cell, Cell)] { zip(cells, cells.dropFirst()).filter { $0.row == $1.row } }

    /// The pairs of cells of neighboring rows that share a column; each cell is the upper one at most once.
    ///
    /// - Complexity: O(cells).
    var verticalNeighbors: [(Cell, Cell)] {
        var pairs: [(Cell, Cell)] = []
        var lower = cells[...]
        for cell in cells {
            lower = lower.drop { other in
                other.row <= cell.row
                    || other.row == cell.row + 1 && other.columns.upperBound <= cell.columns.lowerBound
            }
            if let below = lower.first, below.row == cell.row + 1, below.columns.overlaps(cell.columns) {
                pairs.append((cell, below))
            }
        }
        return pairs
    }
}

/// Places cells in their columns and rows.
struct GridAligner {
    let grid: GridLayout
    let cells: GridCells
    /// The size of each cell's columns.
    let widths: [Double]
    /// The start of each track of columns.
    let columnStarts: [Double]
    let rows: GridTracks
    /// The start of each row.
    let rowStarts: [Double]

    init(grid: GridLayout, cells: GridCells, widths: [Double], columnStarts: [Double], rows: GridTracks) {
        self.grid = grid
        self.cells = cells
        self.widths = widths
        self.columnStarts = columnStarts
        self.rows = rows
        rowStarts = rows.starts
    }

    /// Returns the proposal of a cell: the width of its columns by the height of its row.
    func proposal(for cell: GridCells.Cell) -> ProposedViewSize {
        ProposedViewSize(width: widths[cell.index], height: rows[cell.row])
    }

    /// Returns the position of each row's guide: the default position, or for a baseline, the lowest among its cells.
    func rowGuides() -> [CGFloat] {
        var guides = cells.rowAlignments.indices.map { row in
            let frame = ViewDimensions(size: CGSize(width: 0, height: rows[row]))
            let key = (cells.rowAlignments[row] ?? grid.alignment.vertical).key
            return usesBaseline(key) ? 0 : finiteOrZero(frame.value(of: key))
        }
        for cell in cells.cells where cell.subview[GridCellAnchorKey.self] == nil {
            let key = (cells.rowAlignments[cell.row] ?? grid.alignment.vertical).key
            guard usesBaseline(key) else { continue }
            let guide = cell.subview.dimensions(in: proposal(for: cell)).value(of: key)
            guides[cell.row] = max(guides[cell.row], finiteOrZero(guide))
        }
        return guides
    }

    /// Returns whether a guide depends on the cells and not only on the height of the row.
    private func usesBaseline(_ key: AlignmentKey) -> Bool {
        if case .never = key.combination { return false }
        return true
    }

    /// Returns the upper leading corner of a cell.
    func origin(of cell: GridCells.Cell, rowGuide: CGFloat) -> CGPoint {
        let offered = proposal(for: cell)
        let dimensions = cell.subview.dimensions(in: offered)
        let left = columnStarts[cell.tracks.lowerBound]
        let top = rowStarts[cell.row]
        let space = CGSize(width: widths[cell.index], height: rows[cell.row])
        if let anchor = cell.subview[GridCellAnchorKey.self] {
            return CGPoint(
                x: left + finiteOrZero(anchor.x * (space.width - dimensions.width)),
                y: top + finiteOrZero(anchor.y * (space.height - dimensions.height)))
        }
        let column = cells.columnAlignments[cell.tracks.lowerBound] ?? grid.alignment.horizontal
        let row = (cells.rowAlignments[cell.row] ?? grid.alignment.vertical).key
        let frame = ViewDimensions(size: space)
        return CGPoint(
            x: left + finiteOrZero(frame[column] - dimensions[column]),
            y: top + finiteOrZero(rowGuide - dimensions.value(of: row)))
    }
}
