internal import Foundation

/// How much the elements of a justified line grow: each up to a level, and up to its own maximum.
///
/// Filling elements are served first; natural ones share what is left. Within a group every element
/// grows by the same amount, except for those whose maximum is nearer.
struct LineGrowth {
    /// The most that a filling element of the line grows.
    var fillLevel: Double = 0
    /// The most that a natural element of the line grows.
    var naturalLevel: Double = 0
    /// The sum of what the elements of the line grow.
    var total: Double = 0

    /// Makes the growth of a line without any.
    @inline(__always)
    init() {}

    /// Shares the free space of a line out among its elements.
    ///
    /// - Complexity: O(elements × passes), where a pass is needed for each distinct maximum reached.
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

    /// Returns how much an element of the line grows.
    @inline(__always)
    func growth<Element: FlowElement>(of element: Element, _ metrics: FlowMetrics) -> Double {
        if Element.isPlain { return naturalLevel }
        switch element.item.flexibility {
        case .rigid: return 0
        case .natural: return min(naturalLevel, Self.slack(of: element, metrics))
        case .fill: return min(fillLevel, Self.slack(of: element, metrics))
        }
    }

    /// Returns the level to which the elements of one flexibility grow.
    ///
    /// The level rises by an equal share of what is free until nobody is held back by a maximum.
    /// That is Newton's method on a concave function, from below, so it never overshoots.
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

    /// Returns how much an element can grow before it has reached its maximum.
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
