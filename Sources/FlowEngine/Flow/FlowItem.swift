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
