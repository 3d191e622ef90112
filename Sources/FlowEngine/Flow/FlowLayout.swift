public import Foundation

/// A layout that places subviews along an axis, in order, and wraps them onto lines.
///
/// Items are measured, broken into lines, stacked and placed. These stages are the same whether the flow lays out
/// subviews (as a `Layout`) or sizes (`arrange`); the file `FlowEngine.swift` names their types.
///
///     ┌──────────────────────────┐
///     │ ┌────┐ ┌───────┐ ┌─────┐ │  a line: items separated by `spacing`
///     │ └────┘ └───────┘ └─────┘ │
///     │                          │  `lineSpacing`
///     │ ┌───────────┐ ┌────┐     │  leftover space, distributed by `alignment`
///     │ └───────────┘ └────┘     │
///     └──────────────────────────┘
///
/// With nodes, call the layout with a builder:
///
/// ```swift
/// let flow = FlowLayout(spacing: 8) {
///     Box(width: 40, height: 20)
///     Box(width: 30, height: 20)
///     Box(width: 60, height: 20)
/// }
/// let placed = flow.layout(in: ProposedViewSize(width: 100, height: nil))
/// ```
///
/// With sizes alone, which is faster, call `arrange`:
///
/// ```swift
/// let chips = [CGSize(width: 40, height: 20), CGSize(width: 60, height: 20)]
/// let arrangement = FlowLayout(alignment: .center)
///     .arrange(chips, proposal: ProposedViewSize(width: 90, height: nil))
/// #expect(arrangement.lines.count == 2)
/// ```
public struct FlowLayout: Hashable, Sendable {
    /// The direction of a line.
    public var axis: Axis
    /// How the leftover space of a line is distributed.
    public var alignment: FlowAlignment
    /// The position of an item across its line.
    public var lineAlignment: FlowLineAlignment
    /// How leftover space is distributed across the lines in a container deeper than all lines; `leading` is its start.
    public var contentAlignment: FlowAlignment
    /// The distance between two items of a line, in points; nil uses the distance that the items prefer.
    public var spacing: CGFloat?
    /// The distance between two lines, in points; nil uses the distance that their items prefer.
    public var lineSpacing: CGFloat?
    /// How the items are divided into lines.
    public var lineBreaking: FlowLineBreaking
    /// Whether items grow to fill every line but the last.
    public var justified: Bool
    /// The maximum number of lines, after which items are hidden; `nil` means no maximum.
    public var maxLines: Int?
    /// Whether the flow runs down or up.
    public var verticalDirection: VerticalDirection

    /// Creates a flow; by default, items run from the leading edge, 8 points apart.
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

extension FlowLayout {
    /// Arranges items of known sizes.
    ///
    /// This computes the flow without subviews; equal sizes give equal frames. No input causes a trap: sizes that are
    /// NaN, infinite or negative count as 0.
    ///
    /// - Parameters:
    ///   - sizes: The ideal sizes of the items, in order, in points.
    ///   - proposal: The proposed size; nil or infinity along the axis gives one line.
    ///   - bounds: The size to place into; nil uses the size that the flow chooses.
    ///   - layoutDirection: Which edge is the leading one.
    ///   - overflow: Returns the size of the item that ends the last line when items are hidden, given their number.
    /// - Returns: The frames, the lines and the size.
    /// - Complexity: O(items), allocating only the result; see `FlowLineBreaking.balanced` for its complexity.
    public func arrange(
        _ sizes: [CGSize],
        proposal: ProposedViewSize = .unspecified,
        bounds: CGSize? = nil,
        layoutDirection: LayoutDirection = .leftToRight,
        overflow: ((_ hidden: Int) -> CGSize)? = nil
    ) -> FlowArrangement {
        FlowArranger(self, sizes, direction: layoutDirection)
            .arrangement(proposal: proposal, bounds: bounds, overflow: overflow)
    }

    /// Arranges items with sizes and requests; otherwise like `arrange` with sizes.
    public func arrange(
        _ items: [FlowItem],
        proposal: ProposedViewSize = .unspecified,
        bounds: CGSize? = nil,
        layoutDirection: LayoutDirection = .leftToRight,
        overflow: ((_ hidden: Int) -> FlowItem)? = nil
    ) -> FlowArrangement {
        FlowArranger(self, items, direction: layoutDirection)
            .arrangement(proposal: proposal, bounds: bounds, overflow: overflow)
    }
}
