public import Foundation

/// A measured item of a flow: its ideal size and its requests to the line.
///
/// ```swift
/// let heading = FlowItem(size: CGSize(width: 60, height: 20), startsNewLine: true)
/// let chip = FlowItem(size: CGSize(width: 30, height: 20))
/// let lines = FlowLayout().arrange([chip, heading, chip]).lines
/// #expect(lines.map(\.items) == [0..<1, 1..<3])
/// ```
public struct FlowItem: Equatable, Sendable {
    /// The size of the item; NaN, infinite and negative dimensions count as 0.
    public var size: CGSize
    /// Whether the item starts a new line even if it would fit on the line before.
    public var startsNewLine: Bool
    /// Whether the item has a line to itself.
    public var standsAlone: Bool
    /// The alignment of the item across its line; nil is that of the flow.
    public var lineAlignment: FlowLineAlignment?
    /// How the item grows in a justified line.
    public var flexibility: FlowFlexibility
    /// The maximum length of the item when it grows, in points.
    public var maximumLength: CGFloat
    /// The item's share of its line's leftover space; see ``FlexibilityWeight``.
    public var weight: Double
    /// The distance from the item's top to its first text baseline, in points; nil is its bottom.
    public var firstTextBaseline: CGFloat?
    /// The distance from the item's top to its last text baseline, in points; nil is its bottom.
    public var lastTextBaseline: CGFloat?
    /// The distances that the item prefers to keep from its neighbors.
    public var spacing: ViewSpacing

    /// Creates an item of a size; by default it has no requests.
    public init(
        size: CGSize, startsNewLine: Bool = false, standsAlone: Bool = false, lineAlignment: FlowLineAlignment? = nil,
        flexibility: FlowFlexibility = .natural, maximumLength: CGFloat = .infinity, weight: Double = 0,
        firstTextBaseline: CGFloat? = nil, lastTextBaseline: CGFloat? = nil, spacing: ViewSpacing = ViewSpacing()
    ) {
        self.size = size
        self.startsNewLine = startsNewLine
        self.standsAlone = standsAlone
        self.lineAlignment = lineAlignment
        self.flexibility = flexibility
        self.maximumLength = maximumLength
        self.weight = weight
        self.firstTextBaseline = firstTextBaseline
        self.lastTextBaseline = lastTextBaseline
        self.spacing = spacing
    }
}

/// The properties of an item that arranging a flow requires.
///
/// Two types conform: `CGSize`, an item without requests, and `FlowItem`. The arithmetic is specialized for each type,
/// so that a flow of plain sizes doesn't pay for features that it doesn't use.
protocol FlowElement: Sendable {
    /// Whether elements of this type never have requests.
    static var isPlain: Bool { get }
    /// The element as an item.
    var item: FlowItem { get }
    /// The width as given, in points.
    var width: CGFloat { get }
    /// The height as given, in points.
    var height: CGFloat { get }
    /// Returns the element of a separator; elements without requests ignore the alignment.
    static func separator(_ size: CGSize, _ alignment: FlowLineAlignment?) -> Self
    /// Returns the element with another size.
    func resized(to size: CGSize) -> Self
}

extension CGSize: FlowElement {
    static var isPlain: Bool { true }
    var item: FlowItem { FlowItem(size: self) }
    static func separator(_ size: CGSize, _ alignment: FlowLineAlignment?) -> CGSize { size }
    func resized(to size: CGSize) -> CGSize { size }
}

extension FlowItem: FlowElement {
    static var isPlain: Bool { false }
    var item: FlowItem { self }
    var width: CGFloat { size.width }
    var height: CGFloat { size.height }

    static func separator(_ size: CGSize, _ alignment: FlowLineAlignment?) -> FlowItem {
        FlowItem(size: size, lineAlignment: alignment)
    }

    func resized(to size: CGSize) -> FlowItem {
        var item = self
        item.size = size
        return item
    }

    /// The weight as a number from 0 to 1e30, so that sums of weights are finite.
    var finiteWeight: Double { min(lengthOrZero(weight), 1e30) }
}

extension LayoutNode {
    /// Makes the node start a new line of a flow, even if it would fit on the line before.
    public func flowStartsNewLine(_ startsNewLine: Bool = true) -> some LayoutNode {
        layoutValue(key: FlowStartsNewLine.self, value: startsNewLine)
    }

    /// Sets the alignment of the node across its line of a flow.
    public func flowLineAlignment(_ alignment: FlowLineAlignment) -> some LayoutNode {
        layoutValue(key: FlowItemLineAlignment.self, value: alignment)
    }

    /// Sets how the node grows in a justified flow.
    public func flowFlexibility(_ flexibility: FlowFlexibility) -> some LayoutNode {
        layoutValue(key: FlowItemFlexibility.self, value: flexibility)
    }
}

/// The key for a subview's share of the leftover space of its line in a flow.
///
/// The leftover space of a line is shared in proportion to the weights of its subviews, as `flex-grow` of CSS does it:
/// a subview that reaches its maximum length keeps it, and the others share the rest. If the weights of a line add up
/// to less than 1, they are fractions of the leftover space. Weights that are 0, negative, infinite or NaN don't grow.
/// A justified flow then grows the other subviews by their flexibility.
///
/// A flow with a weight takes the whole finite length that is proposed.
///
/// ```swift
/// let form = FlowLayout(spacing: 0) {
///     Box(width: 20, height: 10)
///     Box { CGSize(width: $0.width ?? 30, height: 10) }
///         .layoutValue(key: FlexibilityWeight.self, value: 2)
///     Box { CGSize(width: $0.width ?? 30, height: 10) }
///         .layoutValue(key: FlexibilityWeight.self, value: 1)
/// }
/// let placed = form.layout(in: ProposedViewSize(width: 110, height: nil))
/// #expect(placed.children.map(\.frame.width) == [20, 50, 40])
/// ```
public enum FlexibilityWeight: LayoutValueKey {
    /// No growth.
    public static let defaultValue = 0.0
}

/// The key for whether a subview starts a new line of a flow.
enum FlowStartsNewLine: LayoutValueKey { static let defaultValue = false }

/// The key for the alignment of a subview across its line; nil is that of the flow.
enum FlowItemLineAlignment: LayoutValueKey { static let defaultValue: FlowLineAlignment? = nil }

/// The key for how a subview grows in a justified flow.
enum FlowItemFlexibility: LayoutValueKey { static let defaultValue = FlowFlexibility.natural }
