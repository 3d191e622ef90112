internal import Foundation

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
