internal import Foundation

extension FlowLayout {
    /// Makes a flow of the nodes of a builder, and of one that tells how many of them are hidden.
    ///
    /// - Parameters:
    ///   - content: The items.
    ///   - overflow: Makes the node that ends the last line where `maxLines` hides items.
    /// - Returns: The flow.
    public func callAsFunction(
        @LayoutNodeBuilder _ content: () -> [any LayoutNode],
        overflow: @escaping (_ hidden: Int) -> any LayoutNode
    ) -> LayoutContainer<FlowLayout> {
        LayoutContainer(self, nodes: content() + [OverflowNode(content: overflow)])
    }
}

/// The node that tells how many items of a flow are hidden.
struct OverflowNode: LayoutNode {
    let content: (Int) -> any LayoutNode

    func makeElement(in environment: LayoutEnvironment) -> LayoutElement {
        OverflowElement(content, in: environment)
    }
}

/// The overflow node while it is laid out: another node for each number that it is told.
final class OverflowElement: LayoutElement {
    private let content: (Int) -> any LayoutNode
    private let environment: LayoutEnvironment
    /// The nodes made so far, by the number they were told.
    private var elements: [Int: LayoutElement] = [:]
    private var hidden = 0

    init(_ content: @escaping (Int) -> any LayoutNode, in environment: LayoutEnvironment) {
        self.content = content
        self.environment = environment
    }

    /// Tells the node how many items are hidden, and returns the element to measure and place.
    func told(hidden: Int) -> LayoutElement {
        self.hidden = hidden
        if let element = elements[hidden] { return element }
        let element = content(hidden).makeElement(in: environment)
        elements[hidden] = element
        return element
    }

    override var name: String { "overflow" }
    override var direction: LayoutDirection { environment.layoutDirection }
    override var children: [LayoutElement] { hidden > 0 ? [told(hidden: hidden)] : [] }

    override func measure(_ proposal: ProposedViewSize) -> CGSize {
        hidden > 0 ? told(hidden: hidden).size(proposal) : .zero
    }

    override func placeChildren(in size: CGSize, proposal: ProposedViewSize) {
        guard hidden > 0 else { return }
        let child = told(hidden: hidden)
        child.placement = Placement(origin: .zero, proposal: proposal, size: size)
    }

    override func beginPass() {
        elements.removeAll()
        hidden = 0
        super.beginPass()
    }
}
