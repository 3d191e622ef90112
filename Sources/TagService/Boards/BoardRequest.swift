public import Foundation
public import TextMeasurement

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
