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
