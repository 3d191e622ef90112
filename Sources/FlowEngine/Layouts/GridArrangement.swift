internal import Foundation

/// The positions of a grid's cells under a proposal.
struct GridArrangement {
    /// The size of the grid.
    let size: CGSize
    /// The upper leading corner of each cell, and its proposal.
    let places: [(origin: CGPoint, proposal: ProposedViewSize)]

    init(_ grid: GridLayout, _ cells: GridCells, _ proposal: ProposedViewSize) {
        let columns = Self.columns(grid, cells, proposal)
        let widths = cells.cells.map { columns.size(of: $0.tracks) }
        let rows = Self.rows(grid, cells, widths, proposal)
        size = CGSize(width: columns.total, height: rows.total)
        let aligner = GridAligner(grid: grid, cells: cells, widths: widths, columnStarts: columns.starts, rows: rows)
        let baselines = aligner.rowGuides()
        places = cells.cells.map { cell in
            (aligner.origin(of: cell, rowGuide: baselines[cell.row]), aligner.proposal(for: cell))
        }
    }

    /// Computes the widths of the columns.
    private static func columns(_ grid: GridLayout, _ cells: GridCells, _ proposal: ProposedViewSize) -> GridTracks {
        let byColumn = Dictionary(
            grouping: cells.cells.filter { $0.determinesSize(along: .horizontal) }, by: \.tracks.lowerBound)
        let width = proposal.width.map { lengthLimit($0) }
        var columns = GridTracks(
            width, counts: cells.columns.counts, spacing: spacing(grid.horizontalSpacing, cells, .horizontal)
        ) { column, offer in
            let offered = ProposedViewSize(width: offer.map { CGFloat($0) }, height: proposal.height)
            return widest(byColumn[column] ?? [], offered)
        }
        for cell in cells.cells where cell.columns.count > 1 && !cell.unsized.contains(.horizontal) {
            let offer = width.map { _ in CGFloat(columns.size(of: cell.tracks)) }
            let offered = ProposedViewSize(width: offer, height: proposal.height)
            columns.widen(cell.tracks, to: cell.subview.sizeThatFits(offered).width)
        }
        return columns
    }

    /// Computes the heights of the rows.
    private static func rows(
        _ grid: GridLayout, _ cells: GridCells, _ widths: [Double], _ proposal: ProposedViewSize
    ) -> GridTracks {
        let byRow = Dictionary(grouping: cells.cells.filter { $0.determinesSize(along: .vertical) }, by: \.row)
        return GridTracks(
            proposal.height.map { lengthLimit($0) }, counts: Array(repeating: 1, count: cells.rowCount),
            spacing: spacing(grid.verticalSpacing, cells, .vertical)
        ) { row, offer in
            let guide = (cells.rowAlignments[row] ?? grid.alignment.vertical).key
            return tallest(byRow[row] ?? [], guide) { cell in
                ProposedViewSize(width: widths[cell.index], height: offer.map { CGFloat($0) })
            }
        }
    }

    private static func widest(_ cells: [GridCells.Cell], _ offer: ProposedViewSize) -> Double {
        cells.reduce(0) { max($0, $1.subview.sizeThatFits(offer).width.native) }
    }

    /// Returns the height of cells whose guides are aligned.
    private static func tallest(
        _ cells: [GridCells.Cell], _ guide: AlignmentKey, _ offer: (GridCells.Cell) -> ProposedViewSize
    ) -> Double {
        var above = 0.0
        var below = 0.0
        for cell in cells {
            let dimensions = cell.subview.dimensions(in: offer(cell))
            let position = finiteOrZero(dimensions.value(of: guide)).native
            above = max(above, position)
            below = max(below, dimensions.height - position)
        }
        return above + below
    }

    /// Returns the distance between tracks: the given one, or the largest that two neighbors prefer.
    private static func spacing(_ given: CGFloat?, _ cells: GridCells, _ axis: Axis) -> Double {
        if let given { return finiteOrZero(given) }
        let neighbors = axis == .horizontal ? cells.horizontalNeighbors : cells.verticalNeighbors
        let distances = neighbors.map { first, second in
            first.subview.spacing.distance(to: second.subview.spacing, along: axis).native
        }
        return distances.max() ?? ViewSpacing.standardDistance
    }
}
