internal import Foundation
internal import TagService
internal import TextMeasurement

/// A picture as SVG.
///
/// Labels are text: they can be selected, searched and read aloud, and `textLength` holds them to the width
/// that was measured. The coordinates of the chips are those of the board.
public struct SVGPicture {
    /// The document, with a line end after it.
    public let text: String

    /// Draws a picture.
    ///
    /// - Complexity: Linear in its chips.
    /// - Parameters:
    ///   - picture: the picture.
    ///   - progress: told the share that is done, from 0 to 1.
    public init(_ picture: Picture, progress: (Double) -> Void = { _ in }) {
        var writer = SVGWriter(picture: picture)
        writer.write(progress: progress) { chip in
            Self.label(of: chip, fill: picture.paint(of: chip).text)
        }
        text = writer.text
    }

    /// Draws a picture with its labels as outlines, for places that do not have the font.
    ///
    /// - Complexity: Linear in its chips.
    /// - Parameters:
    ///   - picture: the picture.
    ///   - progress: told the share that is done, from 0 to 1.
    /// - Throws: ``PictureError``.
    public init(
        outlining picture: Picture,
        progress: (Double) -> Void = { _ in }
    ) throws(PictureError) {
        let outlines = try GlyphOutlines(for: picture)
        var writer = SVGWriter(picture: picture)
        try writer.write(progress: progress) { chip throws(PictureError) in
            try outlines.markup(of: chip, fill: picture.paint(of: chip).text)
        }
        text = writer.text
    }

    private static func label(of chip: PictureChip, fill: ThemeColor) -> String {
        let direction = chip.isRightToLeft ? " direction=\"rtl\"" : ""
        return """
            <text x="\(SVGNumber(chip.labelCenter))" y="\(SVGNumber(chip.baseline))" \
            textLength="\(SVGNumber(chip.labelWidth))" lengthAdjust="spacingAndGlyphs"\(direction) \
            fill="\(fill.hex)">\(MarkupText(chip.label))</text>
            """
    }
}
