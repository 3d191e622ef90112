internal import Foundation

extension LayoutNode {
    /// Puts nodes behind the node; they are offered its size and do not change it.
    public func background(
        alignment: Alignment = .center,
        @LayoutNodeBuilder content: () -> [any LayoutNode]
    ) -> some LayoutNode {
        LayerNode(node: self, layers: content(), alignment: alignment, areBehind: true)
    }

    /// Puts nodes before the node; they are offered its size and do not change it.
    public func overlay(
        alignment: Alignment = .center,
        @LayoutNodeBuilder content: () -> [any LayoutNode]
    ) -> some LayoutNode {
        LayerNode(node: self, layers: content(), alignment: alignment, areBehind: false)
    }

    /// Puts a node behind the node; it is offered its size and does not change it.
    public func background(
        _ background: some LayoutNode,
        alignment: Alignment = .center
    ) -> some LayoutNode {
        LayerNode(node: self, layers: [background], alignment: alignment, areBehind: true)
    }

    /// Puts a node before the node; it is offered its size and does not change it.
    public func overlay(
        _ overlay: some LayoutNode,
        alignment: Alignment = .center
    ) -> some LayoutNode {
        LayerNode(node: self, layers: [overlay], alignment: alignment, areBehind: false)
    }
}

/// A node with others behind or before it.
struct LayerNode: LayoutNode {
    let node: any LayoutNode
    let layers: [any LayoutNode]
    let alignment: Alignment
    let areBehind: Bool

    func makeElement(in environment: LayoutEnvironment) -> LayoutElement {
        var inner = environment
        inner.stackOrientation = nil
        let layer = LayoutContainer(ZStackLayout(alignment: alignment), nodes: layers)
        return LayerElement(
            main: node.makeElement(in: inner),
            layer: layer.makeElement(in: inner),
            alignment,
            areBehind: areBehind,
            direction: environment.layoutDirection
        )
    }
}

/// A background or an overlay while it is laid out: the main node answers for both.
final class LayerElement: LayoutElement {
    private let main: LayoutElement
    private let layer: LayoutElement
    private let alignment: Alignment
    private let areBehind: Bool
    private let layoutDirection: LayoutDirection

    init(
        main: LayoutElement,
        layer: LayoutElement,
        _ alignment: Alignment,
        areBehind: Bool,
        direction: LayoutDirection
    ) {
        self.main = main
        self.layer = layer
        self.alignment = alignment
        self.areBehind = areBehind
        layoutDirection = direction
        super.init()
        traits = main.traits
    }

    override var name: String { areBehind ? "background" : "overlay" }
    override var children: [LayoutElement] { areBehind ? [layer, main] : [main, layer] }
    override var direction: LayoutDirection { layoutDirection }
    override var spacing: ViewSpacing { main.spacing }

    override var ownID: NodeID? {
        traits.id == main.traits.id ? nil : traits.id
    }

    override func measure(_ proposal: ProposedViewSize) -> CGSize {
        main.size(proposal)
    }

    override func mayHaveExplicitGuide(_ key: AlignmentKey) -> Bool {
        main.mayHaveExplicitGuide(key)
    }

    override func explicitGuide(_ key: AlignmentKey, _ proposal: ProposedViewSize) -> CGFloat? {
        main.explicitGuide(key, proposal)
    }

    override func placeChildren(in size: CGSize, proposal: ProposedViewSize) {
        main.placement = Placement(origin: .zero, proposal: proposal, size: size)
        let offered = ProposedViewSize(size)
        let under = main.dimensions(proposal)
        let above = layer.dimensions(offered)
        let origin = CGPoint(
            x: finite(under[alignment.horizontal] - above[alignment.horizontal]),
            y: finite(under[alignment.vertical] - above[alignment.vertical])
        )
        layer.placement = Placement(origin: origin, proposal: offered, size: layer.size(offered))
    }

    override func adopt(_ old: LayoutElement) {
        guard let old = old as? LayerElement else { return }
        main.adopt(old.main)
        layer.adopt(old.layer)
    }
}
