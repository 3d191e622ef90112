internal import Foundation

/// The subviews of a container during layout.
///
/// Most subviews of a large container are boxes of a fixed size. They have no elements: their sizes and placements are
/// stored here contiguously, which takes a third of the time of an element.
///
/// Safe to use: indices are below `count`, which `LayoutSubviews` checks.
@safe
final class SubviewStorage {
    /// The number of subviews.
    let count: Int
    /// The elements, nil for boxes; empty if there are boxes only.
    private let elements: [LayoutElement?]
    private let boxes: UnsafeMutablePointer<PlacedBox>

    /// A box of a fixed size, with its placement in this pass.
    private struct PlacedBox {
        let size: CGSize
        var placement: Placement?
        var isHidden = false
    }

    /// Creates the subviews of nodes.
    init(_ nodes: [any LayoutNode], in environment: LayoutEnvironment) {
        count = nodes.count
        // Safe: each of the `count` boxes is initialised here, and no index is out of their range.
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

    deinit {
        // Safe: nothing else keeps the pointer, and boxes are trivial values that need no deinitialisation.
        unsafe boxes.deallocate()
    }

    /// Returns the element of a subview; nil for a box.
    func element(at index: Int) -> LayoutElement? {
        elements.isEmpty ? nil : elements[index]
    }

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

    /// Discards the placements of the last pass.
    func beginPass() {
        for index in 0..<count {
            unsafe boxes[index].placement = nil
            unsafe boxes[index].isHidden = false
        }
        for element in elements { element?.beginPass() }
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
            } else if index < old.count, let match = old.element(at: index), match.traits.id == nil
            {
                element.adopt(match)
            }
        }
    }

    /// Returns a placed subview as a value.
    ///
    /// - Parameters:
    ///   - index: The index of the subview.
    ///   - corner: The upper left corner of the subview, in the root's coordinates.
    ///   - placement: The placement of the subview.
    /// - Returns: The subview with everything inside it.
    @inline(__always)
    func placed(_ index: Int, at corner: CGPoint, _ placement: Placement) -> PlacedNode {
        guard let element = element(at: index) else {
            let isHidden = unsafe boxes[index].isHidden
            return PlacedNode(
                frame: CGRect(origin: corner, size: placement.size),
                proposal: placement.proposal,
                details: isHidden ? .hiddenBox : nil
            )
        }
        return element.placed(at: corner, placement)
    }
}
