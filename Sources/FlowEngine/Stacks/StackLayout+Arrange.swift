internal import Foundation

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
