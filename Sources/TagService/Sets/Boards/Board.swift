public import FlowEngine
public import Foundation
public import TextMeasurement

/// The unit of a board's lengths.
public enum BoardUnit: String, Hashable, Sendable, Codable {
    /// A terminal cell.
    case cell
    /// A point in a picture.
    case point
}

/// A chip with its position on the board.
public struct PlacedChip: Hashable, Sendable {
    /// The tag's identifier, which doesn't change when the tag is renamed.
    public var tagID: Int64
    /// The tag's name.
    public var tag: String
    /// The chip's number on the board, from 1.
    public var number: Int
    /// Whether the tag is selected.
    public var isSelected: Bool
    /// The index of the chip's line, from 0.
    public var line: Int
    /// The frame in the board's unit, relative to the board's upper left corner.
    public var frame: CGRect
    /// The measured size of the label; wider than the frame if the label must be truncated.
    public var label: TextSize
    /// The tag's color; `nil` if it has none.
    public var color: TagColor?
}

/// The chips of a set after layout.
///
/// ```swift
/// let board = try service.sets.board(request, of: .named("habits"))
/// for chip in board.chips where chip.isSelected {
///     print(chip.number, chip.tag, chip.frame.minX, chip.line)
/// }
/// ```
public struct Board: Hashable, Sendable {
    /// The set's identifier, which doesn't change when the set is renamed.
    public var setID: Int64
    /// The set's name.
    public var set: String
    /// The unit of all lengths.
    public var unit: BoardUnit
    /// The width that the board was laid out for.
    public var width: Double
    /// The size of the area that the chips cover.
    public var size: CGSize
    /// The layout, with every setting.
    public var layout: FlowLayout
    /// The side on which lines start.
    public var layoutDirection: LayoutDirection
    /// The visible chips, in the set's order.
    public var chips: [PlacedChip]
    /// The number of chips hidden by the line limit.
    public var hidden: Int
    /// The "+N more" chip, with number 0; `nil` if no chips are hidden or ``BoardRequest/countsHidden`` is false.
    public var more: PlacedChip?
    /// The set and the day of a daily set, such as `habits · Saturday 28 November`; `nil` for other sets.
    public var title: String?
}

/// A chip with its measured label, before layout.
public struct MeasuredChip: Hashable, Sendable {
    /// The tag's identifier, which doesn't change when the tag is renamed.
    public var tagID: Int64
    /// The tag's name.
    public var tag: String
    /// The chip's number on the board, from 1.
    public var number: Int
    /// Whether the tag is selected.
    public var isSelected: Bool
    /// The size of the label.
    public var label: TextSize
    /// The tag's color; `nil` if it has none.
    public var color: TagColor?
}

/// The parameters of a board's layout.
///
/// ```swift
/// let request = BoardRequest(width: 24) { chip in
///     CGSize(width: chip.label.width + 4, height: 1)
/// }
/// ```
public struct BoardRequest: Sendable {
    /// The unit of all lengths.
    public var unit: BoardUnit
    /// The available width; infinity lays out all chips on one line.
    ///
    /// A width in the set's layout settings takes precedence.
    public var width: Double
    /// Settings that take precedence over those of the set.
    public var settings: LayoutSettings
    /// The default distance between chips.
    public var spacing: Double
    /// The default distance between lines.
    public var lineSpacing: Double
    /// Whether the board shows only selected tags.
    public var selectedOnly: Bool
    /// Whether the board ends with a "+3 more" chip if the line limit hides chips.
    public var countsHidden = false
    /// Whether a chip wider than the board is narrowed to the board's width; otherwise it overflows.
    public var cutsWideChips: Bool
    /// Returns the size of a chip, including everything that the renderer draws around the measured label.
    public var chipSize: @Sendable (MeasuredChip) -> CGSize

    /// Creates a request; the default spacings suit a terminal.
    public init(
        unit: BoardUnit = .cell, width: Double, settings: LayoutSettings = LayoutSettings(), spacing: Double = 1,
        lineSpacing: Double = 0, selectedOnly: Bool = false, cutsWideChips: Bool = true,
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
