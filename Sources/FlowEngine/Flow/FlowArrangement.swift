public import Foundation

/// The frames and lines of a flow: the result of `FlowLayout.arrange`.
public struct FlowArrangement: Equatable, Sendable {
    /// The frames of the visible items, in order; hidden items have none.
    public var frames: [CGRect]
    /// The lines, in order.
    public var lines: [FlowLine]
    /// The size that the flow chooses for the proposal, in points.
    public var size: CGSize
    /// The number of hidden items, which are always at the end.
    public var hidden: Int
    /// The frame of the overflow item; `nil` if no item is hidden or no overflow item exists.
    public var overflow: CGRect?
    /// The frames of the separators between items, line by line: one less than the items of each line.
    public var separators: [CGRect] = []
    /// The frames of the separators between lines, in order.
    public var lineSeparators: [CGRect] = []
}

/// A line of a flow: its items, its size and its offset.
///
/// Lengths are measured along the line, depths and offsets across it, in points.
public struct FlowLine: Equatable, Sendable {
    /// The indices of the line's items; the overflow item has the index after the last visible one.
    public var items: Range<Int>
    /// The length of the items, and the spacing and separators between them.
    public var length: CGFloat
    /// The depth of the deepest item or separator.
    public var depth: CGFloat
    /// The distance from the start of the first line to this line, before a flow that runs up is mirrored.
    public var offset: CGFloat
}

/// The cache of a flow: the ideal sizes of its subviews, and the last arrangement.
public struct FlowLayoutCache {
    /// The ideal sizes of the items.
    let sizes: [CGSize]
    /// Whether any item has layout values, so that its position doesn't depend on its size alone.
    let hasItemValues: Bool
    /// The maximum lengths of the items; measured only for items that may grow.
    var maxima: [CGFloat]?
    /// The arrangement that was requested last.
    var last: PlacedFlow?
}

/// An arrangement of subviews with the proposals they are placed with.
struct PlacedFlow {
    let limit: Double
    let arrangement: FlowArrangement
    /// The proposals of items that aren't proposed their ideal size, by index.
    var proposals: [Int: ProposedViewSize]
}
