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
