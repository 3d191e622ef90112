internal import Foundation

/// The subviews of a container, in order.
public struct LayoutSubviews: RandomAccessCollection {
    /// The subviews themselves; a slice shares them with the whole.
    let elements: [LayoutElement]
    /// The direction in which the container is laid out.
    public let layoutDirection: LayoutDirection

    init(_ elements: [LayoutElement], layoutDirection: LayoutDirection) {
        self.elements = elements
        self.layoutDirection = layoutDirection
    }

    /// An element of the collection.
    public typealias Element = LayoutSubview
    /// A position in the collection.
    public typealias Index = Int
    /// A part of the collection, which is one itself.
    public typealias SubSequence = LayoutSubviews

    /// The position of the first subview.
    public var startIndex: Int { 0 }
    /// The position after the last subview.
    public var endIndex: Int { elements.count }

    /// The subview at a position.
    public subscript(index: Int) -> LayoutSubview {
        LayoutSubview(element: elements[index])
    }

    /// The subviews at a range of positions; their own positions start at 0.
    public subscript(bounds: Range<Int>) -> LayoutSubviews {
        LayoutSubviews(Array(elements[bounds]), layoutDirection: layoutDirection)
    }

    /// The subviews from a position on; their own positions start at 0.
    public subscript(bounds: PartialRangeFrom<Int>) -> LayoutSubviews {
        // Without this, the range would count as the sequence of its numbers, which has no end.
        self[Swift.min(bounds.lowerBound, endIndex)..<endIndex]
    }

    /// The subviews at some positions; their own positions start at 0.
    public subscript(indices: some Sequence<Int>) -> LayoutSubviews {
        LayoutSubviews(indices.map { elements[$0] }, layoutDirection: layoutDirection)
    }
}

extension LayoutSubviews: Equatable {
    /// Returns whether two collections hold the same subviews in the same order.
    public static func == (first: LayoutSubviews, second: LayoutSubviews) -> Bool {
        first.layoutDirection == second.layoutDirection
            && first.elements.elementsEqual(second.elements, by: ===)
    }
}
