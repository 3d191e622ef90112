/// A result builder of the nodes of a container.
@resultBuilder public enum LayoutNodeBuilder: LayoutNodeBuilding {
    /// Makes all nodes.
    public static func buildFinalResult(_ nodes: LayoutNodeList) -> [any LayoutNode] { nodes.nodes }
}

/// A result builder of the nodes of a lazy container, which makes no node of a `ForEach` yet.
@resultBuilder public enum LazyNodeBuilder: LayoutNodeBuilding {}
