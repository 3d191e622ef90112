internal import Foundation

/// The common implementation of horizontal and vertical stacks.
///
/// The major axis is the one along which children are stacked; the minor axis is the other.
struct StackLayout {
    let axis: Axis
    /// The alignment guide of the children across the stack.
    let guide: AlignmentKey
    /// The distance between children, in points; nil uses the distance that they prefer.
    let spacing: Double?

    init(axis: Axis, guide: AlignmentKey, spacing: CGFloat?) {
        self.axis = axis
        self.guide = guide
        self.spacing = spacing.map { finiteOrZero($0).native }
    }

    /// Returns a size's dimension along the stack.
    func major(_ size: CGSize) -> Double { axis == .horizontal ? size.width : size.height }

    /// Returns a size's dimension across the stack.
    func minor(_ size: CGSize) -> Double { axis == .horizontal ? size.height : size.width }

    /// Returns a proposal with its dimension along the stack replaced.
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
        axis == .horizontal ? CGSize(width: major, height: minor) : CGSize(width: minor, height: major)
    }

    /// Returns the distance of each child from the one before it, which is 0 for the first.
    func distances(_ subviews: LayoutSubviews) -> [Double] {
        subviews.indices.map { index in
            guard index > 0 else { return 0 }
            return spacing ?? subviews[index - 1].spacing.distance(to: subviews[index].spacing, along: axis)
        }
    }

    /// Returns the spacing preferences: those of the first and last child at the ends, and the union of all children's
    /// across the stack.
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

/// The cache of a stack.
public struct StackLayoutCache {
    /// The distance of each child from the one before it.
    let distances: [Double]
    /// The most recent arrangements, by proposal.
    var arrangements: [(proposal: ProposedViewSize, arrangement: StackLayout.Arrangement)] = []
    /// The number of arrangements kept: before placement, a parent stack requests three sizes and a grid requests six.
    static let maximumCount = 8
}

extension StackLayout {
    /// Creates the cache.
    func makeCache(_ subviews: LayoutSubviews) -> StackLayoutCache { StackLayoutCache(distances: distances(subviews)) }

    /// Returns the arrangement under a proposal.
    ///
    /// - Complexity: O(n log n) for n children, with three measurements of each.
    func arrangement(
        _ proposal: ProposedViewSize, _ subviews: LayoutSubviews, _ cache: inout StackLayoutCache
    ) -> StackLayout.Arrangement {
        if let known = cache.arrangements.first(where: { $0.proposal == proposal }) { return known.arrangement }
        let negotiation = StackNegotiation(self, subviews, proposal, distances: cache.distances)
        let arrangement = place(subviews, negotiation.proposals, cache.distances)
        if cache.arrangements.count >= StackLayoutCache.maximumCount { cache.arrangements.removeFirst() }
        cache.arrangements.append((proposal, arrangement))
        return arrangement
    }

    /// Stacks the children with their guides aligned.
    private func place(
        _ subviews: LayoutSubviews, _ proposals: [ProposedViewSize], _ distances: [Double]
    ) -> StackLayout.Arrangement {
        let dimensions = zip(subviews, proposals).map { $0.dimensions(in: $1) }
        let guides = dimensions.map { finiteOrZero($0.value(of: guide)).native }
        let above = guides.max() ?? 0
        let below = zip(dimensions, guides).map { minor(CGSize($0)) - $1 }.max() ?? 0
        var position = 0.0
        var origins: [CGPoint] = []
        origins.reserveCapacity(subviews.count)
        for index in dimensions.indices {
            position += distances[index]
            origins.append(point(position, above - guides[index]))
            position += major(CGSize(dimensions[index]))
        }
        return StackLayout.Arrangement(size: size(position, above + below), origins: origins, proposals: proposals)
    }

    /// Places each child in the bounds.
    func place(
        _ subviews: LayoutSubviews, in bounds: CGRect, _ proposal: ProposedViewSize, _ cache: inout StackLayoutCache
    ) {
        let arrangement = arrangement(proposal, subviews, &cache)
        for index in subviews.indices {
            let origin = arrangement.origins[index]
            subviews[index]
                .place(
                    at: CGPoint(x: bounds.minX + origin.x, y: bounds.minY + origin.y),
                    proposal: arrangement.proposals[index])
        }
    }
}

extension CGSize {
    /// Creates the size of a view's dimensions.
    init(_ dimensions: ViewDimensions) { self.init(width: dimensions.width, height: dimensions.height) }
}

extension StackLayout {
    /// The positions of a stack's children under a proposal.
    struct Arrangement {
        /// The size of the stack.
        let size: CGSize
        /// The upper leading corners of the children.
        let origins: [CGPoint]
        /// The proposals of the children.
        let proposals: [ProposedViewSize]
    }
}
