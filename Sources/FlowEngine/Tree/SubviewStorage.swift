internal import Foundation

/// The subviews of a container while it is laid out.
///
/// Most subviews of a large container are boxes of a size and nothing else. They have no elements: their
/// sizes and places stand side by side here, which costs a third of what an element does.
///
/// Safe to use: whoever asks has an index below `count`, which `LayoutSubviews` checks.
@safe
final class SubviewStorage {
    /// The number of subviews.
    let count: Int
    /// The elements, nil for boxes; empty if there are boxes only.
    private let elements: [LayoutElement?]
    private let boxes: UnsafeMutablePointer<PlacedBox>

    /// A box of a size and nothing else, and what became of it in this pass.
    private struct PlacedBox {
        let size: CGSize
        var placement: Placement?
        var isHidden = false
    }

    /// Makes the subviews of some nodes.
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

    /// Makes a single subview.
    init(_ element: LayoutElement) {
        count = 1
        elements = [element]
        unsafe boxes = .allocate(capacity: 1)
        unsafe boxes.initialize(to: PlacedBox(size: .zero))
    }

    deinit {
        // Safe: nothing else keeps the pointer, and boxes hold nothing that has to be released.
        unsafe boxes.deallocate()
    }

    /// Returns the element of a subview; nil for a box.
    func element(at index: Int) -> LayoutElement? {
        elements.isEmpty ? nil : elements[index]
    }

    /// All elements there are.
    var allElements: [LayoutElement] { elements.compactMap(\.self) }

    /// Returns the size that a subview needs when it is offered a size.
    func size(at index: Int, _ proposal: ProposedViewSize) -> CGSize {
        guard let element = element(at: index) else { return unsafe boxes[index].size }
        return element.size(proposal)
    }

    /// Returns the place of a subview; nil until it has been given one.
    func placement(at index: Int) -> Placement? {
        guard let element = element(at: index) else { return unsafe boxes[index].placement }
        return element.placement
    }

    /// Gives a subview a place, or takes it away.
    func place(_ index: Int, _ placement: Placement?) {
        guard let element = element(at: index) else {
            unsafe boxes[index].placement = placement
            return
        }
        element.placement = placement
    }

    /// Gives a subview its place, and shows it or not.
    func show(_ index: Int, _ placement: Placement, isHidden: Bool) {
        place(index, placement)
        guard let element = element(at: index) else {
            unsafe boxes[index].isHidden = isHidden
            return
        }
        element.isHidden = isHidden
    }

    /// Forgets what became of the subviews in the last pass.
    func beginPass() {
        for index in 0..<count {
            unsafe boxes[index].placement = nil
            unsafe boxes[index].isHidden = false
        }
        for element in elements { element?.beginPass() }
    }

    /// Takes over what the subviews kept that stood in the same places, or had the same ids.
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

    /// Makes a value of a subview.
    ///
    /// - Parameters:
    ///   - index: The place of the subview among all.
    ///   - corner: The upper left corner of the subview, in the root's coordinates.
    ///   - placement: The place that was given to the subview.
    /// - Returns: The subview and all that is inside it.
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
