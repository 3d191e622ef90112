public import Foundation

/// Something that can be sized and placed.
///
/// Leaves are `Box` and `Spacer`. Containers are layouts called with a builder. A node is only a description;
/// `layout(in:)` turns it into frames:
///
/// ```swift
/// let card = VStack(alignment: .leading, spacing: 4) {
///     Box(width: 80, height: 20)
///     FlowLayout(spacing: 8) {
///         ForEach(sizes) { Box($0) }
///     }
/// }
/// .padding(10)
/// let placed = card.layout(in: ProposedViewSize(width: 200, height: nil))
/// print(placed.debugDescription)
/// ```
public protocol LayoutNode {
    /// Creates the element that represents the node during layout.
    func makeElement(in environment: LayoutEnvironment) -> LayoutElement

    /// The size of a node that is only a box of a fixed size; nil for all other nodes.
    ///
    /// A container stores such a node without an element.
    var bareSize: CGSize? { get }
}

extension LayoutNode {
    /// Nil: by default, a node is more than a box of a fixed size.
    public var bareSize: CGSize? { nil }
}

/// SwiftUI's name for a node, so that modifiers written as `extension View` need no change.
public typealias View = LayoutNode

extension LayoutNode {
    /// Lays out the node in the size that it chooses for a proposal.
    ///
    /// - Complexity: That of the layouts inside; no subview is measured twice for the same proposal.
    public func layout(
        in proposal: ProposedViewSize = .unspecified, layoutDirection: LayoutDirection = .leftToRight
    ) -> PlacedNode { LayoutTree(self, layoutDirection: layoutDirection).layout(in: proposal) }

    /// Returns the size of the node for a proposal, in points.
    public func sizeThatFits(_ proposal: ProposedViewSize) -> CGSize { LayoutTree(self).sizeThatFits(proposal) }
}

/// A group of nodes that a builder adds to a container individually.
public protocol LayoutNodeGroup {
    /// The nodes, in order.
    var nodes: [any LayoutNode] { get }
}

/// A result builder of the nodes of a container.
@resultBuilder public enum LayoutNodeBuilder: LayoutNodeBuilding {
    /// Makes all nodes.
    public static func buildFinalResult(_ nodes: LayoutNodeList) -> [any LayoutNode] { nodes.nodes }
}

/// A result builder of the nodes of a lazy container, which makes no node of a `ForEach` yet.
@resultBuilder public enum LazyNodeBuilder: LayoutNodeBuilding {}

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

/// The nodes of a builder, in order; those of a `ForEach` are not made yet.
public struct LayoutNodeList {
    /// The parts, in order.
    private(set) var parts: [Part] = []

    /// A part of the list.
    enum Part {
        case nodes([any LayoutNode])
        case elements(LazyElements)
    }

    /// Creates a list of nodes.
    init(_ nodes: [any LayoutNode]) { if !nodes.isEmpty { parts = [.nodes(nodes)] } }

    /// Creates the list of the nodes of a `ForEach`.
    init(_ elements: LazyElements) { if elements.count > 0 { parts = [.elements(elements)] } }

    /// All nodes, in order.
    ///
    /// - Complexity: O(nodes).
    var nodes: [any LayoutNode] {
        if parts.count == 1, case .nodes(let nodes) = parts[0] { return nodes }
        return parts.flatMap { part in
            switch part {
            case .nodes(let nodes): nodes
            case .elements(let elements): elements.nodes
            }
        }
    }

    /// Appends another list.
    mutating func append(_ other: LayoutNodeList) {
        for part in other.parts {
            guard case .nodes(let more) = part, case .nodes(var nodes) = parts.last else {
                parts.append(part)
                continue
            }
            // Removed first, so that the nodes are appended in place and not copied.
            parts.removeLast()
            nodes += more
            parts.append(.nodes(nodes))
        }
    }
}

/// A layout with the nodes that it lays out.
public struct LayoutContainer<Content: Layout>: LayoutNode {
    let layout: Content
    let nodes: [any LayoutNode]

    /// Creates a container of a layout and its nodes.
    public init(_ layout: Content, nodes: [any LayoutNode]) {
        self.layout = layout
        self.nodes = nodes
    }

    /// Creates the element of the container.
    public func makeElement(in environment: LayoutEnvironment) -> LayoutElement {
        var inner = environment
        inner.stackOrientation = (layout as? AnyLayout)?.stackOrientation ?? Content.layoutProperties.stackOrientation
        let subviews = SubviewStorage(nodes, in: inner)
        return ContainerElement(layout, subviews, in: inner)
    }
}

extension Layout {
    /// Creates a container of the layout and the nodes of a builder.
    public func callAsFunction(@LayoutNodeBuilder _ content: () -> [any LayoutNode]) -> LayoutContainer<Self> {
        LayoutContainer(self, nodes: content())
    }
}
