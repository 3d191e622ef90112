internal import Foundation

extension LayoutElement {
    /// Places everything inside the element, and returns it as values.
    ///
    /// - Parameters:
    ///   - corner: The upper left corner of the element, in the root's coordinates.
    ///   - placement: The place that was given to the element.
    /// - Returns: The element and all that is inside it.
    final func placed(at corner: CGPoint, _ placement: Placement) -> PlacedNode {
        PlacedNode(
            frame: CGRect(origin: corner, size: placement.size),
            proposal: placement.proposal,
            details: isBareBox ? nil : details(at: corner, placement)
        )
    }

    /// Whether nothing is to be told of the element but its frame: only boxes have a fixed size.
    private var isBareBox: Bool { fixedSize != nil && !isHidden && traits.areEmpty }

    /// Returns all there is to tell.
    private func details(at corner: CGPoint, _ placement: Placement) -> PlacedNode.Details {
        PlacedNode.Details(
            children: fixedSize == nil ? placedChildren(at: corner, placement) : [],
            id: ownID,
            isHidden: isHidden,
            name: name
        )
    }

    /// Places the children, and returns them as values.
    private func placedChildren(at corner: CGPoint, _ placement: Placement) -> [PlacedNode] {
        let size = placement.size
        let proposal = placement.proposal
        placeChildren(in: size, proposal: proposal)
        let bounds = CGRect(origin: .zero, size: size)
        let isMirrored = direction == .rightToLeft
        let children = children
        let span = children.span
        var placed: [PlacedNode] = []
        placed.reserveCapacity(span.count)
        for index in span.indices {
            let place =
                span[index].placement
                ?? .centered(span[index], in: bounds, proposal: proposal)
            let x = isMirrored ? size.width - place.origin.x - place.size.width : place.origin.x
            let corner = CGPoint(x: corner.x + x, y: corner.y + place.origin.y)
            placed.append(span[index].placed(at: corner, place))
        }
        return placed
    }
}
