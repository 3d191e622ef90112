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
    public init(_ picture: Picture) {
        var writer = SVGWriter(picture: picture)
        writer.write { SVGLabel(picture: picture).text(of: $0) }
        text = writer.text
    }
}

/// A label as text of SVG.
private struct SVGLabel {
    let picture: Picture

    func text(of chip: PictureChip) -> String {
        let direction = chip.isRightToLeft ? " direction=\"rtl\"" : ""
        let fill = picture.paint(of: chip).text.hex
        return "<text x=\"\(SVGNumber(chip.labelCenter))\" y=\"\(SVGNumber(chip.baseline))\""
            + " textLength=\"\(SVGNumber(chip.labelWidth))\" lengthAdjust=\"spacingAndGlyphs\""
            + "\(direction) fill=\"\(fill)\">\(MarkupText(chip.label))</text>"
    }
}
