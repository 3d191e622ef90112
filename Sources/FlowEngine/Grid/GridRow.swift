internal import Foundation

/// A row of a grid; each of its nodes is a cell.
///
/// Outside a grid its nodes stand in the container as if there was no row.
public struct GridRow: LayoutNodeGroup {
    /// The cells, in order.
    public let nodes: [any LayoutNode]

    /// Makes a row of the nodes of a builder.
    ///
    /// - Parameters:
    ///   - alignment: Where cells stand in the height of the row; nil is where the grid says.
    ///   - content: The cells.
    public init(
        alignment: VerticalAlignment? = nil,
        @LayoutNodeBuilder content: () -> [any LayoutNode]
    ) {
        let row = GridRowIdentity(alignment: alignment)
        nodes = content().map { $0.layoutValue(key: GridRowKey.self, value: row) }
    }
}

/// What tells the cells of one row from those of another.
final class GridRowIdentity {
    let alignment: VerticalAlignment?

    init(alignment: VerticalAlignment?) {
        self.alignment = alignment
    }
}

extension LayoutNode {
    /// Makes the cell span so many columns, at least 1.
    public func gridCellColumns(_ count: Int) -> some LayoutNode {
        layoutValue(key: GridCellColumnsKey.self, value: min(max(count, 1), 10_000))
    }

    /// Keeps the cell from deciding the size of its column or row along some axes.
    public func gridCellUnsizedAxes(_ axes: Axis.Set) -> some LayoutNode {
        layoutValue(key: GridCellUnsizedAxesKey.self, value: axes)
    }

    /// Says where the cells of this cell's column stand in its width.
    public func gridColumnAlignment(_ guide: HorizontalAlignment) -> some LayoutNode {
        layoutValue(key: GridColumnAlignmentKey.self, value: guide)
    }

    /// Says which point of the cell's space the same point of the cell stands on.
    public func gridCellAnchor(_ anchor: UnitPoint) -> some LayoutNode {
        layoutValue(key: GridCellAnchorKey.self, value: anchor)
    }
}

/// The row of a cell; nil for a node outside a row.
enum GridRowKey: LayoutValueKey {
    static var defaultValue: GridRowIdentity? { nil }
}

/// How many columns a cell spans.
enum GridCellColumnsKey: LayoutValueKey {
    static let defaultValue = 1
}

/// The axes along which a cell does not decide.
enum GridCellUnsizedAxesKey: LayoutValueKey {
    static let defaultValue: Axis.Set = []
}

/// The alignment of a cell's column; nil if the cell says nothing.
enum GridColumnAlignmentKey: LayoutValueKey {
    static let defaultValue: HorizontalAlignment? = nil
}

/// The anchor of a cell; nil if it stands as its column and row say.
enum GridCellAnchorKey: LayoutValueKey {
    static let defaultValue: UnitPoint? = nil
}
