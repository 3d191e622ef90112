internal import CPango
internal import Foundation
internal import TextMeasurement

/// A Cairo surface with the fonts for drawing chips on it.
@safe final class CairoCanvas {
    let library: FontLibrary
    let fonts: FontContext
    /// The Cairo context, owned by this canvas.
    let context: OpaquePointer?

    /// Adds searchable text to runs whose glyphs have no text in a PDF.
    let hiddenText: PDFHiddenText?

    /// Creates a canvas on a surface with the font of a picture.
    ///
    /// The surface must outlive the canvas.
    init(on surface: OpaquePointer?, for picture: Picture) throws(PictureError) {
        do {
            fonts = try FontContext(font: picture.fontName, defaultSize: picture.font.size, language: picture.language)
        } catch { throw .failed("\(error)") }
        library = fonts.library
        hiddenText = PDFHiddenText(fonts)
        unsafe context = unsafe fonts.library.cairo.create(surface)
    }

    deinit { unsafe library.cairo.destroy(context) }

    /// Throws the first Cairo error since the canvas was created.
    func check() throws(PictureError) {
        let status = unsafe library.cairo.status(context)
        guard status == 0 else { throw Self.failure(status, library) }
    }

    static func failure(_ status: UInt32, _ library: FontLibrary) -> PictureError {
        // Cairo returns a constant string.
        guard let text = library.cairo.status_to_string(status) else { return .failed("Cairo's status \(status)") }
        return .failed(unsafe String(cString: text))
    }

    func scale(by factor: Double) { unsafe library.cairo.scale(context, factor, factor) }

    func translate(x: Double, y: Double) { unsafe library.cairo.translate(context, x, y) }

    /// Runs a closure that draws a heading's label, at the heading's position and scale.
    func place(_ heading: PictureHeading, _ draw: () -> Void) {
        keepingState {
            translate(x: heading.origin.x, y: heading.origin.y)
            scale(by: heading.scale)
            draw()
        }
    }

    /// Runs a closure and then restores the state of the canvas.
    func keepingState<Failure>(_ body: () throws(Failure) -> Void) throws(Failure) {
        unsafe library.cairo.save(context)
        defer { unsafe library.cairo.restore(context) }
        try body()
    }

    func setColor(_ color: ThemeColor) {
        unsafe library.cairo.set_source_rgba(
            context, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255, 1)
    }

    /// Fills the whole surface.
    func paint(_ color: ThemeColor) {
        setColor(color)
        unsafe library.cairo.paint(context)
    }

    /// Ends the page.
    func showPage() { unsafe library.cairo.show_page(context) }
}

extension CairoCanvas {
    /// Draws a chip's label as glyphs without text, for images.
    func drawLabel(of chip: PictureChip, _ color: ThemeColor) {
        setColor(color)
        unsafe forEachRun(of: chip) { run, _ in
            unsafe library.pango.cairo_show_glyph_string(context, run.font, run.glyphString)
        }
    }

    /// Draws a chip's label as selectable text, for documents.
    ///
    /// If the glyphs of a run have no text in the document, the text is drawn under them in the chip's fill
    /// color, which makes it invisible. With an `order`, the text of the whole label is drawn this way, in
    /// that order, before all glyphs.
    func drawTextLabel(of chip: PictureChip, _ paint: Theme.ChipPaint, images: GlyphImages, order: ReadingOrder?) {
        if let order { drawHidden(order, of: chip, paint.fill) }
        unsafe forEachRun(of: chip) { run, layout in
            if order == nil, run.isColored || run.isRightToLeft {
                setColor(paint.fill)
                unsafe hiddenText?.draw(run, of: chip, layout, on: self)
            }
            setColor(paint.text)
            move(to: run, of: chip)
            if run.isColored {
                images.draw(run, of: chip, on: self)
            } else if order != nil || run.isRightToLeft {
                unsafe library.pango.cairo_glyph_string_path(context, run.font, run.glyphString)
                unsafe library.cairo.fill(context)
            } else {
                unsafe library.pango.cairo_show_glyph_item(context, chip.label, run.glyphs)
            }
        }
    }

    private func drawHidden(_ order: ReadingOrder, of chip: PictureChip, _ color: ThemeColor) {
        setColor(color)
        hiddenText?.drawMarks(of: order, of: chip, on: self)
        unsafe forEachRun(of: chip) { run, _ in hiddenText?.draw(run, in: order, of: chip, on: self) }
    }

    /// Calls a closure with each run of a chip's label and the layout.
    ///
    /// The current point is the run's start.
    func forEachRun(of chip: PictureChip, _ body: (GlyphRun, _ layout: OpaquePointer?) -> Void) {
        unsafe fonts.forEachRun(of: chip.label) { run, layout in
            move(to: run, of: chip)
            unsafe body(run, layout)
        }
    }

    private func move(to run: GlyphRun, of chip: PictureChip) {
        unsafe library.cairo.new_path(context)
        unsafe library.cairo.move_to(context, chip.labelLeft + run.start, chip.baseline)
    }
}

extension PictureChip {
    /// The horizontal position of the label's left end.
    var labelLeft: Double { labelCenter - labelWidth / 2 }
}

extension CairoCanvas {
    /// Fills a rounded rectangle.
    func fill(_ frame: CGRect, radius: Double, _ color: ThemeColor) {
        let cairo = library.cairo
        setColor(color)
        unsafe cairo.new_path(context)
        let corners = [
            (frame.maxX - radius, frame.minY + radius), (frame.maxX - radius, frame.maxY - radius),
            (frame.minX + radius, frame.maxY - radius), (frame.minX + radius, frame.minY + radius),
        ]
        for (quarter, (x, y)) in corners.enumerated() {
            let start = Double(quarter - 1) * .pi / 2
            unsafe cairo.arc(context, x, y, radius, start, start + .pi / 2)
        }
        unsafe cairo.close_path(context)
        unsafe cairo.fill(context)
    }

    /// Draws a chip's background: a shape in the border color and, on top, a smaller one in the fill color.
    func drawFace(of chip: PictureChip, _ paint: Theme.ChipPaint, radius: Double) {
        guard paint.borderWidth > 0 else { return fill(chip.frame, radius: radius, paint.fill) }
        fill(chip.frame, radius: radius, paint.border)
        let inner = chip.frame.insetBy(dx: paint.borderWidth, dy: paint.borderWidth)
        guard !inner.isNull else { return }
        fill(inner, radius: max(0, radius - paint.borderWidth), paint.fill)
    }

    /// Draws the check mark.
    func drawMark(in frame: CGRect, _ color: ThemeColor) {
        let cairo = library.cairo
        setColor(color)
        unsafe cairo.set_line_width(context, CheckMark.lineWidth(in: frame))
        unsafe cairo.set_line_cap(context, LineStyle.round)
        unsafe cairo.set_line_join(context, LineStyle.round)
        unsafe cairo.new_path(context)
        for point in CheckMark.points(in: frame) { unsafe cairo.line_to(context, point.x, point.y) }
        unsafe cairo.stroke(context)
    }
}

/// Values of `cairo_line_cap_t` and `cairo_line_join_t`.
private enum LineStyle {
    /// `CAIRO_LINE_CAP_ROUND` and `CAIRO_LINE_JOIN_ROUND`.
    static let round: UInt32 = 1
}

extension CairoCanvas {
    /// Returns the current path as SVG path data.
    ///
    /// - Complexity: Linear in the points of the path.
    func pathData() -> String {
        guard let path = unsafe library.cairo.copy_path(context) else { return "" }
        defer { unsafe library.cairo.path_destroy(path) }
        var text = ""
        var index = 0
        let count = Int(unsafe path.pointee.num_data)
        // Each path element is a header with the element's length, followed by the element's points.
        while index < count {
            let header = unsafe path.pointee.data[index].header
            let length = max(1, Int(header.length))
            text += Self.command(header.type)
            let points = (index + 1)..<min(index + length, count)
            text += points.map { unsafe Self.text(of: path.pointee.data[$0]) }.joined(separator: " ")
            index += length
        }
        return text
    }

    /// Returns the SVG command for a path element: `CAIRO_PATH_MOVE_TO`, `LINE_TO`, `CURVE_TO` or
    /// `CLOSE_PATH`.
    private static func command(_ type: UInt32) -> String {
        switch type {
        case 0: "M"
        case 1: "L"
        case 2: "C"
        default: "Z"
        }
    }

    private static func text(of entry: cairo_path_data_t) -> String {
        let point = unsafe entry.point
        return "\(SVGNumber(point.x)) \(SVGNumber(point.y))"
    }
}
