public import Foundation

/// The size of a view and the positions of its alignment guides, in its own coordinates.
public struct ViewDimensions {
    /// The width, in points.
    public let width: CGFloat
    /// The height, in points.
    public let height: CGFloat
    /// Returns the explicit position of a guide, or `nil`.
    private let explicitGuides: (AlignmentKey) -> CGFloat?

    /// Creates the dimensions of a view.
    init(size: CGSize, explicitGuides: @escaping (AlignmentKey) -> CGFloat? = { _ in nil }) {
        width = size.width
        height = size.height
        self.explicitGuides = explicitGuides
    }

    /// The position of a horizontal guide: the explicit one if there is one, else the default.
    public subscript(guide: HorizontalAlignment) -> CGFloat { value(of: guide.key) }

    /// The position of a vertical guide: the explicit one if there is one, else the default.
    public subscript(guide: VerticalAlignment) -> CGFloat { value(of: guide.key) }

    /// The explicit position of a horizontal guide, or `nil`.
    public subscript(explicit guide: HorizontalAlignment) -> CGFloat? { explicitGuides(guide.key) }

    /// The explicit position of a vertical guide, or `nil`.
    public subscript(explicit guide: VerticalAlignment) -> CGFloat? { explicitGuides(guide.key) }

    /// Returns the position of a guide: the explicit one if there is one, else the default.
    func value(of key: AlignmentKey) -> CGFloat { explicitGuides(key) ?? key.id.defaultValue(in: self) }

    /// Returns the position of another view in this view's coordinates at which their guides are aligned.
    func origin(of other: ViewDimensions, alignedBy alignment: Alignment) -> CGPoint {
        CGPoint(
            x: finiteOrZero(self[alignment.horizontal] - other[alignment.horizontal]),
            y: finiteOrZero(self[alignment.vertical] - other[alignment.vertical]))
    }
}

extension ViewDimensions: Equatable {
    /// Returns whether two views have the same size.
    public static func == (first: ViewDimensions, second: ViewDimensions) -> Bool {
        first.width == second.width && first.height == second.height
    }
}
