internal import Foundation

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
