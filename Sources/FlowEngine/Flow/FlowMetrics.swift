internal import Foundation

/// The parameters of a flow as its arithmetic uses them: along and across instead of x and y.
struct FlowMetrics: Sendable {
    let axis: Axis
    let alignment: FlowAlignment
    let contentAlignment: FlowAlignment
    /// Where items stand across a line, with `leading` at the line's left or upper edge.
    let across: Across
    /// The distance between two items; nil is what the items prefer.
    let spacing: Double?
    /// The distance between two lines; nil is what their items prefer.
    let lineSpacing: Double?
    /// Whether a line runs towards x or y of zero.
    let mirrorsLength: Bool
    /// Whether lines are stacked towards x or y of zero.
    let mirrorsDepth: Bool
    let justified: Bool

    /// Differences of length below this are no difference.
    static let tolerance = 1e-6

    init(_ layout: FlowLayout, direction: LayoutDirection) {
        axis = layout.axis
        alignment = layout.alignment
        contentAlignment = layout.contentAlignment
        spacing = layout.spacing.map { magnitude($0) }
        lineSpacing = layout.lineSpacing.map { magnitude($0) }
        let isLeft = direction == .rightToLeft
        let isUp = layout.verticalDirection == .up
        let isHorizontal = layout.axis == .horizontal
        mirrorsLength = isHorizontal ? isLeft : isUp
        mirrorsDepth = isHorizontal ? isUp : isLeft
        across = Across(layout.lineAlignment, isHorizontal: isHorizontal, isLeft: isLeft)
        justified = layout.justified
    }

    /// Where an item stands across its line, by position and not by direction.
    enum Across: Sendable {
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

    /// Returns where an element stands across its line.
    @inline(__always)
    func across<Element: FlowElement>(of element: Element) -> Across {
        if Element.isPlain { return across }
        guard let own = element.item.lineAlignment else { return across }
        return Across(
            own,
            isHorizontal: axis == .horizontal,
            isLeft: axis == .vertical && mirrorsDepth
        )
    }

    /// Returns the length of an element: its size along the line.
    @inline(__always)
    func length(of element: some FlowElement) -> Double {
        magnitude(axis == .horizontal ? element.width : element.height)
    }

    /// Returns the depth of an element: its size across the line.
    @inline(__always)
    func depth(of element: some FlowElement) -> Double {
        magnitude(axis == .horizontal ? element.height : element.width)
    }

    /// The distance between two elements that ask nothing of their line.
    var plainSpacing: Double { spacing ?? ViewSpacing.standardDistance }

    /// The distance between two lines of elements that ask nothing of theirs.
    var plainLineSpacing: Double { lineSpacing ?? ViewSpacing.standardDistance }

    /// Returns the distance between two elements that follow each other on a line.
    @inline(__always)
    func spacing<Element: FlowElement>(_ first: Element, _ second: Element) -> Double {
        if let spacing { return spacing }
        if Element.isPlain { return ViewSpacing.standardDistance }
        return magnitude(first.item.spacing.distance(to: second.item.spacing, along: axis))
    }

    /// Returns whether the second of two elements starts a line even if it would fit.
    @inline(__always)
    func breaks<Element: FlowElement>(_ first: Element, _ second: Element) -> Bool {
        if Element.isPlain { return false }
        return first.item.standsAlone || second.item.standsAlone || second.item.startsNewLine
    }

    /// Returns a frame in the axes of the container.
    @inline(__always)
    func frame(_ position: Double, _ offset: Double, _ length: Double, _ depth: Double) -> CGRect {
        axis.frame(position, offset, length, depth)
    }

    /// Returns a size in the axes of the container.
    func size(length: Double, depth: Double) -> CGSize {
        axis == .horizontal
            ? CGSize(width: length, height: depth) : CGSize(width: depth, height: length)
    }
}
