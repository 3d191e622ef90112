internal import CPango
internal import Foundation
internal import TextMeasurement

extension CairoCanvas {
    /// Draws a chip's label as glyphs, on a surface that has no text.
    func drawLabel(of chip: PictureChip, _ color: ThemeColor) {
        setColor(color)
        unsafe forEachRun(of: chip) { run, _ in
            unsafe library.pango.cairo_show_glyph_string(context, run.font, run.glyphString)
        }
    }

    /// Draws a chip's label as text, but for the runs whose text is hidden under the chip: those as outlines or images.
    func drawTextLabel(of chip: PictureChip, _ color: ThemeColor) {
        let pango = library.pango
        setColor(color)
        unsafe forEachRun(of: chip) { run, _ in
            if run.isColored {
                unsafe pango.cairo_show_glyph_string(context, run.font, run.glyphString)
            } else if run.isRightToLeft {
                unsafe pango.cairo_glyph_string_path(context, run.font, run.glyphString)
                unsafe library.cairo.fill(context)
            } else {
                unsafe pango.cairo_show_glyph_item(context, chip.label, run.glyphs)
            }
        }
    }

    /// Gives a body each run of a chip's label, with the pen where the run starts, and the label's layout.
    func forEachRun(of chip: PictureChip, _ body: (GlyphRun, _ layout: OpaquePointer?) -> Void) {
        let left = chip.labelCenter - chip.labelWidth / 2
        unsafe fonts.forEachRun(of: chip.label) { run, layout in
            unsafe library.cairo.new_path(context)
            unsafe library.cairo.move_to(context, left + run.start, chip.baseline)
            unsafe body(run, layout)
        }
    }
}
