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
