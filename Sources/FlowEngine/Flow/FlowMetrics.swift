internal import Foundation

/// The parameters of a flow, with lengths along a line and depths across it instead of x and y.
struct FlowMetrics: Sendable {
    let axis: Axis
    let alignment: FlowAlignment
    let contentAlignment: FlowAlignment
    /// The alignment of items across a line, by physical position.
    let crossAlignment: CrossAlignment
    /// The distance between two items, separator included, in points; nil uses the distance that the items prefer.
    let spacing: Double?
    /// The distance between two lines, separator included, in points; nil uses the distance that their items prefer.
    let lineSpacing: Double?
    /// The separator between two items of a line.
    let separator: SeparatorMetrics?
    /// The depth that a separator requires of its line, in points.
    let separatorDepth: Double
    /// The separator between two lines.
    let lineSeparator: SeparatorMetrics?
    /// The maximum number of items on a line, at least 1.
    let maxItemsPerLine: Int
    /// Whether a line runs in the direction of decreasing x or y.
    let mirrorsLength: Bool
    /// Whether lines are stacked in the direction of decreasing x or y.
    let mirrorsDepth: Bool
    let justified: Bool

    /// The difference in points below which two lengths count as equal.
    ///
    /// The tolerance absorbs the rounding of sums: 40 items of 100/40 points fit into 100 points (rule 2 in
    /// `FlowRuleTests`). It is far below the resolution of any display.
    static let tolerance = 1e-6

    init(_ layout: FlowLayout, direction: LayoutDirection) {
        axis = layout.axis
        alignment = layout.alignment
        contentAlignment = layout.contentAlignment
        let isLeft = direction == .rightToLeft
        let isUp = layout.verticalDirection == .up
        let isHorizontal = layout.axis == .horizontal
        separator = layout.separator.map { SeparatorMetrics(betweenItems: $0, along: layout.axis) }
        lineSeparator = layout.lineSeparator.map { SeparatorMetrics(betweenLines: $0, along: layout.axis) }
        separatorDepth = lengthOrZero(separator?.depth ?? 0)
        let (length, depth) = (separator?.length, lineSeparator?.depth)
        spacing = layout.spacing.map { Self.distance(lengthOrZero($0), around: length) }
        lineSpacing = layout.lineSpacing.map { Self.distance(lengthOrZero($0), around: depth) }
        maxItemsPerLine = max(layout.maxItemsPerLine ?? .max, 1)
        mirrorsLength = isHorizontal ? isLeft : isUp
        mirrorsDepth = isHorizontal ? isUp : isLeft
        crossAlignment = CrossAlignment(layout.lineAlignment, isHorizontal: isHorizontal, isLeft: isLeft)
        justified = layout.justified
    }

    /// The alignment of an item across its line by physical position, where `start` is the left or upper edge.
    enum CrossAlignment: Sendable {
        case start, center, end, firstBaseline, lastBaseline, stretch

        init(_ alignment: FlowLineAlignment, isHorizontal: Bool, isLeft: Bool) {
            switch alignment {
            case .center: self = .center
            case .stretch: self = .stretch
            case .firstTextBaseline where isHorizontal: self = .firstBaseline
            case .lastTextBaseline where isHorizontal: self = .lastBaseline
            case .bottom, .trailing: self = !isHorizontal && isLeft ? .start : .end
            case .top, .leading, .firstTextBaseline, .lastTextBaseline: self = !isHorizontal && isLeft ? .end : .start
            }
        }
    }

    /// Returns the alignment of an element across its line.
    @inline(__always) func crossAlignment<Element: FlowElement>(of element: Element) -> CrossAlignment {
        if Element.isPlain { return crossAlignment }
        guard let own = element.item.lineAlignment else { return crossAlignment }
        return CrossAlignment(own, isHorizontal: axis == .horizontal, isLeft: axis == .vertical && mirrorsDepth)
    }

    /// Returns the length of an element: its size along the line.
    @inline(__always) func length(of element: some FlowElement) -> Double {
        lengthOrZero(axis == .horizontal ? element.width : element.height)
    }

    /// Returns the depth of an element: its size across the line.
    @inline(__always) func depth(of element: some FlowElement) -> Double {
        lengthOrZero(axis == .horizontal ? element.height : element.width)
    }

    /// The distance between two plain elements, separator included, in points.
    var plainSpacing: Double { spacing ?? Self.distance(ViewSpacing.standardDistance, around: separator?.length) }

    /// The distance between two lines of plain elements, separator included, in points.
    var plainLineSpacing: Double {
        lineSpacing ?? Self.distance(ViewSpacing.standardDistance, around: lineSeparator?.depth)
    }

    /// The length that the separators between lines require of the flow, in points.
    var lineSeparatorLength: Double { lengthOrZero(lineSeparator?.length ?? 0) }

    /// Returns the distance between two elements that follow each other on a line, separator included.
    @inline(__always) func spacing<Element: FlowElement>(_ first: Element, _ second: Element) -> Double {
        if let spacing { return spacing }
        if Element.isPlain { return plainSpacing }
        let distance = first.item.spacing.distance(to: second.item.spacing, along: axis)
        return Self.distance(lengthOrZero(distance), around: separator?.length)
    }

    /// Returns a distance that is kept on both sides of a separator, or the distance itself without a separator.
    static func distance(_ distance: Double, around separator: Double?) -> Double {
        separator.map { clampedToFinite(distance + $0 + distance) } ?? distance
    }

    /// Returns whether the second of two elements starts a new line even if it would fit.
    @inline(__always) func breaks<Element: FlowElement>(_ first: Element, _ second: Element) -> Bool {
        if Element.isPlain { return false }
        return first.item.standsAlone || second.item.standsAlone || second.item.startsNewLine
    }

    /// Returns the size of a given length and depth.
    func size(length: Double, depth: Double) -> CGSize {
        axis == .horizontal ? CGSize(width: length, height: depth) : CGSize(width: depth, height: length)
    }
}
