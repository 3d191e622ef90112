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
    /// The maximum length of the item in a justified line, in points.
    public var maximumLength: CGFloat
    /// The distance from the item's top to its first text baseline, in points; nil is its bottom.
    public var firstTextBaseline: CGFloat?
    /// The distance from the item's top to its last text baseline, in points; nil is its bottom.
    public var lastTextBaseline: CGFloat?
    /// The distances that the item prefers to keep from its neighbors.
    public var spacing: ViewSpacing

    /// Creates an item of a size; by default it has no requests.
    public init(
        size: CGSize,
        startsNewLine: Bool = false,
        standsAlone: Bool = false,
        lineAlignment: FlowLineAlignment? = nil,
        flexibility: FlowFlexibility = .natural,
        maximumLength: CGFloat = .infinity,
        firstTextBaseline: CGFloat? = nil,
        lastTextBaseline: CGFloat? = nil,
        spacing: ViewSpacing = ViewSpacing()
    ) {
        self.size = size
        self.startsNewLine = startsNewLine
        self.standsAlone = standsAlone
        self.lineAlignment = lineAlignment
        self.flexibility = flexibility
        self.maximumLength = maximumLength
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
}

extension CGSize: FlowElement {
    static var isPlain: Bool { true }
    var item: FlowItem { FlowItem(size: self) }
}

extension FlowItem: FlowElement {
    static var isPlain: Bool { false }
    var item: FlowItem { self }
    var width: CGFloat { size.width }
    var height: CGFloat { size.height }
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

/// The key for whether a subview starts a new line of a flow.
enum FlowStartsNewLine: LayoutValueKey {
    static let defaultValue = false
}

/// The key for the alignment of a subview across its line; nil is that of the flow.
enum FlowItemLineAlignment: LayoutValueKey {
    static let defaultValue: FlowLineAlignment? = nil
}

/// The key for how a subview grows in a justified flow.
enum FlowItemFlexibility: LayoutValueKey {
    static let defaultValue = FlowFlexibility.natural
}
