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

    /// Returns where a child's upper left corner is, in the root's coordinates.
    ///
    /// - Parameters:
    ///   - place: The place that was given to the child.
    ///   - size: The size of the element.
    ///   - corner: The upper left corner of the element.
    /// - Returns: The corner, mirrored where the element is laid out from right to left.
    @inline(__always)
    final func corner(of place: Placement, in size: CGSize, at corner: CGPoint) -> CGPoint {
        let left = place.origin.x
        let x = direction == .rightToLeft ? size.width - left - place.size.width : left
        return CGPoint(x: corner.x + x, y: corner.y + place.origin.y)
    }
}
