internal import Foundation

/// Nodes created from the elements of a sequence.
///
/// ```swift
/// let flow = FlowLayout(spacing: 0) {
///     ForEach(["one", "two"], id: \.self) { Box(width: CGFloat($0.count), height: 1) }
/// }
/// #expect(flow.layout().first(id: "two")?.frame.minX == 3)
/// ```
///
/// In a lazy container, such as `LazyVStack`, the closure is called only for elements that become visible. As in
/// SwiftUI, this requires that it makes exactly one node per element; otherwise it is called for all elements.
public struct ForEach: LayoutNodeGroup {
    /// The elements, whose nodes are made on demand.
    let elements: LazyElements

    /// The nodes of all elements, in order; created each time.
    ///
    /// - Complexity: O(elements).
    public var nodes: [any LayoutNode] { elements.nodes }

    /// Creates the nodes of each element of a sequence.
    ///
    /// - Complexity: O(elements); that of the collection's indices for a random-access collection.
    public init<Data: Sequence>(_ data: Data, @LayoutNodeBuilder content: @escaping (Data.Element) -> [any LayoutNode])
    {
        let data = Array(data)
        elements = LazyElements(count: data.count) { content(data[$0]) }
    }

    /// Creates the nodes of each element of a collection.
    ///
    /// - Complexity: O(1); the nodes are made on demand.
    public init<Data: RandomAccessCollection>(
        _ data: Data, @LayoutNodeBuilder content: @escaping (Data.Element) -> [any LayoutNode]
    ) { elements = LazyElements(count: data.count) { content(data[place: $0]) } }

    /// Creates the nodes of each element of a collection, with the identity of the element.
    ///
    /// - Complexity: O(1); the nodes are made on demand.
    public init<Data: RandomAccessCollection>(
        _ data: Data, @LayoutNodeBuilder content: @escaping (Data.Element) -> [any LayoutNode]
    ) where Data.Element: Identifiable, Data.Element.ID: Sendable {
        elements = LazyElements(
            count: data.count, id: { NodeID(value: data[place: $0].id) }, content: { content(data[place: $0]) })
    }

    /// Creates the nodes of each element of a sequence, with the identity at a key path.
    ///
    /// - Complexity: O(elements).
    public init<Data: Sequence>(
        _ data: Data, id: KeyPath<Data.Element, some Hashable & Sendable>,
        @LayoutNodeBuilder content: @escaping (Data.Element) -> [any LayoutNode]
    ) {
        let data = Array(data)
        elements = LazyElements(
            count: data.count, id: { NodeID(value: data[$0][keyPath: id]) }, content: { content(data[$0]) })
    }

    /// Creates the nodes of each element of a collection, with the identity at a key path.
    ///
    /// - Complexity: O(1); the nodes are made on demand.
    public init<Data: RandomAccessCollection>(
        _ data: Data, id: KeyPath<Data.Element, some Hashable & Sendable>,
        @LayoutNodeBuilder content: @escaping (Data.Element) -> [any LayoutNode]
    ) {
        elements = LazyElements(
            count: data.count, id: { NodeID(value: data[place: $0][keyPath: id]) },
            content: { content(data[place: $0]) })
    }
}

/// The elements of a `ForEach`, by their positions.
struct LazyElements {
    /// The number of elements.
    let count: Int
    /// Returns the identity of an element; nil if elements are identified by their positions.
    private let identity: ((Int) -> NodeID)?
    /// Makes the nodes of an element.
    private let content: (Int) -> [any LayoutNode]

    init(count: Int, id: ((Int) -> NodeID)? = nil, content: @escaping (Int) -> [any LayoutNode]) {
        self.count = count
        identity = id
        self.content = content
    }

    /// Returns the identity of an element, which is its position if it has no other.
    func id(at index: Int) -> NodeID { identity?(index) ?? NodeID(value: index) }

    /// Makes the nodes of an element, which carry its identity if it has one.
    func nodes(at index: Int) -> [any LayoutNode] {
        guard let id = identity?(index) else { return content(index) }
        return content(index).map { TraitNode(node: $0, id: id.value) }
    }

    /// The nodes of all elements, in order.
    var nodes: [any LayoutNode] { (0..<count).flatMap { nodes(at: $0) } }
}

extension RandomAccessCollection {
    /// The element at a distance from the first one.
    fileprivate subscript(place place: Int) -> Element { self[index(startIndex, offsetBy: place)] }
}

/// A group of nodes that are subviews of the container around the group.
public struct Group: LayoutNodeGroup {
    /// The nodes as passed to the group; those of a `ForEach` aren't made yet.
    let list: LayoutNodeList

    /// The nodes, in order.
    public var nodes: [any LayoutNode] { list.nodes }

    /// Creates a group of nodes.
    public init(@LazyNodeBuilder content: () -> LayoutNodeList) { list = content() }
}
