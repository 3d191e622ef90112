internal import Foundation

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
