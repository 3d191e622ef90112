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

    /// Draws a chip's label as text of a document.
    ///
    /// The text of runs whose glyphs cannot carry it is drawn first, in the colour of the chip's face.
    func drawTextLabel(of chip: PictureChip, _ paint: ChipPaint, images: GlyphImages) {
        unsafe forEachRun(of: chip) { run, layout in
            if run.isColored || run.isRightToLeft {
                setColor(paint.fill)
                unsafe hiddenText?.draw(run, of: chip, layout, on: self)
            }
            setColor(paint.text)
            move(to: run, of: chip)
            if run.isColored {
                images.draw(run, of: chip, on: self)
            } else if run.isRightToLeft {
                unsafe library.pango.cairo_glyph_string_path(context, run.font, run.glyphString)
                unsafe library.cairo.fill(context)
            } else {
                unsafe library.pango.cairo_show_glyph_item(context, chip.label, run.glyphs)
            }
        }
    }

    /// Gives a body each run of a chip's label, with the pen where the run starts, and the label's layout.
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
    /// The place of the label's left end.
    var labelLeft: Double {
        labelCenter - labelWidth / 2
    }
}
