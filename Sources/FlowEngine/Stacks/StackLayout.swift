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

extension StackLayout {
    /// Makes the cache of some subviews.
    func makeCache(_ subviews: LayoutSubviews) -> StackLayoutCache {
        StackLayoutCache(distances: distances(subviews))
    }

    /// Returns where the children stand when the stack is offered a size.
    ///
    /// - Complexity: O(n log n) for n children, and three questions to each.
    func arrangement(
        _ proposal: ProposedViewSize,
        _ subviews: LayoutSubviews,
        _ cache: inout StackLayoutCache
    ) -> StackArrangement {
        if let known = cache.arrangements.first(where: { $0.proposal == proposal }) {
            return known.arrangement
        }
        let negotiation = StackNegotiation(self, subviews, proposal, distances: cache.distances)
        let arrangement = place(subviews, negotiation.proposals, cache.distances)
        if cache.arrangements.count >= 8 { cache.arrangements.removeFirst() }
        cache.arrangements.append((proposal, arrangement))
        return arrangement
    }

    /// Puts the children one after the other, their guides on one line.
    private func place(
        _ subviews: LayoutSubviews,
        _ proposals: [ProposedViewSize],
        _ distances: [Double]
    ) -> StackArrangement {
        let dimensions = zip(subviews, proposals).map { $0.dimensions(in: $1) }
        let guides = dimensions.map { finite($0.value(of: guide)).native }
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
        return StackArrangement(
            size: size(position, above + below),
            origins: origins,
            proposals: proposals
        )
    }

    /// Gives each child its place in the bounds.
    func place(
        _ subviews: LayoutSubviews,
        in bounds: CGRect,
        _ proposal: ProposedViewSize,
        _ cache: inout StackLayoutCache
    ) {
        let arrangement = arrangement(proposal, subviews, &cache)
        for index in subviews.indices {
            let origin = arrangement.origins[index]
            subviews[index]
                .place(
                    at: CGPoint(x: bounds.minX + origin.x, y: bounds.minY + origin.y),
                    proposal: arrangement.proposals[index]
                )
        }
    }
}

extension CGSize {
    /// Makes the size of a view's dimensions.
    init(_ dimensions: ViewDimensions) {
        self.init(width: dimensions.width, height: dimensions.height)
    }
}
