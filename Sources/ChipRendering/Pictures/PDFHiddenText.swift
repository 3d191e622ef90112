internal import CPango
internal import Foundation
internal import TextMeasurement

/// Adds invisible text to a PDF for runs whose glyphs have no text or the wrong text.
///
/// Cairo draws color glyphs into a PDF as images, which have no text, and PDF readers reverse the
/// characters of right-to-left ligatures. For such runs, this type draws one glyph per character in
/// the background color, at the character's position and with the character as its text.
///
/// In right-to-left text, it draws the character's own glyph. For any other glyph, Cairo would write an
/// `ActualText`, which poppler reverses like glyphs, but PDFium (Chromium) doesn't.
@safe struct PDFHiddenText {
    // Owned by the canvas that has this value.
    private let font: OpaquePointer?
    /// The glyph drawn for characters without a suitable glyph: the letter M.
    private let glyph: UInt32
    /// The width of the glyph, in points.
    private let advance: Double

    /// Uses the font of a context, which must outlive this value.
    ///
    /// Returns `nil` if the font has no letter M.
    init?(_ fonts: FontContext) {
        let (pango, text) = (fonts.library.pango, fonts.library.text)
        let font = unsafe fonts.baseFont
        let shape = unsafe pango.font_get_hb_font(font)
        var glyph: UInt32 = 0
        guard unsafe text.hb_font_get_nominal_glyph(shape, 0x4D, &glyph) != 0 else { return nil }
        let advance = PangoUnits.points(unsafe text.hb_font_get_glyph_h_advance(shape, glyph))
        guard advance > 0 else { return nil }
        unsafe self.font = font
        self.glyph = glyph
        self.advance = advance
    }

    /// Draws the text of a run from left to right, as PDF readers expect for every script.
    func draw(_ run: GlyphRun, of chip: PictureChip, _ layout: OpaquePointer?, on canvas: CairoCanvas) {
        let places = unsafe places(of: run, in: chip.label, layout, canvas.library)
        // A combining mark has the same position as its letter's left end, and must come before it.
        for place in places.sorted(by: { ($0.x, $0.width) < ($1.x, $1.width) }) {
            let scalar = run.isRightToLeft ? place.text.unicodeScalars.first : nil
            let glyph = scalar.flatMap { shape(of: $0, in: run, canvas.library) } ?? standIn
            draw(place, as: glyph, from: chip.labelLeft, chip.baseline, on: canvas)
        }
    }

    /// Draws the scalars of a run at their positions in a reading order, spread over the label's width.
    func draw(_ run: GlyphRun, in order: ReadingOrder, of chip: PictureChip, on canvas: CairoCanvas) {
        draw(order, of: chip, on: canvas) { item in
            guard let offset = item.offset, run.bytes.contains(offset) else { return nil }
            return shape(of: item.scalar, in: run, canvas.library) ?? standIn
        }
    }

    /// Draws the direction marks of a reading order.
    func drawMarks(of order: ReadingOrder, of chip: PictureChip, on canvas: CairoCanvas) {
        draw(order, of: chip, on: canvas) { item in
            guard item.offset == nil else { return nil }
            // Use glyph 0, which belongs to no character: for any other glyph, Cairo would write an `ActualText`.
            let shape = unsafe canvas.library.pango.font_get_hb_font(font)
            let units = unsafe canvas.library.text.hb_font_get_glyph_h_advance(shape, 0)
            guard units > 0 else { return standIn }
            return unsafe Shape(font: font, glyph: 0, advance: PangoUnits.points(units))
        }
    }

    /// The width of a direction mark relative to a scalar.
    ///
    /// Small enough that PDF readers don't infer a space, but large enough to keep the order.
    private static let markWidth = 0.05

    private func draw(
        _ order: ReadingOrder, of chip: PictureChip, on canvas: CairoCanvas, _ shape: (ReadingOrder.Item) -> Shape?
    ) {
        let widths = order.items.map { item in
            item.offset == nil ? Self.markWidth : ReadingOrder.isMark(item.scalar) ? 0 : 1
        }
        let step = chip.labelWidth / widths.reduce(0, +)
        var x = 0.0
        for (item, width) in zip(order.items, widths) {
            if let glyph = shape(item) {
                let place = (text: String(item.scalar), x: x, width: width * step)
                draw(place, as: glyph, from: chip.labelLeft, chip.baseline, on: canvas)
            }
            x += width * step
        }
    }

    /// A glyph drawn for a piece of text.
    @safe private struct Shape {
        let font: OpaquePointer?
        let glyph: UInt32
        /// The width of the glyph, in points.
        let advance: Double
    }

    /// The letter M, drawn for characters without a suitable glyph.
    private var standIn: Shape { unsafe Shape(font: font, glyph: glyph, advance: advance) }

    /// Returns the glyph for a scalar in a run's font, or `nil` if there is none that has a width.
    private func shape(of scalar: Unicode.Scalar, in run: GlyphRun, _ library: FontLibrary) -> Shape? {
        guard !run.isColored, let glyph = unsafe glyph(of: scalar, in: run.font, library) else { return nil }
        let font = unsafe library.pango.font_get_hb_font(run.font)
        let units = unsafe library.text.hb_font_get_glyph_h_advance(font, glyph)
        let advance = PangoUnits.points(units)
        // Vowel marks have no width, but PDF readers ignore letters without width.
        guard advance > 0 || advance == 0 && ReadingOrder.isMark(scalar) else { return nil }
        return unsafe Shape(font: run.font, glyph: glyph, advance: advance)
    }

    private func glyph(of scalar: Unicode.Scalar, in font: OpaquePointer?, _ library: FontLibrary) -> UInt32? {
        let font = unsafe library.pango.font_get_hb_font(font)
        var glyph: UInt32 = 0
        let isThere = unsafe library.text.hb_font_get_nominal_glyph(font, scalar.value, &glyph) != 0
        return isThere ? glyph : nil
    }

    /// A piece of text with its start in the label and its width, in points.
    private typealias Place = (text: String, x: Double, width: Double)

    /// Returns the pieces of a run: its characters, or its scalars if the run is right-to-left.
    ///
    /// PDF readers reverse right-to-left text scalar by scalar.
    private func places(of run: GlyphRun, in label: String, _ layout: OpaquePointer?, _ library: FontLibrary) -> [Place]
    {
        var places: [Place] = []
        var offset = 0
        for character in label {
            let start = offset
            offset += character.utf8.count
            guard run.bytes.contains(start) else { continue }
            var position = PangoRectangle()
            unsafe library.pango.layout_index_to_pos(layout, Int32(clamping: start), &position)
            let x = PangoUnits.points(position.x)
            let width = PangoUnits.points(position.width)
            guard run.isRightToLeft else {
                places.append((String(character), x, width))
                continue
            }
            // The width is negative, so the pieces go from right to left. Combining marks take no width.
            let marks = character.unicodeScalars.reversed().prefix { ReadingOrder.isMark($0) }
            let letters = character.unicodeScalars.dropLast(marks.count)
            let step = width / Double(max(letters.count, 1))
            for mark in marks { places.append((String(mark), x + width, 0)) }
            for (index, scalar) in letters.enumerated() {
                places.append((String(scalar), x + step * Double(index + 1), -step))
            }
        }
        return places
    }

    private func draw(_ place: Place, as shape: Shape, from left: Double, _ y: Double, on canvas: CairoCanvas) {
        let (cairo, context) = unsafe (canvas.library.cairo, canvas.context)
        let sized = unsafe canvas.library.pango.cairo_font_get_scaled_font(shape.font)
        canvas.keepingState {
            canvas.translate(x: left + place.x, y: y)
            let width = max(place.width, shape.advance / 100)
            if shape.advance > 0 { unsafe cairo.scale(context, width / shape.advance, 1) }
            unsafe cairo.set_scaled_font(context, sized)
            var glyph = cairo_glyph_t(index: UInt(shape.glyph), x: 0, y: 0)
            let length = Int32(clamping: place.text.utf8.count)
            var cluster = cairo_text_cluster_t(num_bytes: length, num_glyphs: 1)
            unsafe cairo.show_text_glyphs(context, place.text, length, &glyph, 1, &cluster, 1, 0)
        }
    }
}
