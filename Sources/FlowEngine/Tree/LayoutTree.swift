public import Foundation

/// A node that is laid out repeatedly, keeping the caches of its layouts between passes.
///
/// `LayoutNode.layout(in:)` is enough for one pass. A tree is faster when the same nodes are laid out at several sizes
/// or change a little: `makeCache` of a layout is then called once, and `updateCache` after a change.
///
/// ```swift
/// let tree = LayoutTree(FlowLayout { ForEach(sizes) { Box($0) } })
/// let narrow = tree.layout(in: ProposedViewSize(width: 100, height: nil))
/// let wide = tree.layout(in: ProposedViewSize(width: 300, height: nil))
/// tree.update(FlowLayout { ForEach(sizes.dropLast()) { Box($0) } })
/// #expect(narrow.frame.height >= wide.frame.height)
/// ```
public final class LayoutTree {
    private var root: LayoutElement
    private let environment: LayoutEnvironment
    /// Whether no pass was made yet, so that there is nothing to discard.
    private var isFresh = true

    /// Creates the tree of a node.
    ///
    /// - Complexity: O(nodes).
    public init(_ node: any LayoutNode, layoutDirection: LayoutDirection = .leftToRight) {
        environment = LayoutEnvironment(layoutDirection: layoutDirection)
        root = node.makeElement(in: environment)
    }

    /// Replaces the node.
    ///
    /// Layouts of the same type in the same position, or with the same `id`, keep their caches.
    ///
    /// - Complexity: O(nodes).
    public func update(_ node: any LayoutNode) {
        let new = node.makeElement(in: environment)
        new.adopt(root)
        root = new
        isFresh = true
    }

    private func beginPass() {
        if !isFresh { root.beginPass() }
        isFresh = false
    }

    /// Returns the size of the node for a proposal, in points.
    public func sizeThatFits(_ proposal: ProposedViewSize) -> CGSize {
        beginPass()
        return root.size(proposal)
    }

    /// Lays the node out in the size that it answers to a proposal.
    ///
    /// - Parameters:
    ///   - proposal: The proposed size.
    ///   - bounds: The size to place the node into; nil is the size that it answers.
    /// - Returns: The node and all nodes inside it, with their frames.
    public func layout(
        in proposal: ProposedViewSize = .unspecified,
        bounds: CGSize? = nil
    ) -> PlacedNode {
        beginPass()
        let size = bounds ?? root.size(proposal)
        let placement = Placement(origin: .zero, proposal: proposal, size: size)
        root.placement = placement
        return root.placed(at: .zero, placement)
    }
}

/// The values that nodes inherit from the nodes around them.
public struct LayoutEnvironment: Sendable {
    /// The direction in which containers are laid out.
    public var layoutDirection: LayoutDirection
    /// The axis along which the nearest container stacks; nil if it does not.
    var stackOrientation: Axis?

    /// Creates the environment of a root.
    init(layoutDirection: LayoutDirection) {
        self.layoutDirection = layoutDirection
    }
}

/// The identity of a node, set with `id(_:)`.
struct NodeID: Hashable, Sendable {
    let value: any Hashable & Sendable

    /// The identity as a standard type-erased value.
    var erased: AnyHashable { Self.erased(value) }

    static func == (first: NodeID, second: NodeID) -> Bool { first.erased == second.erased }

    private static func erased(_ value: some Hashable) -> AnyHashable { AnyHashable(value) }

    func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
}

/// The traits that a node passes to its container: its priority, its identity and its layout values.
///
/// Most nodes have none, so they are stored out of line.
struct LayoutTraits {
    private var storage: Storage?

    /// The traits of the few nodes that have any; immutable.
    private final class Storage {
        let priority: Double
        let id: NodeID?
        /// The layout values, by the type of their key.
        let values: [ObjectIdentifier: Any]

        init(priority: Double, id: NodeID?, values: [ObjectIdentifier: Any]) {
            self.priority = priority
            self.id = id
            self.values = values
        }
    }

    /// The priority with which the node is served.
    var priority: Double {
        get { storage?.priority ?? 0 }
        set {
            storage = Storage(priority: newValue, id: storage?.id, values: storage?.values ?? [:])
        }
    }

    /// The identity of the node, if it has one.
    var id: NodeID? {
        get { storage?.id }
        set {
            let (priority, values) = (storage?.priority ?? 0, storage?.values ?? [:])
            storage = Storage(priority: priority, id: newValue, values: values)
        }
    }

    /// The value of a key, or the key's default value.
    subscript<K: LayoutValueKey>(key: K.Type) -> K.Value {
        get {
            guard let value = storage?.values[ObjectIdentifier(key)] else { return K.defaultValue }
            return (value as? K.Value) ?? K.defaultValue
        }
        set {
            let values = (storage?.values ?? [:]).merging([ObjectIdentifier(key): newValue]) { $1 }
            storage = Storage(priority: storage?.priority ?? 0, id: storage?.id, values: values)
        }
    }

    /// Whether the node has no traits.
    var isEmpty: Bool { storage == nil }

    /// Whether the node has no layout values.
    var hasNoValues: Bool { storage?.values.isEmpty ?? true }
}
