public import Foundation

/// A subview as seen by its container, which measures and places it.
public struct LayoutSubview {
    private let storage: SubviewStorage
    private let index: Int

    init(_ storage: SubviewStorage, at index: Int) {
        self.storage = storage
        self.index = index
    }

    /// The element of the subview; nil for a box of a fixed size.
    var element: LayoutElement? { storage.element(at: index) }

    /// The placement in this pass; nil until the container places the subview.
    var placement: Placement? {
        get { storage.placement(at: index) }
        nonmutating set { storage.place(index, newValue) }
    }

    /// Returns the size of the subview for a proposal, in points.
    public func sizeThatFits(_ proposal: ProposedViewSize) -> CGSize { storage.size(at: index, proposal) }

    /// Returns the size and the alignment guides of the subview for a proposal.
    public func dimensions(in proposal: ProposedViewSize) -> ViewDimensions {
        element?.dimensions(proposal) ?? ViewDimensions(size: sizeThatFits(proposal))
    }

    /// The distances that the subview prefers to keep from its neighbors.
    public var spacing: ViewSpacing { element?.spacing ?? ViewSpacing() }

    /// The priority of the subview when space is distributed; 0 by default.
    public var priority: Double { element?.traits.priority ?? 0 }

    /// The subview's value of a key, or the key's default value.
    public subscript<K: LayoutValueKey>(key: K.Type) -> K.Value { element.map { $0.traits[key] } ?? K.defaultValue }

    /// Places the subview.
    ///
    /// - Parameters:
    ///   - position: A point in the coordinates of the container's bounds.
    ///   - anchor: The point of the subview that is placed there.
    ///   - proposal: The proposed size; the size that the subview returns for it is the size of its frame.
    public func place(at position: CGPoint, anchor: UnitPoint = .topLeading, proposal: ProposedViewSize) {
        let size = sizeThatFits(proposal)
        let origin = CGPoint(x: position.x - anchor.x * size.width, y: position.y - anchor.y * size.height)
        placement = Placement(origin: origin, proposal: proposal, size: size)
    }

    /// Places the subview, visible or hidden.
    func show(_ placement: Placement, isHidden: Bool = false) { storage.show(index, placement, isHidden: isHidden) }

    /// Hides the subview.
    func hide(at origin: CGPoint) { show(Placement(origin: origin, proposal: .zero, size: .zero), isHidden: true) }
}

extension LayoutSubview: Equatable {
    /// Returns whether two values are the same subview.
    public static func == (first: LayoutSubview, second: LayoutSubview) -> Bool {
        first.storage === second.storage && first.index == second.index
    }
}
