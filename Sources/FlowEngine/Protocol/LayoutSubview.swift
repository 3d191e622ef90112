public import Foundation

/// A subview as its container sees it: something to ask for sizes and to place.
public struct LayoutSubview {
    let element: LayoutElement

    /// Returns the size that the subview needs when it is offered a size.
    public func sizeThatFits(_ proposal: ProposedViewSize) -> CGSize {
        element.size(proposal)
    }

    /// Returns the size that the subview needs, together with its alignment guides.
    public func dimensions(in proposal: ProposedViewSize) -> ViewDimensions {
        element.dimensions(proposal)
    }

    /// The distances that the subview prefers to keep from its neighbours.
    public var spacing: ViewSpacing { element.spacing }

    /// The priority of the subview when space is shared out; 0 unless it was given another.
    public var priority: Double { element.traits.priority }

    /// The value that the subview carries under a key, or the key's default value.
    public subscript<K: LayoutValueKey>(key: K.Type) -> K.Value {
        element.traits[key]
    }

    /// Gives the subview its place.
    ///
    /// - Parameters:
    ///   - position: A point in the coordinates of the container's bounds.
    ///   - anchor: The point of the subview that comes to stand there.
    ///   - proposal: The size that the subview is offered; its answer is the size of its frame.
    public func place(
        at position: CGPoint,
        anchor: UnitPoint = .topLeading,
        proposal: ProposedViewSize
    ) {
        let size = element.size(proposal)
        let origin = CGPoint(
            x: position.x - anchor.x * size.width,
            y: position.y - anchor.y * size.height
        )
        element.placement = Placement(origin: origin, proposal: proposal, size: size)
    }
}

extension LayoutSubview: Equatable {
    /// Returns whether two values stand for the same subview.
    public static func == (first: LayoutSubview, second: LayoutSubview) -> Bool {
        first.element === second.element
    }
}
