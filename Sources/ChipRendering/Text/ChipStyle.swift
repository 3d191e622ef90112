public import Foundation
public import TagService
internal import TextMeasurement

/// How a chip is drawn with characters.
public enum ChipStyle: String, CaseIterable, Hashable, Sendable {
    /// One line in round brackets.
    case pill
    /// Three lines: a box, with heavy lines where the tag is selected.
    case boxed
    /// The label alone, after the place of its check mark.
    case plain

    /// The height of a chip in cells.
    var height: Int {
        self == .boxed ? 3 : 1
    }

    /// How many cells a chip has around its label, the place of the check mark included, its number not.
    var cellsAroundLabel: Int {
        self == .plain ? 1 : 4
    }
}

/// How a board is drawn with characters.
public struct TextBoardStyle: Hashable, Sendable {
    /// How each chip is drawn.
    public var chip: ChipStyle
    /// Whether selection is shown in colour as well; the check mark is always there.
    public var isColored: Bool
    /// Whether each chip shows its number.
    public var isNumbered: Bool

    /// A style; without arguments, pills without colour and numbers.
    public init(chip: ChipStyle = .pill, isColored: Bool = false, isNumbered: Bool = false) {
        self.chip = chip
        self.isColored = isColored
        self.isNumbered = isNumbered
    }

    /// The size in cells of a chip in this style, before it is cut.
    ///
    /// A chip takes the same room whether it is selected or not, so that a toggle moves nothing.
    public func size(of chip: MeasuredChip) -> CGSize {
        CGSize(
            width: chip.label.width + Double(cellsAround(number: chip.number)),
            height: Double(self.chip.height)
        )
    }

    /// How many cells a chip has besides its label.
    func cellsAround(number: Int) -> Int {
        chip.cellsAroundLabel + (isNumbered ? String(number).utf8.count : 0)
    }
}
