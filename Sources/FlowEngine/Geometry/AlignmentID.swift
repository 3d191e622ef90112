public import Foundation

/// A type that identifies an alignment guide and says where it stands by default.
///
/// Its metatype is what guides hold, so it may be used from anywhere.
public protocol AlignmentID: SendableMetatype {
    /// Returns where the guide stands in a view that says nothing about it, in points.
    static func defaultValue(in context: ViewDimensions) -> CGFloat
}

/// A guide as a key: the type that identifies it, along an axis.
///
/// An alignment type may serve on both axes; then its guides are two.
struct AlignmentKey: Hashable, Sendable {
    let id: any AlignmentID.Type
    /// The axis on which the guide is a position.
    let axis: Axis

    static func == (first: AlignmentKey, second: AlignmentKey) -> Bool {
        first.id == second.id && first.axis == second.axis
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(id))
        hasher.combine(axis)
    }

    /// How a container makes one explicit value out of its subviews'.
    var combination: Combination {
        (id as? any CombinedAlignmentID.Type)?.combination ?? .mean
    }

    enum Combination {
        case never, mean, least, greatest
    }
}

/// A built-in guide, which combines in a way of its own.
protocol CombinedAlignmentID: AlignmentID {
    static var combination: AlignmentKey.Combination { get }
}

extension CombinedAlignmentID {
    static var combination: AlignmentKey.Combination { .never }
}
