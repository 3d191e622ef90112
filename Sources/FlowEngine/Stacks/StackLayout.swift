internal import Foundation

/// What horizontal and vertical stacks have in common: a stack along an axis.
///
/// The major axis is the one along which children stand; the minor axis is the other.
struct StackLayout {
    let axis: Axis
    /// The guide that children meet on across the stack.
    let guide: AlignmentKey
    /// The distance between children, in points; nil is what they prefer.
    let spacing: Double?

    init(axis: Axis, guide: AlignmentKey, spacing: CGFloat?) {
        self.axis = axis
        self.guide = guide
        self.spacing = spacing.map { finite($0).native }
    }

    /// Returns a size's dimension along the stack.
    func major(_ size: CGSize) -> Double {
        axis == .horizontal ? size.width : size.height
    }

    /// Returns a size's dimension across the stack.
    func minor(_ size: CGSize) -> Double {
        axis == .horizontal ? size.height : size.width
    }

    /// Returns a proposal with another dimension along the stack.
    func proposal(_ major: Double?, across proposal: ProposedViewSize) -> ProposedViewSize {
        let major = major.map { CGFloat($0) }
        return axis == .horizontal
            ? ProposedViewSize(width: major, height: proposal.height)
            : ProposedViewSize(width: proposal.width, height: major)
    }

    /// Returns a point from its positions along and across the stack.
    func point(_ major: Double, _ minor: Double) -> CGPoint {
        axis == .horizontal ? CGPoint(x: major, y: minor) : CGPoint(x: minor, y: major)
    }

    /// Returns a size from its dimensions along and across the stack.
    func size(_ major: Double, _ minor: Double) -> CGSize {
        axis == .horizontal
            ? CGSize(width: major, height: minor) : CGSize(width: minor, height: major)
    }

    /// Returns the distances between neighbours; as many as there are children, the first one 0.
    func distances(_ subviews: LayoutSubviews) -> [Double] {
        subviews.indices.map { index in
            guard index > 0 else { return 0 }
            return spacing
                ?? subviews[index - 1].spacing.distance(to: subviews[index].spacing, along: axis)
        }
    }

    /// Returns what a stack prefers: on its ends what its end children prefer.
    func spacing(_ subviews: LayoutSubviews) -> ViewSpacing {
        let first: Edge.Set = axis == .horizontal ? .leading : .top
        let last: Edge.Set = axis == .horizontal ? .trailing : .bottom
        var spacing = ViewSpacing()
        for index in subviews.indices {
            var edges: Edge.Set = axis == .horizontal ? .vertical : .horizontal
            if index == 0 { edges.insert(first) }
            if index == subviews.count - 1 { edges.insert(last) }
            spacing.formUnion(subviews[index].spacing, edges: edges)
        }
        return spacing
    }
}

/// What a stack keeps of its subviews.
public struct StackLayoutCache {
    /// The distances between neighbours.
    let distances: [Double]
    /// The arrangements of this pass, by proposal.
    var arrangements: [(proposal: ProposedViewSize, arrangement: StackArrangement)] = []
}

/// Where the children of a stack stand when it is offered a size.
struct StackArrangement {
    /// The size of the stack.
    let size: CGSize
    /// The upper leading corners of the children.
    let origins: [CGPoint]
    /// What the children are offered.
    let proposals: [ProposedViewSize]
}
