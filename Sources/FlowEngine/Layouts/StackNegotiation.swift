internal import Foundation

/// The distribution of a stack's length among its children.
///
/// Children are served by descending priority, and within a priority the least flexible first, so that the others
/// share the remaining length. This is how SwiftUI is observed to behave; `StackRuleTests` states the rules one by one.
struct StackNegotiation {
    let stack: StackLayout
    let subviews: LayoutSubviews
    let proposal: ProposedViewSize
    /// The remaining length, in points.
    private var available: Double
    /// The length proposed to each child.
    private var offers: [Double?]

    /// A child, with its lengths for proposals of zero and infinity.
    private struct Candidate {
        let index: Int
        let priority: Double
        let minimum: Double
        let flexibility: Double

        /// Returns whether the child is served before another one.
        func precedes(_ other: Candidate) -> Bool {
            if priority != other.priority { return priority > other.priority }
            if flexibility != other.flexibility { return flexibility < other.flexibility }
            if flexibility == .infinity, minimum != other.minimum { return minimum > other.minimum }
            return index < other.index
        }
    }

    init(_ stack: StackLayout, _ subviews: LayoutSubviews, _ proposal: ProposedViewSize, distances: [Double]) {
        self.stack = stack
        self.subviews = subviews
        self.proposal = proposal
        let length = stack.axis == .horizontal ? proposal.width : proposal.height
        available = lengthLimit(length) - distances.reduce(0, +)
        offers = Array(repeating: nil, count: subviews.count)
        if length != nil { serve() }
    }

    /// The proposals of the children.
    var proposals: [ProposedViewSize] { offers.map { stack.proposal($0, across: proposal) } }

    /// Serves all children, one priority after the other.
    private mutating func serve() {
        let candidates = subviews.indices.map(candidate).sorted { $0.precedes($1) }
        // Reserve the minimum lengths of the groups that haven't been served yet.
        available -= candidates.reduce(0) { $0 + $1.minimum }
        var start = 0
        while start < candidates.count {
            let priority = candidates[start].priority
            let end = candidates[start...].firstIndex { $0.priority != priority } ?? candidates.count
            let group = candidates[start..<end]
            available += group.reduce(0) { $0 + $1.minimum }
            serve(group.map(\.index))
            start = end
        }
    }

    /// Serves the children of one priority, each with an equal share of the remaining length.
    private mutating func serve(_ group: [Int]) {
        for (served, index) in group.enumerated() {
            let share = max(available / Double(group.count - served), 0)
            let offer = share.isNaN ? 0 : share
            offers[index] = offer
            let length = stack.major(subviews[index].sizeThatFits(stack.proposal(offer, across: proposal)))
            if length < .infinity { available -= length }
        }
    }

    private func candidate(_ index: Int) -> Candidate {
        let subview = subviews[index]
        let least = stack.major(subview.sizeThatFits(stack.proposal(0, across: proposal)))
        let most = stack.major(subview.sizeThatFits(stack.proposal(.infinity, across: proposal)))
        let flexibility = most - least
        return Candidate(
            index: index, priority: subview.priority, minimum: least < .infinity ? least : 0,
            flexibility: flexibility.isNaN ? 0 : flexibility)
    }
}
