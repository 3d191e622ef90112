public import Foundation

/// The subviews of a container, in order.
public struct LayoutSubviews: RandomAccessCollection {
    /// All subviews of the container, which slices share.
    private let storage: SubviewStorage
    /// The subviews in the collection.
    private let places: Places
    /// The layout direction of the container.
    public let layoutDirection: LayoutDirection

    /// The indices of the collection's subviews in the container; usually all of them.
    private enum Places {
        case range(Range<Int>)
        case list([Int])
    }

    /// Creates the collection of all subviews of a container.
    init(_ storage: SubviewStorage, layoutDirection: LayoutDirection) {
        self.init(storage, .range(0..<storage.count), layoutDirection)
    }

    private init(_ storage: SubviewStorage, _ places: Places, _ direction: LayoutDirection) {
        self.storage = storage
        self.places = places
        layoutDirection = direction
    }

    /// An element of the collection.
    public typealias Element = LayoutSubview
    /// A position in the collection.
    public typealias Index = Int
    /// A part of the collection, which is of the same type.
    public typealias SubSequence = LayoutSubviews

    /// The position of the first subview.
    public var startIndex: Int { 0 }
    /// The position after the last subview.
    public var endIndex: Int {
        switch places {
        case .range(let range): range.count
        case .list(let list): list.count
        }
    }

    /// The subview at a position.
    public subscript(index: Int) -> LayoutSubview { LayoutSubview(storage, at: place(of: index)) }

    /// Returns the size of a subview for a proposal, without creating the subview.
    func size(at index: Int, _ proposal: ProposedViewSize) -> CGSize { storage.size(at: place(of: index), proposal) }

    /// Returns the element of a subview; nil for a box of a fixed size.
    func element(at index: Int) -> LayoutElement? { storage.element(at: place(of: index)) }

    /// Places a subview and shows it.
    func show(_ index: Int, _ placement: Placement) { storage.show(place(of: index), placement, isHidden: false) }

    /// Places separators, which become nodes after those of the subviews.
    func place(_ separators: [PlacedSeparator]) { storage.separators = separators }

    /// Returns the index of a subview among all subviews of the container.
    private func place(of index: Int) -> Int {
        switch places {
        case .range(let range):
            precondition(index >= 0 && index < range.count, "Subview \(index) is out of range.")
            return range.lowerBound + index
        case .list(let list): return list[index]
        }
    }

    /// The subviews at a range of positions; their own positions start at 0.
    public subscript(bounds: Range<Int>) -> LayoutSubviews {
        precondition(0 <= bounds.lowerBound && bounds.upperBound <= endIndex, "No subviews \(bounds).")
        switch places {
        case .range(let range):
            let start = range.lowerBound
            let part = start + bounds.lowerBound..<start + bounds.upperBound
            return LayoutSubviews(storage, .range(part), layoutDirection)
        case .list(let list): return LayoutSubviews(storage, .list(Array(list[bounds])), layoutDirection)
        }
    }

    /// The subviews from a position to the end; positions in the result start at 0.
    public subscript(bounds: PartialRangeFrom<Int>) -> LayoutSubviews {
        // Without this overload, the range would match the subscript of a sequence of indices, and never end.
        self[Swift.min(bounds.lowerBound, endIndex)..<endIndex]
    }

    /// The subviews at the given positions; positions in the result start at 0.
    public subscript(indices: some Sequence<Int>) -> LayoutSubviews {
        LayoutSubviews(storage, .list(indices.map { place(of: $0) }), layoutDirection)
    }
}

extension LayoutSubviews: Equatable {
    /// Returns whether two collections hold the same subviews in the same order.
    public static func == (first: LayoutSubviews, second: LayoutSubviews) -> Bool {
        first.layoutDirection == second.layoutDirection && first.elementsEqual(second, by: ==)
    }
}

extension LayoutSubviews {
    /// Returns whether a subview may have an explicit position of a guide.
    ///
    /// Containers check this first, since computing positions requires a placement.
    func mayHaveExplicitGuide(_ key: AlignmentKey) -> Bool {
        if case .never = key.combination { return false }
        return contains { $0.element?.mayHaveExplicitGuide(key) ?? false }
    }

    /// Calls a function that places subviews, and then restores the placements.
    func withTemporaryPlacements<Value>(_ body: () -> Value) -> Value {
        let placements = map(\.placement)
        for subview in self { subview.placement = nil }
        let value = body()
        for (subview, placement) in zip(self, placements) { subview.placement = placement }
        return value
    }

    /// Returns the combined explicit positions of a guide in placed subviews; `nil` without any.
    func combined(_ key: AlignmentKey, in bounds: CGRect, proposal: ProposedViewSize) -> CGFloat? {
        let values = compactMap { subview -> CGFloat? in
            let placement =
                subview.placement ?? .centered(subview.sizeThatFits(proposal), in: bounds, proposal: proposal)
            let value = subview.element?.explicitGuide(key, placement.proposal)
            let origin = key.axis == .horizontal ? placement.origin.x : placement.origin.y
            return value.map { $0 + origin }
        }
        switch key.combination {
        case .never: return nil
        case .least: return values.min()
        case .greatest: return values.max()
        case .mean: return values.isEmpty ? nil : values.reduce(0, +) / CGFloat(values.count)
        }
    }
}

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
