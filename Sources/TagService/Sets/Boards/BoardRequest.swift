public import Foundation

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
