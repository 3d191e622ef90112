internal import Foundation

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
