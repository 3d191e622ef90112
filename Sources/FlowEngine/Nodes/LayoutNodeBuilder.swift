/// A result builder of the nodes of a container.
@resultBuilder
public enum LayoutNodeBuilder {
    /// Adds a node.
    public static func buildExpression(_ node: some LayoutNode) -> [any LayoutNode] {
        [node]
    }

    /// Adds a type-erased node.
    public static func buildExpression(_ node: any LayoutNode) -> [any LayoutNode] {
        [node]
    }

    /// Adds the nodes of a group.
    public static func buildExpression(_ group: some LayoutNodeGroup) -> [any LayoutNode] {
        group.nodes
    }

    /// Adds an array of nodes.
    public static func buildExpression(_ nodes: [any LayoutNode]) -> [any LayoutNode] {
        nodes
    }

    /// Starts with the nodes of the first statement.
    public static func buildPartialBlock(first: [any LayoutNode]) -> [any LayoutNode] {
        first
    }

    /// Adds the nodes of a further statement.
    public static func buildPartialBlock(
        accumulated: [any LayoutNode],
        next: [any LayoutNode]
    ) -> [any LayoutNode] {
        accumulated + next
    }

    /// Adds no nodes for a closure without statements.
    public static func buildBlock() -> [any LayoutNode] {
        []
    }

    /// Adds the nodes of an `if` without `else`.
    public static func buildOptional(_ nodes: [any LayoutNode]?) -> [any LayoutNode] {
        nodes ?? []
    }

    /// Adds the nodes of an `if`.
    public static func buildEither(first: [any LayoutNode]) -> [any LayoutNode] {
        first
    }

    /// Adds the nodes of an `else`.
    public static func buildEither(second: [any LayoutNode]) -> [any LayoutNode] {
        second
    }

    /// Adds the nodes of a `for`.
    public static func buildArray(_ nodes: [[any LayoutNode]]) -> [any LayoutNode] {
        nodes.flatMap { $0 }
    }

    /// Adds the nodes of an `if #available`.
    public static func buildLimitedAvailability(_ nodes: [any LayoutNode]) -> [any LayoutNode] {
        nodes
    }
}
