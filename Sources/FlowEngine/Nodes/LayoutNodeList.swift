internal import Foundation

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
