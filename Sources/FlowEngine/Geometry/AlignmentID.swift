public import Foundation

/// A type that identifies an alignment guide and gives its default position.
///
/// Guides hold its metatype, which is therefore sendable.
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
    var combination: Combination {
        (id as? any CombinedAlignmentID.Type)?.combination ?? .mean
    }

    enum Combination {
        case never, mean, least, greatest
    }
}

/// A built-in guide, with its own rule of combination.
protocol CombinedAlignmentID: AlignmentID {
    static var combination: AlignmentKey.Combination { get }
}

extension CombinedAlignmentID {
    static var combination: AlignmentKey.Combination { .never }
}
