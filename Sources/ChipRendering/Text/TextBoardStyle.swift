public import Foundation
public import TagService
public import TextMeasurement

/// The style of a board drawn with characters.
///
/// ```swift
/// let style = TextBoardStyle(chip: .pill, isNumbered: true)  // (1✓Swift ) (2 SQL )
/// ```
public struct TextBoardStyle: Hashable, Sendable {
    /// The shape of each chip.
    public var chip: ChipStyle
    /// The colors that distinguish selected chips in addition to the check mark.
    public var colors: BoardColors
    /// Whether each chip shows its number.
    public var isNumbered: Bool
    /// The widths of characters in the terminal, used to truncate labels.
    public var widths = TerminalWidths()

    /// Creates a style.
    ///
    /// By default, chips are pills without colors or numbers.
    public init(chip: ChipStyle = .pill, colors: BoardColors = .none, isNumbered: Bool = false) {
        self.chip = chip
        self.colors = colors
        self.isNumbered = isNumbered
    }

    /// Returns the size of a chip in cells, before truncation.
    ///
    /// The size doesn't depend on the selection, so toggling a tag never moves other chips.
    public func size(of chip: MeasuredChip) -> CGSize {
        CGSize(width: chip.label.width + Double(cellsAroundLabel(of: chip.number)), height: Double(self.chip.height))
    }

    /// Returns the width of everything in a chip except its label, in cells.
    func cellsAroundLabel(of number: Int) -> Int { chip.width(labelCells: 0, number: isNumbered ? number : nil) }
}
