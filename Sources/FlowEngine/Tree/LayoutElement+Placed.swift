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
            children: isLeaf ? [] : placedChildren(at: corner, placement),
            id: ownID,
            isHidden: isHidden,
            name: name,
            proposal: placement.proposal
        )
    }

    /// Places the children, and returns them as values.
    private func placedChildren(at corner: CGPoint, _ placement: Placement) -> [PlacedNode] {
        let size = placement.size
        let proposal = placement.proposal
        placeChildren(in: size, proposal: proposal)
        let bounds = CGRect(origin: .zero, size: size)
        let isMirrored = direction == .rightToLeft
        return children.map { child in
            let place = child.placement ?? .centered(child, in: bounds, proposal: proposal)
            let x = isMirrored ? size.width - place.origin.x - place.size.width : place.origin.x
            return child.placed(at: CGPoint(x: corner.x + x, y: corner.y + place.origin.y), place)
        }
    }
}
