internal import Foundation

/// The growth of the elements of a justified line: each up to a common level or its own maximum.
///
/// `fill` elements grow first; `natural` elements share the rest. Within a group, all elements grow by the same amount,
/// except those that reach their maximum first.
struct LineGrowth {
    /// The maximum growth of a `fill` element of the line, in points.
    var fillLevel: Double = 0
    /// The maximum growth of a `natural` element of the line, in points.
    var naturalLevel: Double = 0
    /// The growth of all elements together, in points.
    var total: Double = 0

    /// Creates the growth of a line that does not grow.
    @inline(__always)
    init() {}

    /// Distributes the free space of a line among its elements.
    ///
    /// - Complexity: O(elements × passes), with a pass for each distinct maximum reached.
    init<Element: FlowElement>(
        _ elements: ArraySlice<Element>,
        free: Double,
        _ metrics: FlowMetrics
    ) {
        guard free > 0, free < .infinity else { return }
        fillLevel = Self.level(of: .fill, elements, free: free, metrics)
        total = elements.reduce(0) { $0 + growth(of: $1, metrics) }
        naturalLevel = Self.level(of: .natural, elements, free: free - total, metrics)
        total = elements.reduce(0) { $0 + growth(of: $1, metrics) }
    }

    /// Returns the growth of an element of the line.
    @inline(__always)
    func growth<Element: FlowElement>(of element: Element, _ metrics: FlowMetrics) -> Double {
        if Element.isPlain { return naturalLevel }
        switch element.item.flexibility {
        case .rigid: return 0
        case .natural: return min(naturalLevel, Self.slack(of: element, metrics))
        case .fill: return min(fillLevel, Self.slack(of: element, metrics))
        }
    }

    /// Returns the level up to which the elements of one flexibility grow.
    ///
    /// The level rises by an equal share of the free space until no element is held back by its maximum. This is
    /// Newton's method on a concave function, from below, so it never overshoots. In every pass but the last, at least
    /// one more element reaches its maximum; the limit of 1,000 passes only matters for hostile input.
    private static func level<Element: FlowElement>(
        of flexibility: FlowFlexibility,
        _ elements: ArraySlice<Element>,
        free: Double,
        _ metrics: FlowMetrics
    ) -> Double {
        var level = 0.0
        for _ in 0..<1_000 {
            var growing = 0.0
            var rest = free
            for element in elements where element.item.flexibility == flexibility {
                let slack = slack(of: element, metrics)
                rest -= min(level, slack)
                growing += slack > level ? 1 : 0
            }
            guard growing > 0, rest > FlowMetrics.tolerance * 1e-3 else { break }
            level += rest / growing
        }
        return level
    }

    /// Returns how much an element can grow before it reaches its maximum.
    @inline(__always)
    private static func slack<Element: FlowElement>(
        of element: Element,
        _ metrics: FlowMetrics
    ) -> Double {
        if Element.isPlain { return .infinity }
        let slack = element.item.maximumLength - metrics.length(of: element)
        return slack > 0 ? slack : 0
    }
}
