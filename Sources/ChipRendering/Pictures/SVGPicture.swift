internal import Foundation
internal import TagCore
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
        guard !chip.label.isEmpty else { return "" }
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

/// Writes the parts of an SVG picture that don't depend on how labels are drawn.
struct SVGWriter {
    let picture: Picture
    private(set) var text = ""

    init(picture: Picture) { self.picture = picture }

    /// Writes the document.
    ///
    /// - Parameters:
    ///   - progress: called after each chip with the completed fraction, from 0 to 1.
    ///   - label: returns the markup of a chip's label.
    /// - Throws: the errors thrown by the closures.
    mutating func write<Failure>(
        progress: (Double) throws(Failure) -> Void, label: (PictureChip) throws(Failure) -> String
    ) throws(Failure) {
        start()
        for heading in picture.titleLines { try write(heading, label: label) }
        text += "<g role=\"list\" \(fontAttributes)>\n"
        let chips = picture.drawnChips
        var headings = picture.headings[...]
        for (index, chip) in chips.enumerated() {
            while let heading = headings.first, heading.line ?? 0 <= chip.line {
                try write(heading, label: label)
                headings.removeFirst()
            }
            write(chip, label: try label(chip))
            try progress(Double(index + 1) / Double(chips.count))
        }
        text += "</g>\n</svg>\n"
    }

    private mutating func start() {
        let (size, margin) = (picture.size, picture.margin)
        let (width, height) = (SVGNumber(size.width), SVGNumber(size.height))
        let (corner, top) = (SVGNumber(-margin), SVGNumber(-margin - picture.titleHeight))
        text = """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
            viewBox="\(corner) \(top) \(width) \(height)" role="group" \
            aria-label="\(MarkupText(picture.title))"\(language)>
            \(ExportMark.comment)
            <title>\(MarkupText(picture.title))</title>

            """
        if let background = picture.theme.background {
            text += """
                <rect x="\(corner)" y="\(top)" width="\(width)" height="\(height)" \
                fill="\(background.hex)"/>

                """
        }
    }

    private var language: String { picture.language == "und" ? "" : " xml:lang=\"\(MarkupText(picture.language))\"" }

    private var fontAttributes: String {
        let font = picture.font
        let face = font.cssFace.map { " \($0.name)=\"\($0.value)\"" }.joined()
        return "font-family=\"\(MarkupText(font.cssFamilies))\" font-size=\"\(SVGNumber(font.size))\""
            + "\(face) text-anchor=\"middle\" xml:space=\"preserve\""
    }

    private mutating func write<Failure>(
        _ heading: PictureHeading, label: (PictureChip) throws(Failure) -> String
    ) throws(Failure) {
        let scale = heading.scale == 1 ? "" : " scale(\(SVGNumber(heading.scale)))"
        let role = heading.line == nil ? "" : " role=\"heading\" aria-level=\"2\""
        let attributes = heading.line == nil ? " \(fontAttributes)" : ""
        var chip = heading.label
        var paint = picture.theme.chip
        paint.text = heading.color
        chip.paint = paint
        text += """
            <g\(role)\(attributes) transform="translate(\(SVGNumber(heading.origin.x)) \
            \(SVGNumber(heading.origin.y)))\(scale)">\(try label(chip))</g>

            """
    }

    private mutating func write(_ chip: PictureChip, label: String) {
        let paint = picture.paint(of: chip)
        let color = chip.color.map { ", \($0.rawValue)" } ?? ""
        let state = chip.isSelected ? ", selected" : ""
        text += "<g role=\"listitem\"><title>\(MarkupText(chip.tag))\(color)\(state)</title>"
        text += face(of: chip, paint)
        if let mark = chip.mark { text += self.mark(in: mark, paint) }
        text += "\(label)</g>\n"
    }

    /// Returns a shape in the border color and, on top, a smaller one in the fill color.
    private func face(of chip: PictureChip, _ paint: Theme.ChipPaint) -> String {
        let radius = picture.cornerRadius(of: chip.frame)
        guard paint.borderWidth > 0 else { return rectangle(chip.frame, radius, paint.fill) }
        let inner = chip.frame.insetBy(dx: paint.borderWidth, dy: paint.borderWidth)
        return rectangle(chip.frame, radius, paint.border)
            + rectangle(inner, max(0, radius - paint.borderWidth), paint.fill)
    }

    private func rectangle(_ frame: CGRect, _ radius: Double, _ fill: ThemeColor) -> String {
        """
        <rect x="\(SVGNumber(frame.minX))" y="\(SVGNumber(frame.minY))" \
        width="\(SVGNumber(frame.width))" height="\(SVGNumber(frame.height))" \
        rx="\(SVGNumber(radius))" fill="\(fill.hex)"/>
        """
    }

    private func mark(in frame: CGRect, _ paint: Theme.ChipPaint) -> String {
        let points = CheckMark.points(in: frame).map { "\(SVGNumber($0.x)) \(SVGNumber($0.y))" }.joined(separator: "L")
        return """
            <path d="M\(points)" fill="none" stroke="\(paint.text.hex)" \
            stroke-width="\(SVGNumber(CheckMark.lineWidth(in: frame)))" \
            stroke-linecap="round" stroke-linejoin="round"/>
            """
    }
}

/// A number in SVG and CSS, with at most three decimal places and no trailing zeros.
///
/// A number too large to count in thousandths is written with an exponent. NaN and infinity become 0.
///
/// ```text
/// 12.34567   becomes   12.346
/// -1.5       becomes   -1.5
/// 1e300      becomes   1e+300
/// ```
struct SVGNumber: CustomStringConvertible {
    let description: String

    init(_ value: Double) {
        guard let thousandths = Int(exactly: (value * 1_000).rounded()) else {
            description = value.isFinite ? "\(value)" : "0"
            return
        }
        let whole = (thousandths < 0 ? "-" : "") + String(thousandths.magnitude / 1_000)
        var digits = String(thousandths.magnitude % 1_000 + 1_000).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        description = digits.isEmpty ? whole : "\(whole).\(digits)"
    }
}
