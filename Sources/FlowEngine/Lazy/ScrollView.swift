public import Foundation

/// A node that shows a part of its content, which may be larger than the node.
///
/// Along its axes, the scroll view takes the proposed size and its content takes its ideal size; across, the scroll
/// view is as large as its content. Several nodes are stacked along the axis.
///
/// The visible part of the outermost scroll view is a parameter of `layout(in:showing:)`, in the coordinates of the
/// unscrolled content. A scroll view inside another shows the start of its content.
///
/// ```swift
/// let list = ScrollView {
///     Box(width: 100, height: 50)
///     LazyVStack { ForEach(0..<1_000) { _ in Box(width: 80, height: 20) } }
/// }
/// let window = CGRect(x: 0, y: 0, width: 100, height: 200)
/// let placed = list.layout(in: ProposedViewSize(window.size), showing: window)
/// #expect(placed.frame.height == 200)
/// #expect(placed.children[0].frame.height == 28_050)
/// ```
public struct ScrollView: LayoutNode {
    private let axes: Axis.Set
    private let content: any LayoutNode

    /// Creates a scroll view of nodes.
    ///
    /// - Parameters:
    ///   - axes: The axes along which the content is scrolled.
    ///   - showsIndicators: Accepted as in SwiftUI, without effect, because FlowEngine draws nothing.
    ///   - content: The nodes.
    public init(
        _ axes: Axis.Set = .vertical, showsIndicators: Bool = true, @LayoutNodeBuilder content: () -> [any LayoutNode]
    ) {
        self.axes = axes
        let nodes = content()
        self.content =
            if nodes.count == 1 { nodes[0] } else if axes == .horizontal {
                LayoutContainer(HStackLayout(), nodes: nodes)
            } else { LayoutContainer(VStackLayout(), nodes: nodes) }
    }

    /// Creates the element of the scroll view.
    public func makeElement(in environment: LayoutEnvironment) -> LayoutElement {
        var inner = environment
        inner.stackOrientation = nil
        return ScrollElement(content.makeElement(in: inner), axes, in: inner)
    }
}

/// The views of a lazy container that stay in sight while their section does.
///
/// Declared so that code written for SwiftUI compiles; it has no effect.
public struct PinnedScrollableViews: OptionSet, Sendable {
    /// One bit for each kind of view.
    public let rawValue: UInt32

    /// Creates the set of the kinds whose bits are set.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The headers of sections.
    public static let sectionHeaders = PinnedScrollableViews(rawValue: 1)
    /// The footers of sections.
    public static let sectionFooters = PinnedScrollableViews(rawValue: 2)
}

/// The element of a scroll view.
final class ScrollElement: WrapperElement {
    private let axes: Axis.Set
    private let viewport: Viewport

    init(_ child: LayoutElement, _ axes: Axis.Set, in environment: LayoutEnvironment) {
        self.axes = axes
        viewport = environment.viewport
        super.init(child, in: environment)
        traits = LayoutTraits()
    }

    override var name: String { "ScrollView" }
    override var spacing: ViewSpacing { ViewSpacing() }

    override func childProposal(_ proposal: ProposedViewSize) -> ProposedViewSize {
        ProposedViewSize(
            width: axes.contains(.horizontal) ? nil : proposal.width,
            height: axes.contains(.vertical) ? nil : proposal.height)
    }

    override func measure(_ proposal: ProposedViewSize) -> CGSize {
        let content = child.size(childProposal(proposal))
        return CGSize(
            width: axes.contains(.horizontal) ? proposal.width ?? content.width : content.width,
            height: axes.contains(.vertical) ? proposal.height ?? content.height : content.height)
    }

    override func placedChildren(at origin: CGPoint, _ placement: Placement) -> [PlacedNode] {
        viewport.clipped(to: CGRect(origin: origin, size: placement.size)) {
            super.placedChildren(at: origin, placement)
        }
    }
}

/// The visible part of a lazy container, the starting point of the next pass.
struct LazySight {
    /// The visible lines, in order.
    var lines: [Line] = []
    /// Whether the start of the container was visible; if so, the start keeps its place instead of the first visible
    /// line.
    var isAtStart = true
    /// The distance of the visible lines from their estimated offsets, in points.
    var drift = 0.0

    /// A line that was in sight.
    struct Line {
        /// The identity of its first item.
        let id: NodeID
        /// The index of its first item.
        var item: Int
        /// Its distance from the start of the container, in points.
        let offset: Double
        /// Its depth, in points.
        let depth: Double
    }

    /// Returns the first line that is still visible; `nil` if the viewport is elsewhere or at the start.
    func anchor(in window: LazyWindow) -> Line? {
        guard !(isAtStart && window.shown <= 0) else { return nil }
        return lines.first { $0.offset + $0.depth >= window.lower && $0.offset <= window.upper }
    }
}

/// The part of a lazy container that is in sight, along the axis of its lines.
struct LazyWindow {
    /// Its start, in points from the start of the container.
    var lower: Double
    /// Its end.
    var upper: Double
    /// The start of the visible part, without the margin.
    var shown: Double

    /// Creates the window of a container that is being placed; nil if everything is in sight.
    ///
    /// - Parameters:
    ///   - viewport: The visible part of the tree.
    ///   - origin: The upper left corner of the container, in the root's coordinates.
    ///   - size: The size of the container.
    ///   - axis: The axis of the lines.
    ///   - direction: The layout direction of the container.
    init?(_ viewport: Viewport, _ origin: CGPoint, _ size: CGSize, _ axis: Axis, _ direction: LayoutDirection) {
        guard let window = viewport.window, let rect = viewport.shown else { return nil }
        guard !window.isNull, Self.isBeside(window, origin, size, axis) else {
            (lower, upper, shown) = (0, -.infinity, 0)
            return
        }
        switch (axis, direction) {
        case (.vertical, _):
            (lower, upper) = (window.minY - origin.y, window.maxY - origin.y)
            shown = rect.minY - origin.y
        case (.horizontal, .leftToRight):
            (lower, upper) = (window.minX - origin.x, window.maxX - origin.x)
            shown = rect.minX - origin.x
        case (.horizontal, .rightToLeft):
            let right = origin.x + size.width
            (lower, upper) = (right - window.maxX, right - window.minX)
            shown = right - rect.maxX
        }
    }

    /// Whether nothing is in sight.
    var isEmpty: Bool { upper < lower || upper < 0 }

    /// Returns whether a container is in sight across its axis.
    private static func isBeside(_ window: CGRect, _ origin: CGPoint, _ size: CGSize, _ axis: Axis) -> Bool {
        axis == .vertical
            ? window.minX <= origin.x + size.width && origin.x <= window.maxX
            : window.minY <= origin.y + size.height && origin.y <= window.maxY
    }
}

extension LayoutNode {
    /// Lays out the part of the node that is shown; lazy containers make only the nodes in sight.
    ///
    /// `LayoutTree.layout(in:showing:)` is preferable, because it keeps measurements for the next part.
    ///
    /// - Parameters:
    ///   - proposal: The proposed size.
    ///   - rect: The rectangle that is shown, in the root's coordinates.
    ///   - layoutDirection: Which edge is the leading one.
    /// - Returns: The node and the nodes in sight, with their frames.
    /// - Complexity: That of the nodes in sight.
    public func layout(
        in proposal: ProposedViewSize = .unspecified, showing rect: CGRect,
        layoutDirection: LayoutDirection = .leftToRight
    ) -> PlacedNode { LayoutTree(self, layoutDirection: layoutDirection).layout(in: proposal, showing: rect) }
}
