public import Foundation

/// A layout whose subviews stand along an axis, in order, and wrap onto lines.
///
/// Items are measured, broken into lines, and placed. All three steps are the same whether the flow
/// lays out subviews or sizes (`arrange`).
///
///     ┌──────────────────────────┐
///     │ ┌────┐ ┌───────┐ ┌─────┐ │  a line: items, and `spacing` between them
///     │ └────┘ └───────┘ └─────┘ │
///     │                          │  `lineSpacing`
///     │ ┌───────────┐ ┌────┐     │  free space, shared out as `alignment` says
///     │ └───────────┘ └────┘     │
///     └──────────────────────────┘
public struct FlowLayout: Hashable, Sendable {
    /// The direction of a line.
    public var axis: Axis
    /// What becomes of the free space of a line.
    public var alignment: FlowAlignment
    /// Where an item stands across its line.
    public var lineAlignment: FlowLineAlignment
    /// Where the lines stand in a container that is larger across; `leading` is at its start.
    public var contentAlignment: FlowAlignment
    /// The distance between two items of a line, in points; nil is what the items prefer.
    public var spacing: CGFloat?
    /// The distance between two lines, in points; nil is what their items prefer.
    public var lineSpacing: CGFloat?
    /// How the items are divided into lines.
    public var lineBreaking: FlowLineBreaking
    /// Whether items grow to fill each line but the last.
    public var justified: Bool
    /// The greatest number of lines, past which items are hidden; nil is no limit.
    public var maxLines: Int?
    /// Whether the flow runs down or up.
    public var verticalDirection: VerticalDirection

    /// Makes a flow; without arguments, items run from the leading edge, 8 points apart.
    ///
    /// A spacing that is NaN, infinite or negative counts as 0.
    public init(
        axis: Axis = .horizontal,
        alignment: FlowAlignment = .leading,
        lineAlignment: FlowLineAlignment = .top,
        contentAlignment: FlowAlignment = .leading,
        spacing: CGFloat? = 8,
        lineSpacing: CGFloat? = 8,
        lineBreaking: FlowLineBreaking = .greedy,
        justified: Bool = false,
        maxLines: Int? = nil,
        verticalDirection: VerticalDirection = .down
    ) {
        self.axis = axis
        self.alignment = alignment
        self.lineAlignment = lineAlignment
        self.contentAlignment = contentAlignment
        self.spacing = spacing
        self.lineSpacing = lineSpacing
        self.lineBreaking = lineBreaking
        self.justified = justified
        self.maxLines = maxLines
        self.verticalDirection = verticalDirection
    }
}
