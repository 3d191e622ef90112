public import Foundation

/// An alignment on both axes.
public struct Alignment: Hashable, Sendable {
    /// The guide along the horizontal axis.
    public var horizontal: HorizontalAlignment
    /// The guide along the vertical axis.
    public var vertical: VerticalAlignment

    /// Creates an alignment from its two guides.
    public init(horizontal: HorizontalAlignment, vertical: VerticalAlignment) {
        self.horizontal = horizontal
        self.vertical = vertical
    }

    /// The middle.
    public static let center = Alignment(horizontal: .center, vertical: .center)
    /// The middle of the leading edge.
    public static let leading = Alignment(horizontal: .leading, vertical: .center)
    /// The middle of the trailing edge.
    public static let trailing = Alignment(horizontal: .trailing, vertical: .center)
    /// The middle of the upper edge.
    public static let top = Alignment(horizontal: .center, vertical: .top)
    /// The middle of the lower edge.
    public static let bottom = Alignment(horizontal: .center, vertical: .bottom)
    /// The upper leading corner.
    public static let topLeading = Alignment(horizontal: .leading, vertical: .top)
    /// The upper trailing corner.
    public static let topTrailing = Alignment(horizontal: .trailing, vertical: .top)
    /// The lower leading corner.
    public static let bottomLeading = Alignment(horizontal: .leading, vertical: .bottom)
    /// The lower trailing corner.
    public static let bottomTrailing = Alignment(horizontal: .trailing, vertical: .bottom)
    /// The middle of the first text baseline.
    public static let centerFirstTextBaseline = Alignment(horizontal: .center, vertical: .firstTextBaseline)
    /// The middle of the last text baseline.
    public static let centerLastTextBaseline = Alignment(horizontal: .center, vertical: .lastTextBaseline)
    /// The leading end of the first text baseline.
    public static let leadingFirstTextBaseline = Alignment(horizontal: .leading, vertical: .firstTextBaseline)
    /// The leading end of the last text baseline.
    public static let leadingLastTextBaseline = Alignment(horizontal: .leading, vertical: .lastTextBaseline)
    /// The trailing end of the first text baseline.
    public static let trailingFirstTextBaseline = Alignment(horizontal: .trailing, vertical: .firstTextBaseline)
    /// The trailing end of the last text baseline.
    public static let trailingLastTextBaseline = Alignment(horizontal: .trailing, vertical: .lastTextBaseline)
}

/// An alignment guide along the horizontal axis.
public struct HorizontalAlignment: Hashable, Sendable {
    let key: AlignmentKey

    /// Creates the guide identified by a type.
    public init(_ id: any AlignmentID.Type) { key = AlignmentKey(id: id, axis: .horizontal) }

    /// The leading edge.
    public static let leading = HorizontalAlignment(Leading.self)
    /// The middle.
    public static let center = HorizontalAlignment(Center.self)
    /// The trailing edge.
    public static let trailing = HorizontalAlignment(Trailing.self)

    private enum Leading: CombinedAlignmentID { static func defaultValue(in context: ViewDimensions) -> CGFloat { 0 } }

    private enum Center: CombinedAlignmentID {
        static func defaultValue(in context: ViewDimensions) -> CGFloat { context.width / 2 }
    }

    private enum Trailing: CombinedAlignmentID {
        static func defaultValue(in context: ViewDimensions) -> CGFloat { context.width }
    }
}

/// A type that identifies an alignment guide and gives its default position.
///
/// Guides store the metatype of this type, so the metatype must be sendable.
///
/// ```swift
/// enum Middle: AlignmentID {
///     static func defaultValue(in context: ViewDimensions) -> CGFloat { context.height / 2 }
/// }
/// let middle = VerticalAlignment(Middle.self)
/// let row = HStack(alignment: middle) { Box(width: 10, height: 20) }
/// ```
public protocol AlignmentID: SendableMetatype {
    /// Returns the position of the guide in a view that does not set it, in points.
    static func defaultValue(in context: ViewDimensions) -> CGFloat
}

/// The key of a guide: the type that identifies it, and its axis.
///
/// A type that is used on both axes identifies two guides.
struct AlignmentKey: Hashable, Sendable {
    let id: any AlignmentID.Type
    /// The axis along which the guide is a position.
    let axis: Axis

    static func == (first: AlignmentKey, second: AlignmentKey) -> Bool {
        first.id == second.id && first.axis == second.axis
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(id))
        hasher.combine(axis)
    }

    /// How a container combines the explicit values of its subviews.
    var combination: Combination { (id as? any CombinedAlignmentID.Type)?.combination ?? .mean }

    enum Combination { case never, mean, least, greatest }
}

/// A built-in guide with a special rule for combining the values of subviews.
protocol CombinedAlignmentID: AlignmentID { static var combination: AlignmentKey.Combination { get } }

extension CombinedAlignmentID { static var combination: AlignmentKey.Combination { .never } }
