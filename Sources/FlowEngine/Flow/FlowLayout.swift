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
    /// The size of the separator between two items of a line, in points; nil means no separators.
    ///
    /// `spacing` is kept on both sides of a separator. A separator never starts or ends a line, but counts in its
    /// length. It is aligned across the line like an item; across, infinity makes it as deep as its line. Dimensions
    /// that are NaN or negative count as 0.
    public var separator: CGSize?
    /// The size of the separator between two lines, in points; nil means no separators.
    ///
    /// `lineSpacing` is kept on both sides of a separator, which is aligned like a line with a single item. Along the
    /// lines, infinity makes it as long as the container. Dimensions that are NaN or negative count as 0.
    public var lineSeparator: CGSize?
    /// How the items are divided into lines.
    public var lineBreaking: FlowLineBreaking
    /// The maximum number of items on a line; nil means no maximum, and numbers below 1 count as 1.
    public var maxItemsPerLine: Int?
    /// The minimum number of lines of a flow with balanced lines, as `flex-line-count` of CSS; greedy lines ignore it.
    ///
    /// If greedy breaking needs fewer lines, the flow is broken as in the shortest container that gives it at most this
    /// number. A flow of fewer items has a line for each. Numbers below 1 count as 1, and `maxLines` takes precedence.
    public var minLines: Int
    /// Whether items grow to fill every line but the last.
    public var justified: Bool
    /// The maximum number of lines, after which items are hidden; `nil` means no maximum.
    public var maxLines: Int?
    /// Whether the flow runs down or up.
    public var verticalDirection: VerticalDirection

    /// Creates a flow; by default, items run from the leading edge, 8 points apart.
    ///
    /// A spacing that is NaN, infinite or negative counts as 0.
    ///
    /// ```swift
    /// let menu = FlowLayout(
    ///     spacing: 4,
    ///     separator: CGSize(width: 1, height: CGFloat.infinity),
    ///     lineSeparator: CGSize(width: CGFloat.infinity, height: 1)
    /// )
    /// let item = CGSize(width: 30, height: 20)
    /// let room = ProposedViewSize(width: 80, height: nil)
    /// let arrangement = menu.arrange([item, item, item], proposal: room)
    /// #expect(arrangement.separators == [CGRect(x: 34, y: 0, width: 1, height: 20)])
    /// #expect(arrangement.lineSeparators == [CGRect(x: 0, y: 28, width: 69, height: 1)])
    /// ```
    public init(
        axis: Axis = .horizontal, alignment: FlowAlignment = .leading, lineAlignment: FlowLineAlignment = .top,
        contentAlignment: FlowAlignment = .leading, spacing: CGFloat? = 8, lineSpacing: CGFloat? = 8,
        separator: CGSize? = nil, lineSeparator: CGSize? = nil, lineBreaking: FlowLineBreaking = .greedy,
        maxItemsPerLine: Int? = nil, minLines: Int = 1, justified: Bool = false, maxLines: Int? = nil,
        verticalDirection: VerticalDirection = .down
    ) {
        self.axis = axis
        self.alignment = alignment
        self.lineAlignment = lineAlignment
        self.contentAlignment = contentAlignment
        self.spacing = spacing
        self.lineSpacing = lineSpacing
        self.separator = separator
        self.lineSeparator = lineSeparator
        self.lineBreaking = lineBreaking
        self.maxItemsPerLine = maxItemsPerLine
        self.minLines = minLines
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
        _ sizes: [CGSize], proposal: ProposedViewSize = .unspecified, bounds: CGSize? = nil,
        layoutDirection: LayoutDirection = .leftToRight, overflow: ((_ hidden: Int) -> CGSize)? = nil
    ) -> FlowArrangement {
        FlowArranger(self, sizes, direction: layoutDirection)
            .arrangement(proposal: proposal, bounds: bounds, overflow: overflow)
    }

    /// Arranges items with sizes and requests; otherwise like `arrange` with sizes.
    public func arrange(
        _ items: [FlowItem], proposal: ProposedViewSize = .unspecified, bounds: CGSize? = nil,
        layoutDirection: LayoutDirection = .leftToRight, overflow: ((_ hidden: Int) -> FlowItem)? = nil
    ) -> FlowArrangement {
        FlowArranger(self, items, direction: layoutDirection)
            .arrangement(proposal: proposal, bounds: bounds, overflow: overflow)
    }
}
