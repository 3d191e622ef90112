/// How a picture of chips looks: font, colours, distances.
///
/// Lengths are in points and hold for the theme's own font size; in another size they grow with it.
public struct Theme: Hashable, Sendable, Codable {
    /// The font, with its size, in Pango's notation: `Noto Sans, Sans 15`.
    public var font: String
    /// The colour behind the chips; `nil` is none.
    public var background: ThemeColor?
    /// A chip whose tag is not selected.
    public var chip: ChipPaint
    /// A chip whose tag is selected.
    public var selected: ChipPaint
    /// The radius of a chip's corners; `nil` makes its ends half circles.
    public var radius: Double?
    /// The distances inside a chip.
    public var padding: ChipPadding
    /// The depth of a line of text, in multiples of the font's size; scripts that need more get more.
    public var lineHeight: Double
    /// The size of the check mark.
    public var markSize: Double
    /// The distance between the check mark and the label.
    public var markSpacing: Double
    /// The distance between two chips of a line.
    public var spacing: Double
    /// The distance between two lines.
    public var lineSpacing: Double
    /// The distance between the chips and the edges of the picture.
    public var margin: Double
}

/// The colours of a chip.
public struct ChipPaint: Hashable, Sendable, Codable {
    /// The colour of its face.
    public var fill: ThemeColor
    /// The colour of its border.
    public var border: ThemeColor
    /// The width of its border, which lies inside the chip; 0 is no border.
    public var borderWidth: Double
    /// The colour of its label and its check mark.
    public var text: ThemeColor
}

/// The distances between the edges of a chip and what it holds.
public struct ChipPadding: Hashable, Sendable, Codable {
    /// At either end.
    public var horizontal: Double
    /// Above and below.
    public var vertical: Double
}

extension Theme {
    /// The theme in another font size, every length scaled by the same factor.
    ///
    /// The distances between chips stay whole points, so that chips stand on whole points.
    func scaled(by factor: Double) -> Theme {
        var theme = self
        theme.chip.borderWidth *= factor
        theme.selected.borderWidth *= factor
        theme.radius = radius.map { $0 * factor }
        theme.padding.horizontal *= factor
        theme.padding.vertical *= factor
        theme.markSize *= factor
        theme.markSpacing *= factor
        theme.spacing = (spacing * factor).rounded()
        theme.lineSpacing = (lineSpacing * factor).rounded()
        theme.margin = (margin * factor).rounded()
        return theme
    }
}
