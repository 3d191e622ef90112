internal import Foundation
internal import TagService
internal import TextMeasurement

/// Writes what all SVG pictures have in common: the frame, the chips, their names.
struct SVGWriter {
    let picture: Picture
    private(set) var text = ""

    init(picture: Picture) {
        self.picture = picture
    }

    /// Writes the document; a closure gives each chip's label, another is told the share that is done.
    mutating func write<Failure>(
        progress: (Double) -> Void,
        label: (PictureChip) throws(Failure) -> String
    ) throws(Failure) {
        start()
        for (index, chip) in picture.chips.enumerated() {
            write(chip, label: try label(chip))
            progress(Double(index + 1) / Double(picture.chips.count))
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

    private var language: String {
        picture.language == "und" ? "" : " xml:lang=\"\(MarkupText(picture.language))\""
    }

    private var fontAttributes: String {
        let font = picture.font
        let face = font.cssFace.map { " \($0.name)=\"\($0.value)\"" }.joined()
        return
            "font-family=\"\(MarkupText(font.cssFamilies))\" font-size=\"\(SVGNumber(font.size))\""
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

    /// The chip in the colour of its border, and in it the face.
    private func face(of chip: PictureChip, _ paint: ChipPaint) -> String {
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

    private func mark(in frame: CGRect, _ paint: ChipPaint) -> String {
        let points = CheckMark.points(in: frame)
            .map { "\(SVGNumber($0.x)) \(SVGNumber($0.y))" }.joined(separator: "L")
        return """
            <path d="M\(points)" fill="none" stroke="\(paint.text.hex)" \
            stroke-width="\(SVGNumber(CheckMark.lineWidth(in: frame)))" \
            stroke-linecap="round" stroke-linejoin="round"/>
            """
    }
}
