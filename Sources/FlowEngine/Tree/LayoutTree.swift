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
    private(set) var root: LayoutElement
    private let environment: LayoutEnvironment
    /// The proposal whose sizes are kept, or `nil` before the first pass.
    private var lastProposal: ProposedViewSize?
    /// The visible part of the tree.
    let viewport = Viewport()
    /// The elements with an identity; nil until one is looked for.
    var identified: IdentifiedElements?

    /// Creates the tree of a node.
    ///
    /// - Complexity: O(nodes).
    public init(_ node: any LayoutNode, layoutDirection: LayoutDirection = .leftToRight) {
        environment = LayoutEnvironment(layoutDirection: layoutDirection, viewport: viewport)
        root = node.makeElement(in: environment)
        recordQueries()
    }

    /// Makes placed nodes record their proposals, if one of them is drawn.
    func recordQueries() { if root.containsMark, !root.recordsQueries { root.recordQueries() } }

    /// Replaces the node.
    ///
    /// Layouts of the same type in the same position, or with the same `id`, keep their caches.
    ///
    /// - Complexity: O(nodes).
    public func update(_ node: any LayoutNode) {
        let new = node.makeElement(in: environment)
        new.adopt(root)
        root = new
        lastProposal = nil
        identified = nil
        recordQueries()
    }

    /// Discards the sizes for other proposals, which would accumulate.
    private func beginPass(_ proposal: ProposedViewSize) {
        if let lastProposal, lastProposal != proposal { root.beginPass() }
        lastProposal = proposal
    }

    /// Returns the size of the node for a proposal, in points.
    ///
    /// - Complexity: That of the layouts inside; O(1) if nothing changed since the last pass with the same proposal.
    public func sizeThatFits(_ proposal: ProposedViewSize) -> CGSize {
        beginPass(proposal)
        return root.size(proposal)
    }

    /// Lays out the node in the size that it chooses for a proposal.
    ///
    /// - Parameters:
    ///   - proposal: The proposed size.
    ///   - bounds: The size to place the node into; nil uses the size that the node chooses.
    /// - Returns: The node and all nodes inside it, with their frames; lazy containers make all their nodes.
    /// - Complexity: That of the layouts inside. If the proposal is that of the last pass, only edited nodes are
    ///   laid out.
    public func layout(in proposal: ProposedViewSize = .unspecified, bounds: CGSize? = nil) -> PlacedNode {
        viewport.show(nil)
        return placed(proposal, bounds: bounds)
    }

    /// Lays out the part of the node that is shown.
    ///
    /// Lazy containers make only the nodes in the rectangle, and within half its size around it. Nodes that were
    /// visible in the last pass keep their places, even if estimated sizes turn out wrong. If that isn't possible, such
    /// as at the start of a list, all nodes move together with `shownRect`.
    ///
    /// ```swift
    /// let list = LayoutTree(
    ///     ScrollView { LazyVStack { ForEach(0..<1_000_000) { _ in Box(width: 80, height: 20) } } }
    /// )
    /// let window = ProposedViewSize(width: 100, height: 200)
    /// let placed = list.layout(in: window, showing: CGRect(x: 0, y: 0, width: 100, height: 200))
    /// #expect(placed.children[0].children.count == 11)
    /// ```
    ///
    /// - Parameters:
    ///   - proposal: The proposed size.
    ///   - rect: The rectangle that is shown, in the root's coordinates; as large as a screen or a window.
    /// - Returns: The node and the nodes in sight, with their frames.
    /// - Complexity: That of the nodes in sight, plus O(log n) for n nodes that lazy containers have measured.
    public func layout(in proposal: ProposedViewSize = .unspecified, showing rect: CGRect) -> PlacedNode {
        viewport.show(rect)
        return placed(proposal, bounds: nil)
    }

    /// The rectangle that was shown last, for the front end to scroll to; nil if everything was shown.
    ///
    /// It is the rectangle passed to `layout(in:showing:)`, moved if the visible nodes had to move.
    public var shownRect: CGRect? { viewport.shown }

    /// The maximum number of repetitions of a layout if the sizes of visible lazy containers differ from the estimates.
    private static let maximumRepetitions = 16

    private func placed(_ proposal: ProposedViewSize, bounds: CGSize?) -> PlacedNode {
        beginPass(proposal)
        var repetitions = 0
        while true {
            let size = bounds ?? root.size(proposal)
            let placement = Placement(origin: .zero, proposal: proposal, size: size)
            root.placement = placement
            let placed = root.placed(at: .zero, in: .zero, placement)
            repetitions += 1
            guard viewport.takeStaleness(), repetitions < Self.maximumRepetitions else { return placed }
        }
    }
}

/// The values that nodes inherit from the nodes around them.
public struct LayoutEnvironment: Sendable {
    /// The layout direction of the containers.
    public var layoutDirection: LayoutDirection
    /// The axis along which the nearest container stacks; nil if it does not.
    var stackOrientation: Axis?
    /// The visible part of the tree.
    let viewport: Viewport

    /// Creates the environment of a root.
    init(layoutDirection: LayoutDirection, viewport: Viewport = Viewport()) {
        self.layoutDirection = layoutDirection
        self.viewport = viewport
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

extension LayoutTree {
    /// Inserts a node into a container.
    ///
    /// ```swift
    /// let tree = LayoutTree(
    ///     VStack(spacing: 0) {
    ///         Box(width: 10, height: 10)
    ///         HStack(spacing: 0) { Box(width: 10, height: 10).id("last") }
    ///     }
    /// )
    /// tree.insert(Box(width: 5, height: 5), at: [1, 0])
    /// #expect(tree.layout().first(id: "last")?.frame.minX == 5)
    /// ```
    ///
    /// - Parameters:
    ///   - node: The node.
    ///   - path: The position of the new node: an index into `PlacedNode.children` for each level, starting at the
    ///     root. The last index may be the number of nodes in the container. Only layouts accept insertions, not
    ///     modifiers or lazy containers.
    /// - Returns: Whether the position exists.
    /// - Complexity: O(nodes of the container + nodes of the containers around it). The next pass with the same
    ///   proposal lays out only these containers, and those of their other nodes whose proposal has changed.
    @discardableResult public func insert(_ node: any LayoutNode, at path: [Int]) -> Bool {
        edit(path) { .insert(node, at: $0) }
    }

    /// Removes a node from its container.
    ///
    /// - Parameter path: The position of the node: an index into `PlacedNode.children` for each level, starting at the
    ///   root.
    /// - Returns: Whether the path leads to a node in a layout.
    /// - Complexity: That of `insert(_:at:)`.
    @discardableResult public func remove(at path: [Int]) -> Bool { edit(path) { .remove(at: $0) } }

    /// Moves a node to another place in its container.
    ///
    /// - Parameters:
    ///   - path: The position of the node: an index into `PlacedNode.children` for each level, starting at the root.
    ///   - index: The new index of the node in its container.
    /// - Returns: Whether the path leads to a node in a layout, and the index exists.
    /// - Complexity: That of `insert(_:at:)`.
    @discardableResult public func move(from path: [Int], to index: Int) -> Bool {
        edit(path) { .move(from: $0, to: index) }
    }

    /// Replaces a node; layouts of the same type in the same positions keep their caches.
    ///
    /// - Parameters:
    ///   - path: The position of the node: an index into `PlacedNode.children` for each level, starting at the root;
    ///     empty for the root.
    ///   - node: The replacement.
    /// - Returns: Whether the path leads to a node in a layout.
    /// - Complexity: That of `insert(_:at:)`.
    @discardableResult public func change(_ path: [Int], to node: any LayoutNode) -> Bool {
        guard !path.isEmpty else {
            update(node)
            return true
        }
        return edit(path) { .change(at: $0, to: node) }
    }

    /// Returns the position of the node with an identity: an index into `PlacedNode.children` for each level, starting
    /// at the root.
    ///
    /// - Returns: The path, or `nil` if the node doesn't exist. Nodes of lazy containers have none.
    /// - Complexity: O(nodes) the first time and after `update(_:)`, else O(depth · nodes of a container).
    public func path(id: some Hashable & Sendable) -> [Int]? {
        let known = identified ?? IdentifiedElements(root)
        identified = known
        var path: [Int] = []
        var element = known[NodeID(value: id)]
        while let current = element, current !== root {
            guard let index = current.parent?.index(ofChild: current) else { return nil }
            path.append(index)
            element = current.parent
        }
        return element == nil ? nil : path.reversed()
    }

    /// Applies an edit to the container of the node at a path.
    private func edit(_ path: [Int], _ edit: (Int) -> SubviewEdit) -> Bool {
        guard let index = path.last else { return false }
        var container: LayoutElement? = root
        for step in path.dropLast() { container = container?.child(at: step) }
        guard let container, let change = container.apply(edit(index)) else { return false }
        identified.apply(change)
        container.invalidate()
        recordQueries()
        return true
    }
}

/// The elements of a tree that have an identity.
struct IdentifiedElements {
    private var elements: [NodeID: LayoutElement] = [:]
    /// Whether several elements have the same identity; only the first is stored.
    private var hasTwins = false

    /// Finds the elements of a tree.
    ///
    /// - Complexity: O(nodes).
    init(_ root: LayoutElement) { add(root) }

    /// The first element with an identity.
    subscript(id: NodeID) -> LayoutElement? { elements[id] }

    private mutating func add(_ element: LayoutElement) {
        if let id = element.ownID { if elements[id] == nil { elements[id] = element } else { hasTwins = true } }
        for child in element.children { add(child) }
    }

    private mutating func remove(_ element: LayoutElement) {
        if let id = element.ownID, elements[id] === element { elements[id] = nil }
        for child in element.children { remove(child) }
    }
}

extension IdentifiedElements? {
    /// Updates the elements after an edit, or discards them all if that is simpler.
    mutating func apply(_ change: SubviewEdit.Change) { self = self?.applying(change) }
}

extension IdentifiedElements {
    /// Returns the elements after an edit; nil if the tree has to be searched again.
    fileprivate func applying(_ change: SubviewEdit.Change) -> IdentifiedElements? {
        guard !hasTwins else { return nil }
        var elements = self
        for element in change.removed { elements.remove(element) }
        for element in change.added { elements.add(element) }
        return elements.hasTwins ? nil : elements
    }
}
