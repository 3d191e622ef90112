internal import Foundation

extension LayoutElement {
    /// Places everything inside the element, and returns it as values.
    ///
    /// - Parameters:
    ///   - corner: The upper left corner of the element, in the root's coordinates.
    ///   - placement: The place that was given to the element.
    /// - Returns: The element and all that is inside it.
    final func placed(at corner: CGPoint, _ placement: Placement) -> PlacedNode {
        let size = placement.size
        placeChildren(in: size, proposal: placement.proposal)
        let isMirrored = direction == .rightToLeft
        let children = children.map { child in
            let place =
                child.placement
                ?? .centered(
                    child,
                    in: CGRect(origin: .zero, size: size),
                    proposal: placement.proposal
                )
            let x = isMirrored ? size.width - place.origin.x - place.size.width : place.origin.x
            return child.placed(at: CGPoint(x: corner.x + x, y: corner.y + place.origin.y), place)
        }
        return PlacedNode(
            frame: CGRect(origin: corner, size: size),
            children: children,
            id: ownID,
            isHidden: isHidden,
            name: name,
            proposal: placement.proposal
        )
    }
}
