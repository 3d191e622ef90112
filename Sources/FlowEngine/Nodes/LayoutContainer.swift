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
        inner.stackOrientation = (layout as? AnyLayout)?.stackOrientation ?? Content.layoutProperties.stackOrientation
        let subviews = SubviewStorage(nodes, in: inner)
        return ContainerElement(layout, subviews, in: inner)
    }
}

extension Layout {
    /// Creates a container of the layout and the nodes of a builder.
    public func callAsFunction(@LayoutNodeBuilder _ content: () -> [any LayoutNode]) -> LayoutContainer<Self> {
        LayoutContainer(self, nodes: content())
    }
}
