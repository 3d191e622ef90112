internal import CPango
internal import Foundation
internal import TextMeasurement

/// Draws the text of runs whose glyphs cannot carry it in a PDF.
///
/// Cairo draws coloured glyphs into a PDF as images, which have no text; and in right-to-left runs, readers reverse
/// the characters of a ligature. For such runs, one glyph per character, with the character as its text, is drawn in
/// the character's place in the colour of the background.
///
/// Of right-to-left text it is the character's own glyph: with another one Cairo writes an `ActualText`, which some readers
/// (poppler) turn round as they do glyphs, and others (PDFium, which is Chromium's) do not.
@safe struct HiddenText {
    // The font is owned by the canvas that has this value.
    private let font: OpaquePointer?
    /// The glyph that represents every character.
    private let glyph: UInt32
    /// The width of the glyph, in points.
    private let advance: Double

    /// Creates hidden text in the font of a context, which must outlive it; `nil` if the font has no letter M.
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

    /// Draws the text of a run from left to right, the order that readers expect for every script.
    func draw(
        _ run: GlyphRun,
        of chip: PictureChip,
        _ layout: OpaquePointer?,
        on canvas: CairoCanvas
    ) {
        let places = unsafe places(of: run, in: chip.label, layout, canvas.library)
        for place in places.sorted(by: { $0.x < $1.x }) {
            let shape = shape(of: place.text, in: run, canvas.library) ?? standIn
            draw(place, as: shape, from: chip.labelLeft, chip.baseline, on: canvas)
        }
    }

    /// A glyph that is drawn for a piece of text.
    @safe private struct Shape {
        let font: OpaquePointer?
        let glyph: UInt32
        /// The width of the glyph, in points.
        let advance: Double
    }

    /// The glyph that represents every character.
    private var standIn: Shape { unsafe Shape(font: font, glyph: glyph, advance: advance) }

    /// The glyph that a run's font has for the one character of right-to-left text; `nil` if it has none, or none with a width.
    private func shape(of text: String, in run: GlyphRun, _ library: FontLibrary) -> Shape? {
        guard run.isRightToLeft, !run.isColored, let scalar = text.unicodeScalars.first else {
            return nil
        }
        let font = unsafe library.pango.font_get_hb_font(run.font)
        var glyph: UInt32 = 0
        guard unsafe library.text.hb_font_get_nominal_glyph(font, scalar.value, &glyph) != 0 else {
            return nil
        }
        let units = unsafe library.text.hb_font_get_glyph_h_advance(font, glyph)
        let advance = PangoUnits.points(units)
        guard advance > 0 else { return nil }
        return unsafe Shape(font: run.font, glyph: glyph, advance: advance)
    }

    /// A piece of text with its start within the label and its width.
    private typealias Place = (text: String, x: Double, width: Double)

    /// The pieces of a run: its characters, or in a right-to-left run their scalars, which readers reverse.
    private func places(
        of run: GlyphRun,
        in label: String,
        _ layout: OpaquePointer?,
        _ library: FontLibrary
    ) -> [Place] {
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
            // The width is negative here, so the pieces follow one another to the left.
            let scalars = character.unicodeScalars
            let step = width / Double(scalars.count)
            for (index, scalar) in scalars.enumerated() {
                places.append((String(scalar), x + step * Double(index + 1), -step))
            }
        }
        return places
    }

    private func draw(
        _ place: Place,
        as shape: Shape,
        from left: Double,
        _ y: Double,
        on canvas: CairoCanvas
    ) {
        let (cairo, context) = unsafe (canvas.library.cairo, canvas.context)
        let sized = unsafe canvas.library.pango.cairo_font_get_scaled_font(shape.font)
        canvas.keepingState {
            canvas.translate(x: left + place.x, y: y)
            unsafe cairo.scale(context, max(place.width, shape.advance / 100) / shape.advance, 1)
            unsafe cairo.set_scaled_font(context, sized)
            var glyph = cairo_glyph_t(index: UInt(shape.glyph), x: 0, y: 0)
            let length = Int32(clamping: place.text.utf8.count)
            var cluster = cairo_text_cluster_t(num_bytes: length, num_glyphs: 1)
            unsafe cairo.show_text_glyphs(context, place.text, length, &glyph, 1, &cluster, 1, 0)
        }
    }
}
