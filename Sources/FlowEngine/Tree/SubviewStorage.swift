internal import Foundation

/// The subviews of a container during layout.
///
/// Most subviews of a large container are boxes of a fixed size. They have no elements: their sizes and placements are
/// stored here contiguously, which takes a third of the time of an element.
///
/// Safe to use: indices are below `count`, which `LayoutSubviews` checks.
@safe final class SubviewStorage {
    /// The number of subviews.
    private(set) var count: Int
    /// The elements, nil for boxes; empty if there are boxes only.
    private var elements: [LayoutElement?]
    private var boxes: UnsafeMutablePointer<PlacedBox>
    /// The separators that the layout placed between the subviews.
    var separators: [PlacedSeparator] = []
    /// Whether subviews may have placements.
    private var hasPlacements = false

    /// A box of a fixed size, with its placement in this pass.
    private struct PlacedBox {
        let size: CGSize
        var placement: Placement?
        var isHidden = false
    }

    /// A subview: an element, or a box of a fixed size.
    struct Subview {
        let element: LayoutElement?
        let size: CGSize

        init(element: LayoutElement?, size: CGSize) {
            self.element = element
            self.size = size
        }

        init(_ node: any LayoutNode, in environment: LayoutEnvironment) {
            size = node.bareSize ?? .zero
            element = node.bareSize == nil ? node.makeElement(in: environment) : nil
        }
    }

    /// Creates the subviews of nodes.
    init(_ nodes: [any LayoutNode], in environment: LayoutEnvironment) {
        count = nodes.count
        // Safe: each of the `count` boxes is initialized here, and no index is out of their range.
        unsafe boxes = .allocate(capacity: nodes.count)
        var elements: [LayoutElement?] = []
        for index in nodes.indices {
            let size = nodes[index].bareSize
            unsafe (boxes + index).initialize(to: PlacedBox(size: size ?? .zero))
            guard size == nil else { continue }
            if elements.isEmpty { elements = Array(repeating: nil, count: nodes.count) }
            elements[index] = nodes[index].makeElement(in: environment)
        }
        self.elements = elements
    }

    /// Creates a single subview.
    init(_ element: LayoutElement) {
        count = 1
        elements = [element]
        unsafe boxes = .allocate(capacity: 1)
        unsafe boxes.initialize(to: PlacedBox(size: .zero))
    }

    /// Changes the list of subviews; their placements are discarded.
    func rebuild(_ edit: (inout [Subview]) -> Void) {
        discardPlacements()
        // Safe: the index is below the count.
        var subviews = indices.map { unsafe Subview(element: element(at: $0), size: boxes[$0].size) }
        edit(&subviews)
        // Safe: nothing else keeps the pointer, and each of the new boxes is initialized here.
        unsafe boxes.deallocate()
        count = subviews.count
        unsafe boxes = .allocate(capacity: count)
        for index in indices { unsafe (boxes + index).initialize(to: PlacedBox(size: subviews[index].size)) }
        let hasElements = subviews.contains { $0.element != nil }
        elements = hasElements ? subviews.map(\.element) : []
    }

    deinit {
        // Safe: nothing else keeps the pointer, and boxes are trivial values that need no deinitialization.
        unsafe boxes.deallocate()
    }

    /// Returns the element of a subview; nil for a box.
    func element(at index: Int) -> LayoutElement? { elements.isEmpty ? nil : elements[index] }

    /// The indices of the subviews.
    var indices: Range<Int> { 0..<count }

    /// The elements of the subviews that have one.
    var allElements: [LayoutElement] { elements.compactMap(\.self) }

    /// Returns the size of a subview for a proposal.
    func size(at index: Int, _ proposal: ProposedViewSize) -> CGSize {
        guard let element = element(at: index) else { return unsafe boxes[index].size }
        return element.size(proposal)
    }

    /// Returns the placement of a subview; nil until it is placed.
    func placement(at index: Int) -> Placement? {
        guard let element = element(at: index) else { return unsafe boxes[index].placement }
        return element.placement
    }

    /// Sets or clears the placement of a subview.
    func place(_ index: Int, _ placement: Placement?) {
        hasPlacements = true
        guard let element = element(at: index) else {
            unsafe boxes[index].placement = placement
            return
        }
        element.placement = placement
    }

    /// Places a subview, visible or hidden.
    func show(_ index: Int, _ placement: Placement, isHidden: Bool) {
        place(index, placement)
        guard let element = element(at: index) else {
            unsafe boxes[index].isHidden = isHidden
            return
        }
        element.isHidden = isHidden
    }

    /// Discards the placements of the subviews.
    func discardPlacements() {
        separators = []
        guard hasPlacements else { return }
        hasPlacements = false
        for index in 0..<count {
            unsafe boxes[index].placement = nil
            unsafe boxes[index].isHidden = false
        }
        for element in elements {
            element?.placement = nil
            element?.isHidden = false
        }
    }

    /// Adopts the caches of old subviews in the same positions, or with the same identities.
    func adopt(_ old: SubviewStorage) {
        let named = old.allElements.reduce(into: [NodeID: LayoutElement]()) { named, element in
            if let id = element.traits.id { named[id] = element }
        }
        for index in 0..<count {
            guard let element = element(at: index) else { continue }
            if let id = element.traits.id {
                if let match = named[id] { element.adopt(match) }
            } else if index < old.count, let match = old.element(at: index), match.traits.id == nil {
                element.adopt(match)
            }
        }
    }

    /// Returns a placed subview as a value.
    ///
    /// - Parameters:
    ///   - index: The index of the subview.
    ///   - corner: The upper left corner of the subview, in the container's coordinates.
    ///   - origin: The upper left corner of the container, in the root's coordinates.
    ///   - placement: The placement of the subview.
    /// - Returns: The subview with everything inside it, in the container's coordinates.
    @inline(__always) func placed(
        _ index: Int, at corner: CGPoint, in origin: CGPoint, _ placement: Placement
    ) -> PlacedNode {
        guard let element = element(at: index) else {
            let isHidden = unsafe boxes[index].isHidden
            return PlacedNode(
                frame: CGRect(origin: corner, size: placement.size), proposal: placement.proposal,
                details: isHidden ? .hiddenBox : nil)
        }
        return element.placed(at: corner, in: origin, placement)
    }
}

/// A change of one subview of a container.
enum SubviewEdit {
    case insert(any LayoutNode, at: Int)
    case remove(at: Int)
    case move(from: Int, to: Int)
    case change(at: Int, to: any LayoutNode)

    /// The elements that an edit added and removed.
    struct Change {
        var added: [LayoutElement] = []
        var removed: [LayoutElement] = []
    }
}

extension SubviewStorage {
    /// Applies an edit; returns `nil` if the subview doesn't exist.
    ///
    /// - Complexity: O(subviews).
    func apply(_ edit: SubviewEdit, in environment: LayoutEnvironment) -> SubviewEdit.Change? {
        var change = SubviewEdit.Change()
        switch edit {
        case .insert(let node, let index):
            guard (0...count).contains(index) else { return nil }
            let new = Subview(node, in: environment)
            change.added = [new.element].compactMap(\.self)
            rebuild { $0.insert(new, at: index) }
        case .remove(let index):
            guard indices.contains(index) else { return nil }
            change.removed = [element(at: index)].compactMap(\.self)
            rebuild { $0.remove(at: index) }
        case .move(let from, let to):
            guard indices.contains(from), indices.contains(to) else { return nil }
            rebuild { $0.insert($0.remove(at: from), at: to) }
        case .change(let index, let node):
            guard indices.contains(index) else { return nil }
            let new = Subview(node, in: environment)
            change.added = [new.element].compactMap(\.self)
            if let old = element(at: index) {
                change.removed = [old]
                new.element?.adopt(old)
            }
            rebuild { $0[index] = new }
        }
        return change
    }
}

/// The sizes of an element in a pass, by proposal.
///
/// Most elements are measured for one or two proposals, so the first is stored inline and the others in a dictionary.
final class SizeCache {
    private var first: Answer?
    private var rest: [Key: (answer: Answer, order: Int)] = [:]

    /// A proposal and the resulting size.
    typealias Answer = (proposal: ProposedViewSize, size: CGSize)

    /// A hashable proposal, compared by bit pattern so that NaN equals NaN.
    private struct Key: Hashable {
        let width: UInt64?
        let height: UInt64?

        init(_ proposal: ProposedViewSize) {
            width = proposal.width.map { $0.native.bitPattern }
            height = proposal.height.map { $0.native.bitPattern }
        }
    }

    /// The size for a proposal; nil if it has not been computed.
    subscript(proposal: ProposedViewSize) -> CGSize? {
        get {
            guard let first else { return nil }
            if first.proposal == proposal { return first.size }
            return rest.isEmpty ? nil : rest[Key(proposal)]?.answer.size
        }
        set {
            guard let newValue else { return }
            if first == nil {
                first = (proposal, newValue)
            } else {
                rest[Key(proposal)] = ((proposal, newValue), rest.count)
            }
        }
    }

    /// All sizes, in order of computation.
    var all: [Answer] { [first].compactMap(\.self) + rest.values.sorted { $0.order < $1.order }.map(\.answer) }

    /// Discards all sizes.
    func removeAll() {
        first = nil
        if !rest.isEmpty { rest.removeAll(keepingCapacity: true) }
    }
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
        set { storage = Storage(priority: newValue, id: storage?.id, values: storage?.values ?? [:]) }
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
