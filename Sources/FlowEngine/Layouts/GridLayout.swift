public import Foundation

/// A layout of rows and columns.
///
/// A column is as wide as its widest cell, and a row as tall as its tallest; flexible columns share the width that
/// remains after fixed cells. A subview outside a `GridRow` spans all columns.
///
/// ```swift
/// let form = Grid(alignment: .leading, horizontalSpacing: 4, verticalSpacing: 2) {
///     GridRow {
///         Box(width: 30, height: 10)
///         Box(width: 60, height: 10)
///     }
///     GridRow {
///         Box(width: 20, height: 10)
///         Box(width: 80, height: 10)
///     }
/// }
/// #expect(form.layout().frame.size == CGSize(width: 114, height: 22))
/// ```
public struct GridLayout: Layout {
    /// The alignment of cells in their column and row.
    public var alignment: Alignment
    /// The distance between columns, in points; nil uses the distance that the cells prefer.
    public var horizontalSpacing: CGFloat?
    /// The distance between rows, in points; nil uses the distance that the cells prefer.
    public var verticalSpacing: CGFloat?

    /// The cells of a grid, and its arrangements by proposal.
    public struct Cache {
        let cells: GridCells
        var arrangements: [(proposal: ProposedViewSize, arrangement: GridArrangement)] = []
    }

    /// Creates a grid layout.
    public init(alignment: Alignment = .center, horizontalSpacing: CGFloat? = nil, verticalSpacing: CGFloat? = nil) {
        self.alignment = alignment
        self.horizontalSpacing = horizontalSpacing
        self.verticalSpacing = verticalSpacing
    }

    /// Sorts the subviews into cells.
    public func makeCache(subviews: Subviews) -> Cache { Cache(cells: GridCells(subviews)) }

    /// Returns the width of all columns by the height of all rows.
    ///
    /// - Complexity: O(cells + columns log columns + rows log rows), with six measurements of each cell.
    public func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache) -> CGSize {
        arrangement(proposal, &cache).size
    }

    /// Places each cell in its column and row.
    public func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache) {
        let arrangement = arrangement(proposal, &cache)
        for (cell, place) in zip(cache.cells.cells, arrangement.places) {
            cell.subview.place(
                at: CGPoint(x: bounds.minX + place.origin.x, y: bounds.minY + place.origin.y), proposal: place.proposal)
        }
    }

    private func arrangement(_ proposal: ProposedViewSize, _ cache: inout Cache) -> GridArrangement {
        if let known = cache.arrangements.first(where: { $0.proposal == proposal }) { return known.arrangement }
        let arrangement = GridArrangement(self, cache.cells, proposal)
        if cache.arrangements.count >= StackLayoutCache.maximumCount { cache.arrangements.removeFirst() }
        cache.arrangements.append((proposal, arrangement))
        return arrangement
    }
}

/// A grid of nodes.
public struct Grid: LayoutNode {
    private let container: LayoutContainer<GridLayout>

    /// Creates a grid of rows and nodes.
    public init(
        alignment: Alignment = .center, horizontalSpacing: CGFloat? = nil, verticalSpacing: CGFloat? = nil,
        @LayoutNodeBuilder content: () -> [any LayoutNode]
    ) {
        let layout = GridLayout(
            alignment: alignment, horizontalSpacing: horizontalSpacing, verticalSpacing: verticalSpacing)
        container = LayoutContainer(layout, nodes: content())
    }

    /// Creates the element of the grid.
    public func makeElement(in environment: LayoutEnvironment) -> LayoutElement {
        container.makeElement(in: environment)
    }
}

/// A row of a grid, each of whose nodes is a cell.
///
/// In other containers, its nodes are subviews as if there were no row.
public struct GridRow: LayoutNodeGroup {
    /// The cells, in order.
    public let nodes: [any LayoutNode]

    /// Creates a row of cells.
    ///
    /// - Parameters:
    ///   - alignment: The vertical alignment of the cells; nil is that of the grid.
    ///   - content: The cells.
    public init(alignment: VerticalAlignment? = nil, @LayoutNodeBuilder content: () -> [any LayoutNode]) {
        let row = GridRowIdentity(alignment: alignment)
        nodes = content().map { $0.layoutValue(key: GridRowKey.self, value: row) }
    }
}

/// The identity of a row, shared by its cells.
final class GridRowIdentity {
    let alignment: VerticalAlignment?

    init(alignment: VerticalAlignment?) { self.alignment = alignment }
}

extension LayoutNode {
    /// Makes the cell span a number of columns, from 1 to 10,000.
    public func gridCellColumns(_ count: Int) -> some LayoutNode {
        layoutValue(key: GridCellColumnsKey.self, value: GridCellColumnsKey.clamped(count))
    }

    /// Keeps the cell from influencing the size of its column or row along the given axes.
    public func gridCellUnsizedAxes(_ axes: Axis.Set) -> some LayoutNode {
        layoutValue(key: GridCellUnsizedAxesKey.self, value: axes)
    }

    /// Sets the horizontal alignment of the cell's column.
    public func gridColumnAlignment(_ guide: HorizontalAlignment) -> some LayoutNode {
        layoutValue(key: GridColumnAlignmentKey.self, value: guide)
    }

    /// Aligns a point of the cell with the same point of the space available to the cell.
    public func gridCellAnchor(_ anchor: UnitPoint) -> some LayoutNode {
        layoutValue(key: GridCellAnchorKey.self, value: anchor)
    }
}

/// The key for the row of a cell; nil for a node outside a row.
enum GridRowKey: LayoutValueKey { static var defaultValue: GridRowIdentity? { nil } }

/// The key for the number of columns that a cell spans.
enum GridCellColumnsKey: LayoutValueKey {
    static let defaultValue = 1

    /// Returns a number of columns from 1 to 10,000, so that a hostile number does not exhaust memory.
    static func clamped(_ count: Int) -> Int { min(max(count, 1), 10_000) }
}

/// The key for the axes along which a cell does not influence its column or row.
enum GridCellUnsizedAxesKey: LayoutValueKey { static let defaultValue: Axis.Set = [] }

/// The key for the alignment of a cell's column; nil if the cell does not set it.
enum GridColumnAlignmentKey: LayoutValueKey { static let defaultValue: HorizontalAlignment? = nil }

/// The key for the anchor of a cell; nil if its column and row align it.
enum GridCellAnchorKey: LayoutValueKey { static let defaultValue: UnitPoint? = nil }

/// The columns of a grid, grouped into tracks: adjacent columns form a track if no cell ends between them.
///
/// A cell may span ten thousand columns, but there are never more tracks than cells.
struct GridColumns {
    /// The number of columns in each track.
    let counts: [Int]
    /// The end of each track, in columns.
    private let ends: [Int]

    /// Divides the columns at the ends of cells; in a row, a cell starts at the end of the previous cell.
    ///
    /// - Complexity: O(cells · log cells).
    init(ends: [Int]) {
        var distinct: [Int] = []
        for end in ends.sorted() where end != distinct.last { distinct.append(end) }
        self.ends = distinct
        counts = zip(distinct, [0] + distinct).map { $0 - $1 }
    }

    /// Returns the tracks of columns that start and end at cell boundaries.
    ///
    /// - Complexity: O(log tracks).
    func tracks(of columns: Range<Int>) -> Range<Int> {
        let first = track(after: columns.lowerBound)
        return first..<max(first, track(after: columns.upperBound))
    }

    /// Returns the first track that ends after a column's start.
    private func track(after start: Int) -> Int {
        var (low, high) = (0, ends.count)
        while low < high {
            let middle = (low + high) / 2
            if ends[middle] <= start { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

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
