internal import Foundation

/// The items of a lazy container: nodes of its builder, and elements of a `ForEach` with one node each.
struct LazyItems {
    private var parts: [Part]
    /// The number of items.
    private(set) var count: Int

    /// Consecutive items from one statement of the builder.
    private struct Part {
        let start: Int
        let content: Content

        var count: Int {
            switch content {
            case .nodes(let nodes): nodes.count
            case .elements(let elements): elements.count
            case .expanded(let nodes): nodes.count
            }
        }
    }

    private enum Content {
        case nodes([any LayoutNode])
        case elements(LazyElements)
        /// All nodes of elements that do not make one node each, with their identities.
        case expanded([(id: NodeID, node: any LayoutNode)])
    }

    /// The identity of a node without an explicit identity.
    private struct PlaceInBuilder: Hashable, Sendable {
        let part: Int
        let index: Int
    }

    /// The identity of one of several nodes of an element.
    private struct PlaceInElement: Hashable, Sendable {
        let element: NodeID
        let index: Int
    }

    init(_ list: LayoutNodeList) {
        self.init(
            list.parts.map { part in
                switch part {
                case .nodes(let nodes): .nodes(nodes)
                case .elements(let elements): .elements(elements)
                }
            })
    }

    private init(_ contents: [Content]) {
        parts = []
        count = 0
        for content in contents {
            let part = Part(start: count, content: content)
            parts.append(part)
            count += part.count
        }
    }

    /// Returns the part of an item.
    private func part(of index: Int) -> Int { (parts.firstIndex { index < $0.start + $0.count }) ?? 0 }

    /// Returns the identity of an item.
    func id(at index: Int) -> NodeID {
        let part = part(of: index)
        let place = index - parts[part].start
        switch parts[part].content {
        case .nodes: return NodeID(value: PlaceInBuilder(part: part, index: place))
        case .elements(let elements): return elements.id(at: place)
        case .expanded(let nodes): return nodes[place].id
        }
    }

    /// Whether an item has an identity to assign to its element; nodes of the builder are identified only by position.
    func hasIdentity(at index: Int) -> Bool {
        if case .nodes = parts[part(of: index)].content { return false }
        return true
    }

    /// Makes the node of an item; nil if its element does not make one node.
    func node(at index: Int) -> (any LayoutNode)? {
        let part = parts[part(of: index)]
        let place = index - part.start
        switch part.content {
        case .nodes(let nodes): return nodes[place]
        case .expanded(let nodes): return nodes[place].node
        case .elements(let elements):
            let nodes = elements.nodes(at: place)
            return nodes.count == 1 ? nodes[0] : nil
        }
    }

    /// Replaces the `ForEach` elements around an item with all of their nodes, because not every element makes exactly
    /// one node.
    ///
    /// - Complexity: O(elements).
    mutating func expand(at index: Int) {
        let place = part(of: index)
        guard case .elements(let elements) = parts[place].content else { return }
        let nodes = (0..<elements.count)
            .flatMap { index in
                let id = elements.id(at: index)
                return elements.nodes(at: index).enumerated()
                    .map { offset, node in (id: NodeID(value: PlaceInElement(element: id, index: offset)), node: node) }
            }
        var contents = parts.map(\.content)
        contents[place] = .expanded(nodes)
        self = LazyItems(contents)
    }

    /// Returns the item nearest to an index whose identity is in a set.
    ///
    /// - Complexity: O(distance to the item).
    func index(near start: Int, among ids: Set<NodeID>) -> Int? {
        guard !ids.isEmpty, count > 0 else { return nil }
        let middle = min(max(start, 0), count - 1)
        for distance in 0..<count {
            let (above, below) = (middle - distance, middle + distance)
            if above < 0, below >= count { return nil }
            if below < count, ids.contains(id(at: below)) { return below }
            if above >= 0, ids.contains(id(at: above)) { return above }
        }
        return nil
    }
}
