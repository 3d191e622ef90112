/// The shared methods of the result builders of nodes.
public protocol LayoutNodeBuilding {}

extension LayoutNodeBuilding {
    /// Adds a node.
    public static func buildExpression(_ node: some LayoutNode) -> LayoutNodeList { LayoutNodeList([node]) }

    /// Adds a type-erased node.
    public static func buildExpression(_ node: any LayoutNode) -> LayoutNodeList { LayoutNodeList([node]) }

    /// Adds the nodes of a group.
    public static func buildExpression(_ group: some LayoutNodeGroup) -> LayoutNodeList { LayoutNodeList(group.nodes) }

    /// Adds the nodes of the elements of a sequence, which a lazy container makes on demand.
    public static func buildExpression(_ elements: ForEach) -> LayoutNodeList { LayoutNodeList(elements.elements) }

    /// Adds the nodes of a group, which may create some of them on demand.
    public static func buildExpression(_ group: Group) -> LayoutNodeList { group.list }

    /// Adds an array of nodes.
    public static func buildExpression(_ nodes: [any LayoutNode]) -> LayoutNodeList { LayoutNodeList(nodes) }

    /// Starts with the nodes of the first statement.
    public static func buildPartialBlock(first: LayoutNodeList) -> LayoutNodeList { first }

    /// Adds the nodes of a further statement.
    public static func buildPartialBlock(accumulated: LayoutNodeList, next: LayoutNodeList) -> LayoutNodeList {
        var list = accumulated
        list.append(next)
        return list
    }

    /// Adds no nodes for a closure without statements.
    public static func buildBlock() -> LayoutNodeList { LayoutNodeList([]) }

    /// Adds the nodes of an `if` without `else`.
    public static func buildOptional(_ nodes: LayoutNodeList?) -> LayoutNodeList { nodes ?? LayoutNodeList([]) }

    /// Adds the nodes of an `if`.
    public static func buildEither(first: LayoutNodeList) -> LayoutNodeList { first }

    /// Adds the nodes of an `else`.
    public static func buildEither(second: LayoutNodeList) -> LayoutNodeList { second }

    /// Adds the nodes of a `for`.
    public static func buildArray(_ nodes: [LayoutNodeList]) -> LayoutNodeList {
        nodes.reduce(into: LayoutNodeList([])) { $0.append($1) }
    }

    /// Adds the nodes of an `if #available`.
    public static func buildLimitedAvailability(_ nodes: LayoutNodeList) -> LayoutNodeList { nodes }
}
