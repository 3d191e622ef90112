/// Builds the nodes of a container from the statements of a closure.
@resultBuilder
public enum LayoutNodeBuilder {
    /// Takes a node.
    public static func buildExpression(_ node: some LayoutNode) -> [any LayoutNode] {
        [node]
    }

    /// Takes a node of a type that is not known.
    public static func buildExpression(_ node: any LayoutNode) -> [any LayoutNode] {
        [node]
    }

    /// Takes a group of nodes.
    public static func buildExpression(_ group: some LayoutNodeGroup) -> [any LayoutNode] {
        group.nodes
    }

    /// Takes nodes that were built elsewhere.
    public static func buildExpression(_ nodes: [any LayoutNode]) -> [any LayoutNode] {
        nodes
    }

    /// Starts with the first statement's nodes.
    public static func buildPartialBlock(first: [any LayoutNode]) -> [any LayoutNode] {
        first
    }

    /// Adds a further statement's nodes.
    public static func buildPartialBlock(
        accumulated: [any LayoutNode],
        next: [any LayoutNode]
    ) -> [any LayoutNode] {
        accumulated + next
    }

    /// Makes no nodes of a closure without statements.
    public static func buildBlock() -> [any LayoutNode] {
        []
    }

    /// Takes the nodes of an `if` without `else`.
    public static func buildOptional(_ nodes: [any LayoutNode]?) -> [any LayoutNode] {
        nodes ?? []
    }

    /// Takes the nodes of an `if`.
    public static func buildEither(first: [any LayoutNode]) -> [any LayoutNode] {
        first
    }

    /// Takes the nodes of an `else`.
    public static func buildEither(second: [any LayoutNode]) -> [any LayoutNode] {
        second
    }

    /// Takes the nodes of a `for`.
    public static func buildArray(_ nodes: [[any LayoutNode]]) -> [any LayoutNode] {
        nodes.flatMap { $0 }
    }

    /// Takes the nodes of an `if #available`.
    public static func buildLimitedAvailability(_ nodes: [any LayoutNode]) -> [any LayoutNode] {
        nodes
    }
}
