public import FlowEngine
public import Foundation
public import TextMeasurement

/// A board with a place for everything that is drawn: what all formats draw from.
///
/// Lengths are in points. The board's upper left corner is the origin, and ``margin`` lies around it.
public struct Picture: Hashable, Sendable {
    /// The set's name.
    public var title: String
    /// The chips, in the set's order.
    public var chips: [PictureChip]
    /// How many chips the limit of lines hides.
    public var hidden: Int
    /// The size that the chips take.
    public var boardSize: CGSize
    /// The distance from the chips to the picture's edges.
    public var margin: Double
    /// The layout of the chips, with every setting.
    public var layout: FlowLayout
    /// Where lines start.
    public var layoutDirection: LayoutDirection
    /// The theme, in the size of the font.
    public var theme: Theme
    /// The font of the labels.
    public var font: ResolvedFont
    /// The font in Pango's notation.
    public var fontName: String
    /// The language of the labels, as BCP 47 names it; `und` is none.
    public var language: String

    /// The size of the whole picture.
    public var size: CGSize {
        CGSize(
            width: (boardSize.width + 2 * margin).rounded(.up),
            height: (boardSize.height + 2 * margin).rounded(.up)
        )
    }

    /// How a chip is painted.
    public func paint(of chip: PictureChip) -> ChipPaint {
        chip.isSelected ? theme.selected : theme.chip
    }

    /// The radius of a chip's corners.
    func cornerRadius(of frame: CGRect) -> Double {
        let half = max(0, min(frame.width, frame.height) / 2)
        return min(theme.radius ?? half, half)
    }
}
