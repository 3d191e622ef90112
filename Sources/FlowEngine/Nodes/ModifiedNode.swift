internal import Foundation

/// A node with a modifier around it.
struct ModifiedNode: LayoutNode {
    let node: any LayoutNode
    let wrap: (LayoutElement, LayoutEnvironment) -> LayoutElement

    func makeElement(in environment: LayoutEnvironment) -> LayoutElement {
        wrap(node.makeElement(in: environment), environment)
    }
}

/// A node with changed traits.
struct TraitNode: LayoutNode {
    let node: any LayoutNode
    let change: (inout LayoutTraits) -> Void

    init(node: any LayoutNode, change: @escaping (inout LayoutTraits) -> Void) {
        self.node = node
        self.change = change
    }

    init(node: any LayoutNode, id: some Hashable & Sendable) { self.init(node: node) { $0.id = NodeID(value: id) } }

    func makeElement(in environment: LayoutEnvironment) -> LayoutElement {
        let element = node.makeElement(in: environment)
        change(&element.traits)
        return element
    }
}

/// A node in a changed environment.
private struct EnvironmentNode: LayoutNode {
    let node: any LayoutNode
    let change: (inout LayoutEnvironment) -> Void

    func makeElement(in environment: LayoutEnvironment) -> LayoutElement {
        var environment = environment
        change(&environment)
        return node.makeElement(in: environment)
    }
}

extension LayoutNode {
    /// Sets the priority with which a container serves the node; 0 unless set.
    public func layoutPriority(_ value: Double) -> some LayoutNode {
        TraitNode(node: self) { $0.priority = value.isNaN ? 0 : value }
    }

    /// Sets a value that the node's container reads by its key.
    ///
    /// ```swift
    /// enum Weight: LayoutValueKey {
    ///     static let defaultValue = 1.0
    /// }
    /// let heavy = Box(width: 10, height: 10).layoutValue(key: Weight.self, value: 2)
    /// ```
    public func layoutValue<K: LayoutValueKey>(key: K.Type, value: K.Value) -> some LayoutNode {
        TraitNode(node: self) { $0[key] = value }
    }

    /// Sets the identity used to find the node among placed nodes.
    ///
    /// ```swift
    /// let row = HStack(spacing: 0) {
    ///     Box(width: 10, height: 10)
    ///     Box(width: 10, height: 10).id("second")
    /// }
    /// #expect(row.layout().first(id: "second")?.frame.minX == 10)
    /// ```
    public func id(_ id: some Hashable & Sendable) -> some LayoutNode { TraitNode(node: self, id: id) }

    /// Sets an environment value of the node and the nodes inside it.
    public func environment<Value>(
        _ keyPath: WritableKeyPath<LayoutEnvironment, Value>, _ value: Value
    ) -> some LayoutNode { EnvironmentNode(node: self) { $0[keyPath: keyPath] = value } }
}

/// The element of a modifier with one child, which handles every request that a subclass doesn't override.
class WrapperElement: LayoutElement {
    let child: LayoutElement
    private let layoutDirection: LayoutDirection

    init(_ child: LayoutElement, in environment: LayoutEnvironment) {
        self.child = child
        layoutDirection = environment.layoutDirection
        super.init()
        traits = child.traits
        link(child)
    }

    override final var children: [LayoutElement] { [child] }
    override final var direction: LayoutDirection { layoutDirection }
    override var spacing: ViewSpacing { child.spacing }

    override final var ownID: NodeID? { traits.id == child.traits.id ? nil : traits.id }

    /// Returns the proposal of the child for a proposal of the modifier.
    func childProposal(_ proposal: ProposedViewSize) -> ProposedViewSize { proposal }

    /// Returns the position of the child in the modifier.
    func childOrigin(in size: CGSize, _ proposal: ProposedViewSize) -> CGPoint { .zero }

    override func measure(_ proposal: ProposedViewSize) -> CGSize { child.size(childProposal(proposal)) }

    override func placeChildren(in size: CGSize, proposal: ProposedViewSize) {
        let proposal = childProposal(proposal)
        child.placement = Placement(
            origin: childOrigin(in: size, proposal), proposal: proposal, size: child.size(proposal))
    }

    override func mayHaveExplicitGuide(_ key: AlignmentKey) -> Bool { child.mayHaveExplicitGuide(key) }

    override func explicitGuide(_ key: AlignmentKey, _ proposal: ProposedViewSize) -> CGFloat? {
        guard child.mayHaveExplicitGuide(key) else { return nil }
        let inner = childProposal(proposal)
        guard let value = child.explicitGuide(key, inner) else { return nil }
        let origin = childOrigin(in: size(proposal), inner)
        return value + (key.axis == .horizontal ? origin.x : origin.y)
    }

    override func adopt(_ old: LayoutElement) {
        guard let old = old as? WrapperElement, type(of: old) == type(of: self) else { return }
        child.adopt(old.child)
    }

    /// Returns the position of the child that aligns its guides with those of a frame of a given size.
    final func alignedOrigin(_ alignment: Alignment, in size: CGSize, _ proposal: ProposedViewSize) -> CGPoint {
        ViewDimensions(size: size).origin(of: child.dimensions(proposal), alignedBy: alignment)
    }
}

/// Returns a position, or 0 if it is not finite, as between infinite sizes.
func finiteOrZero(_ value: CGFloat) -> CGFloat { value.isFinite ? value : 0 }
