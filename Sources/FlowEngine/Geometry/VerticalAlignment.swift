internal import Foundation

/// An alignment guide along the vertical axis.
public struct VerticalAlignment: Hashable, Sendable {
    let key: AlignmentKey

    /// Creates the guide identified by a type.
    public init(_ id: any AlignmentID.Type) { key = AlignmentKey(id: id, axis: .vertical) }

    /// The upper edge.
    public static let top = VerticalAlignment(Top.self)
    /// The middle.
    public static let center = VerticalAlignment(Center.self)
    /// The lower edge.
    public static let bottom = VerticalAlignment(Bottom.self)
    /// The baseline of the topmost text; the lower edge of a view without text.
    public static let firstTextBaseline = VerticalAlignment(FirstTextBaseline.self)
    /// The baseline of the bottommost text; the lower edge of a view without text.
    public static let lastTextBaseline = VerticalAlignment(LastTextBaseline.self)

    private enum Top: CombinedAlignmentID { static func defaultValue(in context: ViewDimensions) -> CGFloat { 0 } }

    private enum Center: CombinedAlignmentID {
        static func defaultValue(in context: ViewDimensions) -> CGFloat { context.height / 2 }
    }

    private enum Bottom: CombinedAlignmentID {
        static func defaultValue(in context: ViewDimensions) -> CGFloat { context.height }
    }

    private enum FirstTextBaseline: CombinedAlignmentID {
        static var combination: AlignmentKey.Combination { .least }
        static func defaultValue(in context: ViewDimensions) -> CGFloat { context.height }
    }

    private enum LastTextBaseline: CombinedAlignmentID {
        static var combination: AlignmentKey.Combination { .greatest }
        static func defaultValue(in context: ViewDimensions) -> CGFloat { context.height }
    }
}
