public import Foundation

/// Where everything in a flow stands: the answer of `FlowLayout.arrange`.
public struct FlowArrangement: Equatable, Sendable {
    /// The frames of the items that are shown, in order; those that are hidden have none.
    public var frames: [CGRect]
    /// The lines, in order.
    public var lines: [FlowLine]
    /// The size that the flow answers to the proposal.
    public var size: CGSize
    /// The number of items that are hidden, which are always the last ones.
    public var hidden: Int
    /// The frame of the overflow item, where there is one and items are hidden.
    public var overflow: CGRect?
}

/// A line of a flow: which items stand on it, and its place.
///
/// Lengths are measured along the line, depths and offsets across it, in points.
public struct FlowLine: Equatable, Sendable {
    /// The items of the line; an overflow item counts as the one after the last that is shown.
    public var items: Range<Int>
    /// The length of the items and of the spacing between them.
    public var length: CGFloat
    /// The depth of the deepest item.
    public var depth: CGFloat
    /// The distance from where the lines start to this line, before a flow that runs up is turned.
    public var offset: CGFloat
}

/// What a flow keeps of its subviews: their ideal sizes, and the last arrangement.
public struct FlowLayoutCache {
    /// The ideal sizes of the items.
    let sizes: [CGSize]
    /// Whether an item carries values of its own, or is measured for more than its size.
    let asksMore: Bool
    /// The greatest lengths of the items; measured for justified flows only.
    var maxima: [CGFloat]?
    /// The last arrangement that was asked for.
    var last: PlacedFlow?
}

/// An arrangement of subviews, together with what each is offered.
struct PlacedFlow {
    let limit: Double
    let arrangement: FlowArrangement
    /// What items are offered that are not offered their ideal size, by index.
    var proposals: [Int: ProposedViewSize]
}
