public import Foundation

/// A measured item of a flow: its ideal size and what it asks of its line.
public struct FlowItem: Equatable, Sendable {
    /// The size of the item; NaN, infinite and negative dimensions count as 0.
    public var size: CGSize
    /// Whether the item starts a line even if the line before has room.
    public var startsNewLine: Bool
    /// Whether the item has a line to itself.
    public var standsAlone: Bool
    /// Where the item stands across its line; nil is where the flow says.
    public var lineAlignment: FlowLineAlignment?
    /// How the item takes part in filling a justified line.
    public var flexibility: FlowFlexibility
    /// The length up to which the item grows in a justified line.
    public var maximumLength: CGFloat
    /// The distance from the item's top to its first text baseline; nil is its bottom.
    public var firstTextBaseline: CGFloat?
    /// The distance from the item's top to its last text baseline; nil is its bottom.
    public var lastTextBaseline: CGFloat?
    /// The distances to its neighbours that the item prefers.
    public var spacing: ViewSpacing

    /// Makes an item of a size; without further arguments it asks nothing of its line.
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

/// What the arithmetic of a flow needs to know of an item.
///
/// There are two: `CGSize`, an item that asks nothing of its line, and `FlowItem`. The arithmetic is
/// specialised for each, so that a flow over plain sizes pays for nothing else.
protocol FlowElement: Sendable {
    /// Whether no element of this type asks anything of its line.
    static var isPlain: Bool { get }
    /// The element as an item with every wish spelled out.
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
    /// Makes the node start a line of a flow, even if the line before has room.
    public func flowStartsNewLine(_ startsNewLine: Bool = true) -> some LayoutNode {
        layoutValue(key: FlowStartsNewLine.self, value: startsNewLine)
    }

    /// Says where the node stands across its line of a flow.
    public func flowLineAlignment(_ alignment: FlowLineAlignment) -> some LayoutNode {
        layoutValue(key: FlowItemLineAlignment.self, value: alignment)
    }

    /// Says how the node takes part in filling its line of a justified flow.
    public func flowFlexibility(_ flexibility: FlowFlexibility) -> some LayoutNode {
        layoutValue(key: FlowItemFlexibility.self, value: flexibility)
    }
}

/// Whether a subview starts a line of a flow.
enum FlowStartsNewLine: LayoutValueKey {
    static let defaultValue = false
}

/// Where a subview stands across its line; nil is where the flow says.
enum FlowItemLineAlignment: LayoutValueKey {
    static let defaultValue: FlowLineAlignment? = nil
}

/// How a subview takes part in filling its line.
enum FlowItemFlexibility: LayoutValueKey {
    static let defaultValue = FlowFlexibility.natural
}
