public import Foundation

/// A node that is laid out again and again, and keeps the caches of its layouts between passes.
///
/// `LayoutNode.layout(in:)` is enough for one pass. A tree pays when the same nodes are laid out at
/// several sizes, or when they change a little: `makeCache` of a layout is then called once, and
/// `updateCache` after a change.
public final class LayoutTree {
    private var root: LayoutElement
    private let environment: LayoutEnvironment
    /// Whether nothing was asked of the elements yet, so that there is nothing to forget.
    private var isFresh = true

    /// Makes the tree of a node.
    ///
    /// - Complexity: O(nodes).
    public init(_ node: any LayoutNode, layoutDirection: LayoutDirection = .leftToRight) {
        environment = LayoutEnvironment(layoutDirection: layoutDirection)
        root = node.makeElement(in: environment)
    }

    /// Puts another node in place of the one laid out so far.
    ///
    /// Layouts of the same type in the same place, or with the same `id`, keep their caches.
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

    /// Returns the size that the node needs when it is offered a size.
    public func sizeThatFits(_ proposal: ProposedViewSize) -> CGSize {
        beginPass()
        return root.size(proposal)
    }

    /// Lays the node out in the size that it answers to a proposal.
    ///
    /// - Parameters:
    ///   - proposal: The size that the node is offered.
    ///   - bounds: Another size to place the node into; nil is the one that it answers.
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

/// What nodes inherit from the nodes around them.
public struct LayoutEnvironment: Sendable {
    /// The direction in which containers are laid out.
    public var layoutDirection: LayoutDirection
    /// The axis along which the nearest container stacks; nil if it does not.
    var stackOrientation: Axis?

    /// Makes the environment of a root.
    init(layoutDirection: LayoutDirection) {
        self.layoutDirection = layoutDirection
    }
}

/// The identity that a node was given.
struct NodeID: Hashable, Sendable {
    let value: any Hashable & Sendable

    /// The identity as the public surface has it.
    var erased: AnyHashable { Self.erased(value) }

    static func == (first: NodeID, second: NodeID) -> Bool { first.erased == second.erased }

    private static func erased(_ value: some Hashable) -> AnyHashable { AnyHashable(value) }

    func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
}

/// What a node carries for its container: its priority, its identity and its layout values.
///
/// Most nodes carry nothing, so what there is stands elsewhere.
struct LayoutTraits {
    private var carried: Carried?

    /// What few nodes carry; it never changes.
    private final class Carried {
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
        get { carried?.priority ?? 0 }
        set {
            carried = Carried(priority: newValue, id: carried?.id, values: carried?.values ?? [:])
        }
    }

    /// The identity of the node, if it was given one.
    var id: NodeID? {
        get { carried?.id }
        set {
            let (priority, values) = (carried?.priority ?? 0, carried?.values ?? [:])
            carried = Carried(priority: priority, id: newValue, values: values)
        }
    }

    /// The value under a key, or the key's default value.
    subscript<K: LayoutValueKey>(key: K.Type) -> K.Value {
        get {
            guard let value = carried?.values[ObjectIdentifier(key)] else { return K.defaultValue }
            return (value as? K.Value) ?? K.defaultValue
        }
        set {
            let values = (carried?.values ?? [:]).merging([ObjectIdentifier(key): newValue]) { $1 }
            carried = Carried(priority: carried?.priority ?? 0, id: carried?.id, values: values)
        }
    }

    /// Whether the node carries nothing at all.
    var areEmpty: Bool { carried == nil }

    /// Whether the node carries no layout value.
    var hasNoValues: Bool { carried?.values.isEmpty ?? true }
}
