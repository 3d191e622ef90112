internal import Foundation

/// A layout together with the nodes that it lays out.
public struct LayoutContainer<Content: Layout>: LayoutNode {
    let layout: Content
    let nodes: [any LayoutNode]

    /// Makes a container of a layout and its nodes.
    public init(_ layout: Content, nodes: [any LayoutNode]) {
        self.layout = layout
        self.nodes = nodes
    }

    /// Makes the element that stands for the container while it is laid out.
    public func makeElement(in environment: LayoutEnvironment) -> LayoutElement {
        var inner = environment
        inner.stackOrientation =
            (layout as? AnyLayout)?.stackOrientation ?? Content.layoutProperties.stackOrientation
        let subviews = SubviewStorage(nodes, in: inner)
        return ContainerElement(layout, subviews, direction: environment.layoutDirection)
    }
}

extension Layout {
    /// Makes a container of the layout and the nodes of a builder.
    public func callAsFunction(
        @LayoutNodeBuilder _ content: () -> [any LayoutNode]
    ) -> LayoutContainer<Self> {
        LayoutContainer(self, nodes: content())
    }
}

/// Nodes made from the elements of a collection.
public struct ForEach: LayoutNodeGroup {
    /// The nodes, in the order of the collection.
    public let nodes: [any LayoutNode]

    /// Makes the nodes of each element of a collection.
    ///
    /// - Complexity: O(elements).
    public init<Data: Sequence>(
        _ data: Data,
        @LayoutNodeBuilder content: (Data.Element) -> [any LayoutNode]
    ) {
        nodes = data.flatMap(content)
    }

    /// Makes the nodes of each element, whose identity a key path tells.
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

/// Nodes that are written together, and stand in a container as if each was written there.
public struct Group: LayoutNodeGroup {
    /// The nodes, in order.
    public let nodes: [any LayoutNode]

    /// Makes a group of nodes.
    public init(@LayoutNodeBuilder content: () -> [any LayoutNode]) {
        nodes = content()
    }
}
