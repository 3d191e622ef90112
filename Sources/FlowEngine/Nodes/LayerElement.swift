internal import Foundation

extension LayoutNode {
    /// Adds nodes behind the node; their proposal is the node's size, and they don't affect that size.
    public func background(
        alignment: Alignment = .center, @LayoutNodeBuilder content: () -> [any LayoutNode]
    ) -> some LayoutNode { LayerNode(node: self, layers: content(), alignment: alignment, isBackground: true) }

    /// Adds nodes in front of the node; their proposal is the node's size, and they don't affect that size.
    public func overlay(
        alignment: Alignment = .center, @LayoutNodeBuilder content: () -> [any LayoutNode]
    ) -> some LayoutNode { LayerNode(node: self, layers: content(), alignment: alignment, isBackground: false) }

    /// Adds a node behind the node; its proposal is the node's size, and it doesn't affect that size.
    public func background(_ background: some LayoutNode, alignment: Alignment = .center) -> some LayoutNode {
        LayerNode(node: self, layers: [background], alignment: alignment, isBackground: true)
    }

    /// Adds a node in front of the node; its proposal is the node's size, and it doesn't affect that size.
    public func overlay(_ overlay: some LayoutNode, alignment: Alignment = .center) -> some LayoutNode {
        LayerNode(node: self, layers: [overlay], alignment: alignment, isBackground: false)
    }
}

/// A node with others behind it or in front of it.
private struct LayerNode: LayoutNode {
    let node: any LayoutNode
    let layers: [any LayoutNode]
    let alignment: Alignment
    let isBackground: Bool

    func makeElement(in environment: LayoutEnvironment) -> LayoutElement {
        var inner = environment
        inner.stackOrientation = nil
        let layer = LayoutContainer(ZStackLayout(alignment: alignment), nodes: layers)
        return LayerElement(
            main: node.makeElement(in: inner), layer: layer.makeElement(in: inner), alignment,
            isBackground: isBackground, direction: environment.layoutDirection)
    }
}

/// The element of a background or an overlay, whose size and guides are those of the main node.
final class LayerElement: LayoutElement {
    private let main: LayoutElement
    private let layer: LayoutElement
    private let alignment: Alignment
    private let isBackground: Bool
    private let layoutDirection: LayoutDirection

    init(
        main: LayoutElement, layer: LayoutElement, _ alignment: Alignment, isBackground: Bool,
        direction: LayoutDirection
    ) {
        self.main = main
        self.layer = layer
        self.alignment = alignment
        self.isBackground = isBackground
        layoutDirection = direction
        super.init()
        traits = main.traits
        link(main)
        link(layer)
    }

    override var name: String { isBackground ? "background" : "overlay" }
    override var children: [LayoutElement] { isBackground ? [layer, main] : [main, layer] }
    override var direction: LayoutDirection { layoutDirection }
    override var spacing: ViewSpacing { main.spacing }

    override var ownID: NodeID? { traits.id == main.traits.id ? nil : traits.id }

    override func measure(_ proposal: ProposedViewSize) -> CGSize { main.size(proposal) }

    override func mayHaveExplicitGuide(_ key: AlignmentKey) -> Bool { main.mayHaveExplicitGuide(key) }

    override func explicitGuide(_ key: AlignmentKey, _ proposal: ProposedViewSize) -> CGFloat? {
        main.explicitGuide(key, proposal)
    }

    override func placeChildren(in size: CGSize, proposal: ProposedViewSize) {
        main.placement = Placement(origin: .zero, proposal: proposal, size: size)
        let offered = ProposedViewSize(size)
        let origin = main.dimensions(proposal).origin(of: layer.dimensions(offered), alignedBy: alignment)
        layer.placement = Placement(origin: origin, proposal: offered, size: layer.size(offered))
    }

    override func adopt(_ old: LayoutElement) {
        guard let old = old as? LayerElement else { return }
        main.adopt(old.main)
        layer.adopt(old.layer)
    }
}
