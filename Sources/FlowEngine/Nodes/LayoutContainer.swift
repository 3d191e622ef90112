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
        let count = nodes.count
        // Safe: each of the `count` elements is initialised, in order.
        let children = unsafe [LayoutElement](unsafeUninitializedCapacity: count) { buffer, made in
            for (index, node) in nodes.enumerated() {
                unsafe buffer.initializeElement(at: index, to: node.makeElement(in: inner))
            }
            made = count
        }
        return ContainerElement(layout, children, direction: environment.layoutDirection)
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
