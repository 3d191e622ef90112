public import Foundation

/// A subview as its container sees it: something to ask for sizes and to place.
public struct LayoutSubview {
    private let storage: SubviewStorage
    private let index: Int

    init(_ storage: SubviewStorage, at index: Int) {
        self.storage = storage
        self.index = index
    }

    /// The element of the subview; nil for one that is a box of a size and nothing else.
    var element: LayoutElement? { storage.element(at: index) }

    /// The place that the container gave in this pass; nil until it has given one.
    var placement: Placement? {
        get { storage.placement(at: index) }
        nonmutating set { storage.place(index, newValue) }
    }

    /// Returns the size that the subview needs when it is offered a size.
    public func sizeThatFits(_ proposal: ProposedViewSize) -> CGSize {
        storage.size(at: index, proposal)
    }

    /// Returns the size that the subview needs, together with its alignment guides.
    public func dimensions(in proposal: ProposedViewSize) -> ViewDimensions {
        element?.dimensions(proposal) ?? ViewDimensions(size: sizeThatFits(proposal))
    }

    /// The distances that the subview prefers to keep from its neighbours.
    public var spacing: ViewSpacing { element?.spacing ?? ViewSpacing() }

    /// The priority of the subview when space is shared out; 0 unless it was given another.
    public var priority: Double { element?.traits.priority ?? 0 }

    /// The value that the subview carries under a key, or the key's default value.
    public subscript<K: LayoutValueKey>(key: K.Type) -> K.Value {
        element.map { $0.traits[key] } ?? K.defaultValue
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
        let size = sizeThatFits(proposal)
        let origin = CGPoint(
            x: position.x - anchor.x * size.width,
            y: position.y - anchor.y * size.height
        )
        placement = Placement(origin: origin, proposal: proposal, size: size)
    }

    /// Gives the subview its place, and shows it or not.
    func show(_ placement: Placement, isHidden: Bool = false) {
        storage.show(index, placement, isHidden: isHidden)
    }

    /// Shows nothing of the subview.
    func hide(at origin: CGPoint) {
        show(Placement(origin: origin, proposal: .zero, size: .zero), isHidden: true)
    }
}

extension LayoutSubview: Equatable {
    /// Returns whether two values stand for the same subview.
    public static func == (first: LayoutSubview, second: LayoutSubview) -> Bool {
        first.storage === second.storage && first.index == second.index
    }
}
