public import FlowEngine
public import Foundation
public import TextMeasurement

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
    /// The size of its label as measured; wider than the frame where the label must be cut.
    public var label: TextSize
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

/// A chip before it has a place: its label was measured.
public struct MeasuredChip: Hashable, Sendable {
    /// The tag's name.
    public var tag: String
    /// The chip's number on the board, from 1.
    public var number: Int
    /// Whether the tag is selected.
    public var isSelected: Bool
    /// The size of the label.
    public var label: TextSize
}

/// What a board is laid out for.
public struct BoardRequest: Sendable {
    /// What lengths are counted in.
    public var unit: BoardUnit
    /// The width to lay out for; infinite is one line.
    ///
    /// The set's own width comes first where it has one.
    public var width: Double
    /// Settings to try, over those that the set keeps.
    public var settings: LayoutSettings
    /// The distance between chips where no settings say any.
    public var spacing: Double
    /// The distance between lines where no settings say any.
    public var lineSpacing: Double
    /// Whether only selected tags are on the board.
    public var selectedOnly: Bool
    /// Whether a chip wider than the board is cut to its width; otherwise it sticks out.
    public var cutsWideChips: Bool
    /// The size of a chip, from its measured label: what is drawn around the label is the renderer's matter.
    public var chipSize: @Sendable (MeasuredChip) -> CGSize

    /// A request; spacings are those of a terminal unless said otherwise.
    public init(
        unit: BoardUnit = .cell,
        width: Double,
        settings: LayoutSettings = LayoutSettings(),
        spacing: Double = 1,
        lineSpacing: Double = 0,
        selectedOnly: Bool = false,
        cutsWideChips: Bool = true,
        chipSize: @escaping @Sendable (MeasuredChip) -> CGSize
    ) {
        self.unit = unit
        self.width = width
        self.settings = settings
        self.spacing = spacing
        self.lineSpacing = lineSpacing
        self.selectedOnly = selectedOnly
        self.cutsWideChips = cutsWideChips
        self.chipSize = chipSize
    }
}
