internal import Foundation

/// The element of a lazy container, which makes a node only when the node becomes visible.
///
/// Items are measured line by line from an anchor, the first line that was visible in the last pass. The sizes of items
/// that were never visible are estimated. Starting at the anchor keeps its line in place while the estimates for the
/// lines before it change.
class LazyElement: LayoutElement {
    /// The items.
    private(set) final var items: LazyItems
    /// The axis along which lines follow each other.
    final let axis: Axis
    /// The environment of the items.
    final let environment: LayoutEnvironment
    /// The visible part of the last pass.
    final var sight = LazySight()
    /// The separators in sight, in the coordinates of the container; set with the places.
    final var separators: [PlacedSeparator] = []
    /// The elements of the items that are in sight, by index.
    private(set) final var live: [Int: LayoutElement] = [:]
    /// The elements from before a change; new elements adopt their caches.
    private final var previous: [NodeID: LayoutElement] = [:]
    /// An item whose `ForEach` element turned out not to make exactly one node.
    private final var expansion: Int?

    init(_ list: LayoutNodeList, along axis: Axis, in environment: LayoutEnvironment) {
        items = LazyItems(list)
        self.axis = axis
        self.environment = environment
        super.init()
        canReusePlacement = false
    }

    override final var direction: LayoutDirection { environment.layoutDirection }

    override final var children: [LayoutElement] { live.sorted { $0.key < $1.key }.map(\.value) }

    /// Returns the size from measurements, and estimates for the rest.
    func estimatedSize(_ proposal: ProposedViewSize) -> CGSize { .zero }

    /// Measures and places the visible nodes.
    ///
    /// - Parameters:
    ///   - window: The part of the container that is in sight; nil is everything.
    ///   - placement: The placement of the container.
    /// - Returns: The placements of the items in sight, in order.
    func places(in window: LazyWindow?, _ placement: Placement) -> [LazyPlace] { [] }

    /// Discards measurements, because the items have other indices.
    func discardMeasurements() {}

    override final func measure(_ proposal: ProposedViewSize) -> CGSize {
        var size = estimatedSize(proposal)
        if let item = expansion {
            expand(item)
            size = estimatedSize(proposal)
        }
        return size
    }

    override final func placedChildren(at origin: CGPoint, _ placement: Placement) -> [PlacedNode] {
        let told = size(placement.proposal)
        let window = LazyWindow(environment.viewport, origin, placement.size, axis, direction)
        let places = places(in: window, placement)
        if let item = expansion {
            expand(item)
            repeatLayout()
        } else if estimatedSize(placement.proposal).withoutNegatives != told {
            repeatLayout()
        }
        keep(places)
        return places.map { place in
            let element = item(at: place.index)
            element.placement = place.placement
            let corner = corner(of: place.placement, in: placement.size)
            return element.placed(at: corner, in: origin, place.placement)
        } + placed(separators, in: placement.size)
    }

    /// Requests another pass, because the size of the container has changed.
    private func repeatLayout() {
        invalidate()
        environment.viewport.markStale()
    }

    /// Replaces the elements of a `ForEach` with all of their nodes, because not every element makes exactly one node.
    private func expand(_ item: Int) {
        expansion = nil
        items.expand(at: item)
        live = [:]
        sight = LazySight()
        discardMeasurements()
    }

    /// Drops the elements that are out of sight.
    private func keep(_ places: [LazyPlace]) {
        previous = [:]
        guard live.count > places.count else { return }
        var kept: [Int: LayoutElement] = [:]
        for place in places { kept[place.index] = live[place.index] }
        live = kept
    }

    override func adopt(_ old: LayoutElement) {
        guard let old = old as? LazyElement, type(of: old) == type(of: self) else { return }
        for (index, element) in old.live { previous[old.items.id(at: index)] = element }
        sight = old.sight
        let ids = Set(sight.lines.map(\.id))
        let first = sight.lines.first?.item ?? 0
        // The line of an item that still exists keeps its place, even if the index of the item has changed.
        guard let item = items.index(near: first, among: ids) else {
            sight.lines = []
            return
        }
        let id = items.id(at: item)
        sight.lines = sight.lines.filter { $0.id == id }
        sight.lines[0].item = item
    }
}

extension LazyElement {
    /// Returns whether an item has an element at the moment.
    final func isMade(_ item: Int) -> Bool { live[item] != nil }

    /// Returns the element of an item, making the element if necessary.
    final func item(at index: Int) -> LayoutElement {
        if let element = live[index] { return element }
        let element: LayoutElement
        if let node = items.node(at: index) {
            element = node.makeElement(in: environment)
        } else {
            expansion = index
            element = BoxElement(fixedSize: .zero)
        }
        if element.traits.id == nil, items.hasIdentity(at: index) { element.traits.id = items.id(at: index) }
        if !previous.isEmpty, let old = previous[items.id(at: index)] { element.adopt(old) }
        link(element)
        live[index] = element
        return element
    }

    /// Moves the viewport along with the visible items.
    final func moveSight(by distance: Double) {
        guard distance != 0, distance.isFinite else { return }
        let isMirrored = axis == .horizontal && direction == .rightToLeft
        let length = CGFloat(isMirrored ? -distance : distance)
        environment.viewport.move(by: axis == .horizontal ? CGPoint(x: length, y: 0) : CGPoint(x: 0, y: length))
    }

    /// Returns a size from its length along the axis and the length across.
    final func size(along: Double, across: Double) -> CGSize {
        axis == .horizontal ? CGSize(width: along, height: across) : CGSize(width: across, height: along)
    }

    /// Returns the length of a size along the axis; 0 if it is not finite.
    final func along(_ size: CGSize) -> Double { lengthOrZero(axis == .horizontal ? size.width : size.height) }

    /// Returns the length of a size across the axis; 0 if it is not finite.
    final func across(_ size: CGSize) -> Double { lengthOrZero(axis == .horizontal ? size.height : size.width) }

    /// Returns the length across that is proposed; nil if it is not finite.
    final func across(_ proposal: ProposedViewSize) -> Double? {
        let length = axis == .horizontal ? proposal.height : proposal.width
        return length.flatMap { $0.isFinite ? max($0.native, 0) : nil }
    }

    /// Returns a point from its positions along and across the axis.
    final func point(along: Double, across: Double) -> CGPoint {
        axis == .horizontal ? CGPoint(x: along, y: across) : CGPoint(x: across, y: along)
    }

    /// Returns a proposal with a length across the axis and an unspecified length along it.
    final func proposal(across length: Double?) -> ProposedViewSize {
        let length = length.map { CGFloat($0) }
        return axis == .horizontal
            ? ProposedViewSize(width: nil, height: length) : ProposedViewSize(width: length, height: nil)
    }
}

/// An item in sight and its placement in the container.
struct LazyPlace {
    let index: Int
    let placement: Placement
}
