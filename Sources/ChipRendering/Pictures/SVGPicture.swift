internal import Foundation
internal import TagService
internal import TextMeasurement

/// A picture as SVG.
///
/// Labels are text that can be selected, searched and read aloud. `textLength` fits each label to its
/// measured width. The chips have the same coordinates as on the board.
///
/// ```swift
/// let text = SVGPicture(picture).text  // needs the font to display
/// let outlines = try SVGPicture(outlining: picture).text  // looks the same everywhere
/// ```
public struct SVGPicture {
    /// The document, ending with a newline.
    public let text: String

    /// Draws a picture.
    ///
    /// - Complexity: Linear in the chips.
    public init(_ picture: Picture) { self.init(picture) { (_: Double) throws(Never) in } }

    /// Draws a picture and reports the progress.
    ///
    /// - Complexity: Linear in the chips.
    /// - Parameters:
    ///   - picture: the picture.
    ///   - progress: called after each chip with the completed fraction, from 0 to 1; throw to stop drawing.
    /// - Throws: the errors thrown by `progress`.
    public init<Failure>(_ picture: Picture, progress: (Double) throws(Failure) -> Void) throws(Failure) {
        var writer = SVGWriter(picture: picture)
        try writer.write(progress: progress) { (chip) throws(Failure) in
            Self.label(of: chip, fill: picture.paint(of: chip).text)
        }
        text = writer.text
    }

    /// Draws a picture with its labels as outlines, for viewers that don't have the font.
    ///
    /// - Complexity: Linear in the chips.
    /// - Parameters:
    ///   - picture: the picture.
    ///   - progress: called after each chip with the completed fraction, from 0 to 1.
    /// - Throws: ``PictureError``.
    public init(
        outlining picture: Picture, progress: (Double) throws(PictureError) -> Void = { _ in }
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

extension ResolvedFont {
    /// The font families as a value of the CSS property `font-family`, ending with a generic family.
    var cssFamilies: String {
        let names = families.map { Self.generic[$0.lowercased()] ?? "'\(Self.escaped($0))'" }
        let last = names.last ?? ""
        return (Self.generic.values.contains(last) ? names : names + ["sans-serif"]).joined(separator: ", ")
    }

    private static let generic = [
        "sans": "sans-serif", "sans-serif": "sans-serif", "serif": "serif", "monospace": "monospace",
        "mono": "monospace", "system-ui": "system-ui", "cursive": "cursive", "fantasy": "fantasy",
    ]

    /// Escapes a name for use between single quotes in CSS.
    private static func escaped(_ name: String) -> String {
        name.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
    }

    /// The CSS properties for the font's weight and style, without those that have the default value.
    var cssFace: [(name: String, value: String)] {
        (weight == 400 ? [] : [("font-weight", String(weight))]) + (isItalic ? [("font-style", "italic")] : [])
    }
}
