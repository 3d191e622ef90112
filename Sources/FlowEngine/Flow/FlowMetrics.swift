internal import Foundation

/// The parameters of a flow, with lengths along a line and depths across it instead of x and y.
struct FlowMetrics: Sendable {
    let axis: Axis
    let alignment: FlowAlignment
    let contentAlignment: FlowAlignment
    /// The alignment of items across a line, by physical position.
    let crossAlignment: CrossAlignment
    /// The distance between two items, in points; nil uses the distance that the items prefer.
    let spacing: Double?
    /// The distance between two lines, in points; nil uses the distance that their items prefer.
    let lineSpacing: Double?
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
        spacing = layout.spacing.map { lengthOrZero($0) }
        lineSpacing = layout.lineSpacing.map { lengthOrZero($0) }
        let isLeft = direction == .rightToLeft
        let isUp = layout.verticalDirection == .up
        let isHorizontal = layout.axis == .horizontal
        mirrorsLength = isHorizontal ? isLeft : isUp
        mirrorsDepth = isHorizontal ? isUp : isLeft
        crossAlignment = CrossAlignment(
            layout.lineAlignment,
            isHorizontal: isHorizontal,
            isLeft: isLeft
        )
        justified = layout.justified
    }

    /// The alignment of an item across its line by physical position, where `start` is the left or upper edge.
    enum CrossAlignment: Sendable {
        case start, center, end, firstBaseline, lastBaseline

        init(_ alignment: FlowLineAlignment, isHorizontal: Bool, isLeft: Bool) {
            switch alignment {
            case .center: self = .center
            case .firstTextBaseline where isHorizontal: self = .firstBaseline
            case .lastTextBaseline where isHorizontal: self = .lastBaseline
            case .bottom, .trailing: self = !isHorizontal && isLeft ? .start : .end
            case .top, .leading, .firstTextBaseline, .lastTextBaseline:
                self = !isHorizontal && isLeft ? .end : .start
            }
        }
    }

    /// Returns the alignment of an element across its line.
    @inline(__always)
    func crossAlignment<Element: FlowElement>(of element: Element) -> CrossAlignment {
        if Element.isPlain { return crossAlignment }
        guard let own = element.item.lineAlignment else { return crossAlignment }
        return CrossAlignment(
            own,
            isHorizontal: axis == .horizontal,
            isLeft: axis == .vertical && mirrorsDepth
        )
    }

    /// Returns the length of an element: its size along the line.
    @inline(__always)
    func length(of element: some FlowElement) -> Double {
        lengthOrZero(axis == .horizontal ? element.width : element.height)
    }

    /// Returns the depth of an element: its size across the line.
    @inline(__always)
    func depth(of element: some FlowElement) -> Double {
        lengthOrZero(axis == .horizontal ? element.height : element.width)
    }

    /// The distance between two plain elements, in points.
    var plainSpacing: Double { spacing ?? ViewSpacing.standardDistance }

    /// The distance between two lines of plain elements, in points.
    var plainLineSpacing: Double { lineSpacing ?? ViewSpacing.standardDistance }

    /// Returns the distance between two elements that follow each other on a line.
    @inline(__always)
    func spacing<Element: FlowElement>(_ first: Element, _ second: Element) -> Double {
        if let spacing { return spacing }
        if Element.isPlain { return ViewSpacing.standardDistance }
        return lengthOrZero(first.item.spacing.distance(to: second.item.spacing, along: axis))
    }

    /// Returns whether the second of two elements starts a new line even if it would fit.
    @inline(__always)
    func breaks<Element: FlowElement>(_ first: Element, _ second: Element) -> Bool {
        if Element.isPlain { return false }
        return first.item.standsAlone || second.item.standsAlone || second.item.startsNewLine
    }

    /// Returns the size of a given length and depth.
    func size(length: Double, depth: Double) -> CGSize {
        axis == .horizontal
            ? CGSize(width: length, height: depth) : CGSize(width: depth, height: length)
    }
}
