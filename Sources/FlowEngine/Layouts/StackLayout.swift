public import Foundation

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

/// A layout that places its subviews side by side.
///
/// ```swift
/// let row = HStack(alignment: .top, spacing: 4) {
///     Box(width: 20, height: 10)
///     Spacer()
///     Box(width: 20, height: 10)
/// }
/// let placed = row.layout(in: ProposedViewSize(width: 100, height: nil))
/// #expect(placed.children[2].frame.minX == 80)
/// ```
public struct HStackLayout: Layout {
    /// The alignment guide of the subviews.
    public var alignment: VerticalAlignment
    /// The distance between subviews, in points; nil uses the distance that they prefer.
    public var spacing: CGFloat?

    /// The cache of a stack.
    public typealias Cache = StackLayoutCache

    /// Creates a horizontal stack.
    public init(alignment: VerticalAlignment = .center, spacing: CGFloat? = nil) {
        self.alignment = alignment
        self.spacing = spacing
    }

    private var stack: StackLayout { StackLayout(axis: .horizontal, guide: alignment.key, spacing: spacing) }

    /// The properties of a horizontal stack.
    public static var layoutProperties: LayoutProperties {
        var properties = LayoutProperties()
        properties.stackOrientation = .horizontal
        return properties
    }

    /// Computes the distances between the subviews.
    public func makeCache(subviews: Subviews) -> Cache { stack.makeCache(subviews) }

    /// Returns the preferences of the first and last subviews along the stack, and the union of all preferences across
    /// it.
    public func spacing(subviews: Subviews, cache: inout Cache) -> ViewSpacing { stack.spacing(subviews) }

    /// Returns the size that the stack needs.
    ///
    /// - Complexity: O(n log n) for n subviews, with three measurements of each.
    public func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache) -> CGSize {
        stack.arrangement(proposal, subviews, &cache).size
    }

    /// Places the subviews side by side.
    public func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache) {
        stack.place(subviews, in: bounds, proposal, &cache)
    }
}

/// A horizontal stack of nodes.
public struct HStack: LayoutNode {
    private let container: LayoutContainer<HStackLayout>

    /// Creates a horizontal stack of nodes.
    public init(
        alignment: VerticalAlignment = .center, spacing: CGFloat? = nil,
        @LayoutNodeBuilder content: () -> [any LayoutNode]
    ) {
        let layout = HStackLayout(alignment: alignment, spacing: spacing)
        container = LayoutContainer(layout, nodes: content())
    }

    /// Creates the element of the stack.
    public func makeElement(in environment: LayoutEnvironment) -> LayoutElement {
        container.makeElement(in: environment)
    }
}

/// A layout that places its subviews one below the other.
///
/// ```swift
/// let column = VStack(alignment: .trailing, spacing: 4) {
///     Box(width: 20, height: 10)
///     Box(width: 50, height: 10)
/// }
/// #expect(column.layout().children[0].frame.minX == 30)
/// ```
public struct VStackLayout: Layout {
    /// The alignment guide of the subviews.
    public var alignment: HorizontalAlignment
    /// The distance between subviews, in points; nil uses the distance that they prefer.
    public var spacing: CGFloat?

    /// The cache of a stack.
    public typealias Cache = StackLayoutCache

    /// Creates a vertical stack.
    public init(alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil) {
        self.alignment = alignment
        self.spacing = spacing
    }

    private var stack: StackLayout { StackLayout(axis: .vertical, guide: alignment.key, spacing: spacing) }

    /// The properties of a vertical stack.
    public static var layoutProperties: LayoutProperties {
        var properties = LayoutProperties()
        properties.stackOrientation = .vertical
        return properties
    }

    /// Computes the distances between the subviews.
    public func makeCache(subviews: Subviews) -> Cache { stack.makeCache(subviews) }

    /// Returns the preferences of the first and last subviews along the stack, and the union of all preferences across
    /// it.
    public func spacing(subviews: Subviews, cache: inout Cache) -> ViewSpacing { stack.spacing(subviews) }

    /// Returns the size that the stack needs.
    ///
    /// - Complexity: O(n log n) for n subviews, with three measurements of each.
    public func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache) -> CGSize {
        stack.arrangement(proposal, subviews, &cache).size
    }

    /// Places the subviews one below the other.
    public func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache) {
        stack.place(subviews, in: bounds, proposal, &cache)
    }
}

/// A vertical stack of nodes.
public struct VStack: LayoutNode {
    private let container: LayoutContainer<VStackLayout>

    /// Creates a vertical stack of nodes.
    public init(
        alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
        @LayoutNodeBuilder content: () -> [any LayoutNode]
    ) {
        let layout = VStackLayout(alignment: alignment, spacing: spacing)
        container = LayoutContainer(layout, nodes: content())
    }

    /// Creates the element of the stack.
    public func makeElement(in environment: LayoutEnvironment) -> LayoutElement {
        container.makeElement(in: environment)
    }
}

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
