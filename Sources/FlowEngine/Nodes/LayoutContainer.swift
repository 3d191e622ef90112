internal import Foundation

/// A layout with the nodes that it lays out.
public struct LayoutContainer<Content: Layout>: LayoutNode {
    let layout: Content
    let nodes: [any LayoutNode]

    /// Creates a container of a layout and its nodes.
    public init(_ layout: Content, nodes: [any LayoutNode]) {
        self.layout = layout
        self.nodes = nodes
    }

    /// Creates the element of the container.
    public func makeElement(in environment: LayoutEnvironment) -> LayoutElement {
        var inner = environment
        inner.stackOrientation =
            (layout as? AnyLayout)?.stackOrientation ?? Content.layoutProperties.stackOrientation
        let subviews = SubviewStorage(nodes, in: inner)
        return ContainerElement(layout, subviews, direction: environment.layoutDirection)
    }
}

extension Layout {
    /// Creates a container of the layout and the nodes of a builder.
    public func callAsFunction(
        @LayoutNodeBuilder _ content: () -> [any LayoutNode]
    ) -> LayoutContainer<Self> {
        LayoutContainer(self, nodes: content())
    }
}

/// Nodes created from the elements of a sequence.
///
/// ```swift
/// let flow = FlowLayout(spacing: 0) {
///     ForEach(["one", "two"], id: \.self) { Box(width: CGFloat($0.count), height: 1) }
/// }
/// #expect(flow.layout().first(id: "two")?.frame.minX == 3)
/// ```
public struct ForEach: LayoutNodeGroup {
    /// The nodes, in the order of the elements.
    public let nodes: [any LayoutNode]

    /// Creates the nodes of each element of a sequence.
    ///
    /// - Complexity: O(elements).
    public init<Data: Sequence>(
        _ data: Data,
        @LayoutNodeBuilder content: (Data.Element) -> [any LayoutNode]
    ) {
        nodes = data.flatMap(content)
    }

    /// Creates the nodes of each element of a sequence, with the identity at a key path.
    ///
    /// - Complexity: O(elements).
    public init<Data: Sequence>(
        _ data: Data,
        id: KeyPath<Data.Element, some Hashable & Sendable>,
        @LayoutNodeBuilder content: (Data.Element) -> [any LayoutNode]
    ) {
        nodes = data.flatMap { element in
            content(element).map { TraitNode(node: $0, id: element[keyPath: id]) }
        }
    }
}

/// A group of nodes that are subviews of the container around the group.
public struct Group: LayoutNodeGroup {
    /// The nodes, in order.
    public let nodes: [any LayoutNode]

    /// Creates a group of nodes.
    public init(@LayoutNodeBuilder content: () -> [any LayoutNode]) {
        nodes = content()
    }
}
