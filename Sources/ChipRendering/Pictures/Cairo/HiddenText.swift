internal import CPango
internal import Foundation
internal import TextMeasurement

/// The text of runs whose glyphs cannot carry it in a PDF.
///
/// Cairo draws coloured glyphs into a PDF as images, which have no text; and in runs from right to left, readers
/// turn the characters of a ligature around. For such runs a glyph a character, with the character as its text, is
/// drawn where the character stands, before the face of the chip covers it.
@safe struct HiddenText {
    private let canvas: CairoCanvas
    private let font: OpaquePointer?
    /// The glyph that stands for every character.
    private let glyph: UInt32
    /// The width of the glyph, in points.
    private let advance: Double

    /// Hidden text in a font that a canvas's picture keeps; `nil` where the font does not have the letter M.
    init?(on canvas: CairoCanvas) {
        let (pango, text) = (canvas.library.pango, canvas.library.text)
        let font = unsafe canvas.fonts.baseFont
        let shape = unsafe pango.font_get_hb_font(font)
        var glyph: UInt32 = 0
        guard unsafe text.hb_font_get_nominal_glyph(shape, 0x4D, &glyph) != 0 else { return nil }
        let advance = Double(unsafe text.hb_font_get_glyph_h_advance(shape, glyph)) / 1_024
        guard advance > 0 else { return nil }
        self.canvas = canvas
        unsafe self.font = font
        self.glyph = glyph
        self.advance = advance
    }

    /// Draws the text of a chip's runs that need it.
    func draw(_ chip: PictureChip) {
        let left = chip.labelCenter - chip.labelWidth / 2
        unsafe canvas.forEachRun(of: chip) { run, layout in
            guard run.isColored || run.isRightToLeft else { return }
            for place in unsafe places(of: run, in: chip.label, layout) {
                draw(place.text, at: left + place.x, chip.baseline, width: place.width)
            }
        }
    }

    /// A piece of text, where it starts in its label, and how wide it is.
    private typealias Place = (text: String, x: Double, width: Double)

    /// The pieces of a run: its characters; from right to left each scalar of them, as readers turn those around.
    private func places(
        of run: GlyphRun,
        in label: String,
        _ layout: OpaquePointer?
    ) -> [Place] {
        var places: [Place] = []
        var offset = 0
        for character in label {
            let start = offset
            offset += character.utf8.count
            guard run.bytes.contains(start) else { continue }
            var position = PangoRectangle()
            unsafe canvas.library.pango.layout_index_to_pos(layout, Int32(start), &position)
            let (x, width) = (Double(position.x) / 1_024, Double(position.width) / 1_024)
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

    private func draw(_ text: String, at x: Double, _ y: Double, width: Double) {
        let (library, context) = unsafe (canvas.library, canvas.context)
        let sized = unsafe library.pango.cairo_font_get_scaled_font(font)
        canvas.keepingState {
            canvas.translate(x: x, y: y)
            unsafe library.cairo.scale(context, max(width, advance / 100) / advance, 1)
            unsafe library.cairo.set_scaled_font(context, sized)
            var shape = cairo_glyph_t(index: UInt(glyph), x: 0, y: 0)
            let length = Int32(clamping: text.utf8.count)
            var cluster = cairo_text_cluster_t(num_bytes: length, num_glyphs: 1)
            unsafe library.cairo.show_text_glyphs(context, text, length, &shape, 1, &cluster, 1, 0)
        }
    }
}
