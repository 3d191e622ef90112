internal import Foundation

/// The growth of the elements of a line: each up to a common level or its own maximum.
///
/// Elements with a weight grow first, in proportion to their weights (`flex-grow` of CSS Flexbox, section 9.7, without
/// shrinking). In a justified line, `fill` elements grow next; `natural` elements share the rest. Within a group, all
/// elements grow by the same amount per unit of weight, except those that reach their maximum first.
struct LineGrowth {
    /// The growth of an element with a weight of 1, in points.
    var weightLevel: Double = 0
    /// The maximum growth of a `fill` element of the line, in points.
    var fillLevel: Double = 0
    /// The maximum growth of a `natural` element of the line, in points.
    var naturalLevel: Double = 0
    /// The growth of all elements together, in points.
    var total: Double = 0

    /// Creates the growth of a line that does not grow.
    @inline(__always) init() {}

    /// Distributes the free space of a line among its elements.
    ///
    /// - Parameters:
    ///   - elements: The elements of the line.
    ///   - free: The leftover space of the line, in points.
    ///   - metrics: The parameters of the flow.
    ///   - isJustified: Whether elements without a weight grow.
    /// - Complexity: O(elements × passes), with a pass for each distinct maximum reached.
    init<Element: FlowElement>(_ elements: ArraySlice<Element>, free: Double, _ metrics: FlowMetrics, isJustified: Bool)
    {
        guard free > 0, free < .infinity else { return }
        if !Element.isPlain {
            // A level of `free` is reached if the weights add up to 1 or less.
            weightLevel = Self.level(elements, free: free, limit: free, metrics) { $0.item.finiteWeight }
            total = elements.reduce(0) { $0 + growth(of: $1, metrics) }
        }
        guard isJustified else { return }
        fillLevel = Self.level(of: .fill, elements, free: free - total, metrics)
        total = elements.reduce(0) { $0 + growth(of: $1, metrics) }
        naturalLevel = Self.level(of: .natural, elements, free: free - total, metrics)
        total = elements.reduce(0) { $0 + growth(of: $1, metrics) }
    }

    /// Returns the growth of an element of the line.
    @inline(__always) func growth<Element: FlowElement>(of element: Element, _ metrics: FlowMetrics) -> Double {
        if Element.isPlain { return naturalLevel }
        let weight = element.item.finiteWeight
        if weight > 0 { return min(weightLevel * weight, Self.slack(of: element, metrics)) }
        switch element.item.flexibility {
        case .rigid: return 0
        case .natural: return min(naturalLevel, Self.slack(of: element, metrics))
        case .fill: return min(fillLevel, Self.slack(of: element, metrics))
        }
    }

    /// Returns the level up to which the elements of one flexibility and without a weight grow.
    private static func level<Element: FlowElement>(
        of flexibility: FlowFlexibility, _ elements: ArraySlice<Element>, free: Double, _ metrics: FlowMetrics
    ) -> Double {
        level(elements, free: free, limit: .infinity, metrics) { element in
            if Element.isPlain { return flexibility == .natural ? 1 : 0 }
            let item = element.item
            return item.flexibility == flexibility && item.finiteWeight == 0 ? 1 : 0
        }
    }

    /// Returns the level up to which elements grow: their growth per unit of weight, in points.
    ///
    /// The level rises by an equal share of the free space until no element is held back by its maximum. This is
    /// Newton's method on a concave function, from below, so it never overshoots. In every pass but the last, at least
    /// one more element reaches its maximum; the limit of 1,000 passes only matters for hostile input.
    ///
    /// - Parameters:
    ///   - elements: The elements of the line.
    ///   - free: The space to distribute, in points.
    ///   - limit: The highest level, in points.
    ///   - metrics: The parameters of the flow.
    ///   - weight: Returns the weight of an element; elements with a weight of 0 don't grow.
    /// - Returns: The level, at least 0.
    private static func level<Element: FlowElement>(
        _ elements: ArraySlice<Element>, free: Double, limit: Double, _ metrics: FlowMetrics,
        weight: (Element) -> Double
    ) -> Double {
        var level = 0.0
        for _ in 0..<1_000 {
            var growing = 0.0
            var rest = free
            for element in elements {
                let weight = weight(element)
                guard weight > 0 else { continue }
                let slack = slack(of: element, metrics)
                rest -= min(level * weight, slack)
                growing += slack > level * weight ? weight : 0
            }
            guard growing > 0, level < limit, rest > FlowMetrics.tolerance * 1e-3 else { break }
            level = min(level + rest / growing, limit)
        }
        return level
    }

    /// Returns how much an element can grow before it reaches its maximum.
    @inline(__always) private static func slack<Element: FlowElement>(
        of element: Element, _ metrics: FlowMetrics
    ) -> Double {
        if Element.isPlain { return .infinity }
        let slack = element.item.maximumLength - metrics.length(of: element)
        return slack > 0 ? slack : 0
    }
}
