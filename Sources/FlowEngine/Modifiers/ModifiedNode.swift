internal import Foundation

/// A node with a modifier around it.
struct ModifiedNode: LayoutNode {
    let node: any LayoutNode
    let wrap: (LayoutElement, LayoutEnvironment) -> LayoutElement

    func makeElement(in environment: LayoutEnvironment) -> LayoutElement {
        wrap(node.makeElement(in: environment), environment)
    }
}

/// A node that carries more for its container.
struct TraitNode: LayoutNode {
    let node: any LayoutNode
    let change: (inout LayoutTraits) -> Void

    init(node: any LayoutNode, change: @escaping (inout LayoutTraits) -> Void) {
        self.node = node
        self.change = change
    }

    init(node: any LayoutNode, id: some Hashable & Sendable) {
        self.init(node: node) { $0.id = NodeID(value: id) }
    }

    func makeElement(in environment: LayoutEnvironment) -> LayoutElement {
        let element = node.makeElement(in: environment)
        change(&element.traits)
        return element
    }
}

/// A node in another environment.
struct EnvironmentNode: LayoutNode {
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

    /// Gives the node a value that its container reads under a key.
    public func layoutValue<K: LayoutValueKey>(key: K.Type, value: K.Value) -> some LayoutNode {
        TraitNode(node: self) { $0[key] = value }
    }

    /// Gives the node an identity, by which it is found among placed nodes.
    public func id(_ id: some Hashable & Sendable) -> some LayoutNode {
        TraitNode(node: self, id: id)
    }

    /// Sets a value that the node and the nodes inside it inherit.
    public func environment<Value>(
        _ keyPath: WritableKeyPath<LayoutEnvironment, Value>,
        _ value: Value
    ) -> some LayoutNode {
        EnvironmentNode(node: self) { $0[keyPath: keyPath] = value }
    }
}
