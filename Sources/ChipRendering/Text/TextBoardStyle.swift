public import Foundation
public import TagService
public import TextMeasurement

/// How a board is drawn with characters.
public struct TextBoardStyle: Hashable, Sendable {
    /// How each chip is drawn.
    public var chip: ChipStyle
    /// The colors that also show the selection; the check mark is always shown.
    public var colors: BoardColors
    /// Whether each chip shows its number.
    public var isNumbered: Bool
    /// How wide the terminal draws, for labels that are cut.
    public var widths = TerminalWidths()

    /// Creates a style: by default pills without colors or numbers.
    public init(
        chip: ChipStyle = .pill,
        colors: BoardColors = .none,
        isNumbered: Bool = false
    ) {
        self.chip = chip
        self.colors = colors
        self.isNumbered = isNumbered
    }

    /// The size in cells of a chip in this style, before it is cut.
    ///
    /// A chip has the same size whether it is selected or not, so that a toggle moves nothing.
    public func size(of chip: MeasuredChip) -> CGSize {
        CGSize(
            width: chip.label.width + Double(cellsAroundLabel(of: chip.number)),
            height: Double(self.chip.height)
        )
    }

    /// Returns the width of everything in a chip except its label, in cells.
    func cellsAroundLabel(of number: Int) -> Int {
        chip.width(labelCells: 0, number: isNumbered ? number : nil)
    }
}
