internal import Foundation
internal import TagService
internal import TextMeasurement

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
        let chips = picture.drawnChips
        for (index, chip) in chips.enumerated() {
            write(chip, label: try label(chip))
            try progress(Double(index + 1) / Double(chips.count))
        }
        text += "</g>\n</svg>\n"
    }

    private mutating func start() {
        let (size, margin) = (picture.size, picture.margin)
        let (width, height) = (SVGNumber(size.width), SVGNumber(size.height))
        let corner = SVGNumber(-margin)
        text = """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
            viewBox="\(corner) \(corner) \(width) \(height)" role="group" \
            aria-label="\(MarkupText(picture.title))"\(language)>
            <title>\(MarkupText(picture.title))</title>

            """
        if let background = picture.theme.background {
            text += """
                <rect x="\(corner)" y="\(corner)" width="\(width)" height="\(height)" \
                fill="\(background.hex)"/>

                """
        }
        text += "<g role=\"list\" \(fontAttributes)>\n"
    }

    private var language: String { picture.language == "und" ? "" : " xml:lang=\"\(MarkupText(picture.language))\"" }

    private var fontAttributes: String {
        let font = picture.font
        let face = font.cssFace.map { " \($0.name)=\"\($0.value)\"" }.joined()
        return "font-family=\"\(MarkupText(font.cssFamilies))\" font-size=\"\(SVGNumber(font.size))\""
            + "\(face) text-anchor=\"middle\" xml:space=\"preserve\""
    }

    private mutating func write(_ chip: PictureChip, label: String) {
        let paint = picture.paint(of: chip)
        let state = chip.isSelected ? ", selected" : ""
        text += "<g role=\"listitem\"><title>\(MarkupText(chip.tag))\(state)</title>"
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
