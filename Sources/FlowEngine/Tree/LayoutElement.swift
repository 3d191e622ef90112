internal import Foundation

/// The object that represents a node during layout, and remembers its sizes and its placement.
///
/// There is one for each node, so it is kept small: rarely used properties are stored out of line.
///
/// Only nodes of this module create elements. They live as long as their `LayoutTree`.
public class LayoutElement {
    /// The traits that the node passes to its container.
    final var traits: LayoutTraits {
        // A computed property over a stored one is never modified in place, so that reading it needs no dynamic
        // exclusivity check.
        get { storedTraits }
        set { storedTraits = newValue }
    }
    private final var storedTraits = LayoutTraits()
    /// The sizes computed in this pass; nil if the size is fixed.
    private final let cachedSizes: SizeCache?
    /// The size of the element under every proposal; nil if it depends on the proposal.
    final let fixedSize: CGSize?
    /// Whether the container hides the element.
    final var isHidden = false
    /// The placement in this pass; nil until the container places the element.
    final var placement: Placement?
    /// The element of the node around this one; nil for the root.
    private(set) final weak var parent: LayoutElement?
    /// Whether the node is drawn by the description of the tree.
    final var isMarked = false { didSet { containsMark = isMarked } }
    /// Whether the node or one inside it is drawn.
    private(set) final var containsMark = false
    /// Whether placed nodes record their proposals, which takes memory.
    private(set) final var recordsQueries = false
    /// Whether the placement of everything inside depends only on the size and the proposal, and not on the visible
    /// part.
    final var canReusePlacement = true
    /// The last placement, which is reused until the element or one inside it changes.
    private final var lastPlaced: LastPlaced?

    /// The result of a placement.
    private struct LastPlaced {
        let size: CGSize
        let proposal: ProposedViewSize
        let details: PlacedNode.Details
    }

    /// Creates an element; only one without children may have a fixed size.
    init(fixedSize: CGSize? = nil) {
        self.fixedSize = fixedSize
        cachedSizes = fixedSize == nil ? SizeCache() : nil
    }

    /// The name of the node in the layout debugger.
    var name: String { "Node" }

    /// The identity set on this node; the traits of a modifier also contain the identity of its child.
    var ownID: NodeID? { traits.id }

    /// The elements inside this one, in order.
    var children: [LayoutElement] { [] }

    /// The layout direction of the children.
    var direction: LayoutDirection { .leftToRight }

    /// The distances that the element prefers to keep from its neighbors.
    var spacing: ViewSpacing { ViewSpacing() }

    /// Computes the size of the element for a proposal.
    func measure(_ proposal: ProposedViewSize) -> CGSize { .zero }

    /// Computes the explicit position of a guide; nil if the element has none.
    func explicitGuide(_ key: AlignmentKey, _ proposal: ProposedViewSize) -> CGFloat? { nil }

    /// Returns whether the element may have an explicit position of a guide.
    func mayHaveExplicitGuide(_ key: AlignmentKey) -> Bool { false }

    /// Places each child.
    func placeChildren(in size: CGSize, proposal: ProposedViewSize) {}

    /// Places the children and returns them as values.
    ///
    /// - Parameters:
    ///   - origin: The upper left corner of the element, in the root's coordinates.
    ///   - placement: The placement of the element.
    /// - Returns: The children with everything inside them, in the element's coordinates.
    func placedChildren(at origin: CGPoint, _ placement: Placement) -> [PlacedNode] {
        let (size, proposal) = (placement.size, placement.proposal)
        placeChildren(in: size, proposal: proposal)
        let bounds = CGRect(origin: .zero, size: size)
        return children.map { child in
            let place = child.placement ?? .centered(child.size(proposal), in: bounds, proposal: proposal)
            return child.placed(at: corner(of: place, in: size), in: origin, place)
        }
    }

    /// Applies an edit to the children; returns `nil` if the element doesn't support the edit.
    func apply(_ edit: SubviewEdit) -> SubviewEdit.Change? { nil }

    /// Returns the element of the child at an index; `nil` if the child doesn't exist or has no element.
    func child(at index: Int) -> LayoutElement? {
        let children = children
        return children.indices.contains(index) ? children[index] : nil
    }

    /// Returns the index of a child, or `nil`.
    func index(ofChild child: LayoutElement) -> Int? { children.firstIndex { $0 === child } }

    /// Adopts the caches of the element that was in the same position before a change.
    func adopt(_ old: LayoutElement) {}

    /// Discards the sizes and the placement of the last pass.
    func beginPass() {
        forget()
        placement = nil
        isHidden = false
        for child in children { child.beginPass() }
    }

    /// Discards values computed from the children, because one of them changed.
    func forget() {
        cachedSizes?.removeAll()
        lastPlaced = nil
    }

    /// Discards values computed from this element, in it and in all its ancestors.
    final func invalidate() { forEachAround { $0.forget() } }

    /// Makes an element the child of this one.
    final func link(_ child: LayoutElement) {
        child.parent = self
        if child.containsMark { forEachAround { $0.containsMark = true } }
        if !child.canReusePlacement { forEachAround { $0.canReusePlacement = false } }
        if recordsQueries { child.recordQueries() }
    }

    /// Calls a function with this element and each of its ancestors.
    private final func forEachAround(_ body: (LayoutElement) -> Void) {
        var element: LayoutElement? = self
        while let current = element {
            body(current)
            element = current.parent
        }
    }

    /// Makes the placed nodes of this element and its descendants record their proposals.
    final func recordQueries() {
        recordsQueries = true
        for child in children { child.recordQueries() }
    }

    /// Returns the size of the element for a proposal.
    ///
    /// It is computed once in a pass for each proposal. NaN and negative dimensions become 0.
    final func size(_ proposal: ProposedViewSize) -> CGSize {
        if let fixedSize { return fixedSize }
        if let answer = cachedSizes?[proposal] { return answer }
        let size = measure(proposal).withoutNegatives
        cachedSizes?[proposal] = size
        return size
    }

    /// Returns the size of the element for a proposal, with its guides.
    final func dimensions(_ proposal: ProposedViewSize) -> ViewDimensions {
        ViewDimensions(size: size(proposal)) { self.explicitGuide($0, proposal) }
    }
}

extension CGSize {
    /// The size with NaN and negative dimensions replaced by 0.
    var withoutNegatives: CGSize { CGSize(width: width > 0 ? width : 0, height: height > 0 ? height : 0) }
}

extension LayoutElement {
    /// Places everything inside the element and returns it as values.
    ///
    /// - Parameters:
    ///   - corner: The upper left corner of the element, in its parent's coordinates.
    ///   - origin: The upper left corner of the parent, in the root's coordinates.
    ///   - placement: The placement of the element.
    /// - Returns: The element with everything inside it, in its parent's coordinates.
    final func placed(at corner: CGPoint, in origin: CGPoint, _ placement: Placement) -> PlacedNode {
        let own = CGPoint(x: origin.x + corner.x, y: origin.y + corner.y)
        return PlacedNode(
            frame: CGRect(origin: corner, size: placement.size), proposal: placement.proposal,
            details: isBareBox ? nil : details(at: own, placement))
    }

    /// Whether the element has no details but its frame; only boxes have a fixed size.
    private var isBareBox: Bool { fixedSize != nil && !isHidden && traits.isEmpty && !isMarked }

    /// Returns the details of the placed node, those of the last placement if nothing changed.
    private func details(at origin: CGPoint, _ placement: Placement) -> PlacedNode.Details {
        if canReusePlacement, let last = lastPlaced, last.size == placement.size, last.proposal == placement.proposal,
            last.details.isHidden == isHidden
        {
            return last.details
        }
        let details = PlacedNode.Details(
            children: fixedSize == nil ? placedChildren(at: origin, placement) : [], id: ownID, isHidden: isHidden,
            name: name, debugging: debugging)
        guard canReusePlacement else { return details }
        lastPlaced = LastPlaced(size: placement.size, proposal: placement.proposal, details: details)
        return details
    }

    /// The details for the description of the tree; `nil` unless a node of the tree is marked.
    private var debugging: PlacedNode.Debugging? {
        guard recordsQueries else { return nil }
        return PlacedNode.Debugging(isMarked: isMarked, questions: cachedSizes?.all ?? [])
    }

    /// Returns the upper left corner of a child in this element's coordinates.
    ///
    /// - Parameters:
    ///   - place: The placement of the child.
    ///   - size: The size of the element.
    /// - Returns: The corner, mirrored if the element is laid out from right to left.
    @inline(__always) final func corner(of place: Placement, in size: CGSize) -> CGPoint {
        let left = place.origin.x
        let x = direction == .rightToLeft ? size.width - left - place.size.width : left
        return CGPoint(x: x, y: place.origin.y)
    }
}
