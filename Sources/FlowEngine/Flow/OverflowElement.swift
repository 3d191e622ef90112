internal import Foundation

extension FlowLayout {
    /// Creates a flow of nodes, with an overflow node that ends the last line when nodes are hidden.
    ///
    /// - Parameters:
    ///   - content: The items.
    ///   - overflow: Creates the overflow node for a number of items hidden by `maxLines`.
    /// - Returns: The flow.
    public func callAsFunction(
        @LayoutNodeBuilder _ content: () -> [any LayoutNode], overflow: @escaping (_ hidden: Int) -> any LayoutNode
    ) -> LayoutContainer<FlowLayout> { LayoutContainer(self, nodes: content() + [OverflowNode(content: overflow)]) }
}

/// The node that ends the last line of a flow when items are hidden.
private struct OverflowNode: LayoutNode {
    let content: (Int) -> any LayoutNode

    func makeElement(in environment: LayoutEnvironment) -> LayoutElement { OverflowElement(content, in: environment) }
}

/// The element of an overflow node, with a separate inner element for each number of hidden items.
final class OverflowElement: LayoutElement {
    private let content: (Int) -> any LayoutNode
    private let environment: LayoutEnvironment
    /// The elements created so far, by the number of hidden items.
    private var elements: [Int: LayoutElement] = [:]
    private var hidden = 0

    init(_ content: @escaping (Int) -> any LayoutNode, in environment: LayoutEnvironment) {
        self.content = content
        self.environment = environment
        super.init()
        // Which element is placed depends on the number of hidden items.
        canReusePlacement = false
    }

    /// Returns the element to measure and place for a number of hidden items.
    func element(forHidden hidden: Int) -> LayoutElement {
        self.hidden = hidden
        if let element = elements[hidden] { return element }
        let element = content(hidden).makeElement(in: environment)
        elements[hidden] = element
        return element
    }

    override var name: String { "overflow" }
    override var direction: LayoutDirection { environment.layoutDirection }
    override var children: [LayoutElement] { hidden > 0 ? [element(forHidden: hidden)] : [] }

    override func measure(_ proposal: ProposedViewSize) -> CGSize {
        hidden > 0 ? element(forHidden: hidden).size(proposal) : .zero
    }

    override func placeChildren(in size: CGSize, proposal: ProposedViewSize) {
        guard hidden > 0 else { return }
        let child = element(forHidden: hidden)
        child.placement = Placement(origin: .zero, proposal: proposal, size: size)
    }

    override func beginPass() {
        elements.removeAll()
        hidden = 0
        super.beginPass()
    }
}
