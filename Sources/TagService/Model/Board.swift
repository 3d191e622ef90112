public import FlowEngine
public import Foundation

/// What a board's lengths are counted in.
public enum BoardUnit: String, Hashable, Sendable, Codable {
    /// A cell of a terminal.
    case cell
    /// A point of a picture.
    case point
}

/// A chip with its place on the board.
public struct PlacedChip: Hashable, Sendable {
    /// The tag's name.
    public var tag: String
    /// The chip's number on the board, from 1.
    public var number: Int
    /// Whether the tag is selected.
    public var isSelected: Bool
    /// The line that it stands on, from 0.
    public var line: Int
    /// Its place, in the board's unit, from the board's upper left corner.
    public var frame: CGRect
    /// The width of its label as measured; more than fits where the label must be cut.
    public var labelWidth: Double
    /// The height of its label as measured.
    public var labelHeight: Double
    /// The distance from the label's top to its baseline.
    public var labelBaseline: Double
}

/// The chips of a set after layout.
public struct Board: Hashable, Sendable {
    /// The set's name.
    public var set: String
    /// What lengths are counted in.
    public var unit: BoardUnit
    /// The width that the board was laid out for.
    public var width: Double
    /// The size that the chips take.
    public var size: CGSize
    /// The layout, with every setting.
    public var layout: FlowLayout
    /// Where lines start.
    public var layoutDirection: LayoutDirection
    /// The chips that are shown, in the set's order.
    public var chips: [PlacedChip]
    /// How many chips the limit of lines hides.
    public var hidden: Int
}
