internal import CPango
internal import Foundation
internal import TextMeasurement

/// A part of a label in a single font, shaped by Pango.
///
/// Valid as long as the label's layout.
@safe struct GlyphRun {
    let glyphs: UnsafeMutablePointer<PangoGlyphItem>
    /// The distance from the label's left end to the run's left end, in points.
    let start: Double
    /// The ink rectangle of the run's glyphs in points, relative to the run's left end on its baseline.
    let ink: CGRect
    let library: FontLibrary

    /// The run's font.
    var font: OpaquePointer? { unsafe glyphs.pointee.item.pointee.analysis.font }

    /// The run's glyphs with their positions.
    var glyphString: OpaquePointer? { unsafe glyphs.pointee.glyphs }

    /// The run's part of the label, as a range of UTF-8 offsets.
    var bytes: Range<Int> {
        let item = unsafe glyphs.pointee.item.pointee
        let start = Int(unsafe item.offset)
        return start..<(start + Int(unsafe item.length))
    }

    /// Whether the run is written from right to left.
    var isRightToLeft: Bool {
        // Odd levels of the bidirectional algorithm are right-to-left.
        unsafe glyphs.pointee.item.pointee.analysis.level % 2 == 1
    }

    /// Whether the run's font is a color font.
    var isColored: Bool {
        let face = unsafe library.text.hb_font_get_face(library.pango.font_get_hb_font(font))
        return unsafe library.text.hb_ot_color_has_png(face) != 0 || library.text.hb_ot_color_has_layers(face) != 0
            || library.text.hb_ot_color_has_svg(face) != 0
    }
}

extension FontContext {
    /// Calls a closure with each run of a label, from left to right, and the label's layout.
    func forEachRun(of label: String, _ body: (GlyphRun, _ layout: OpaquePointer?) -> Void) {
        let pango = library.pango
        unsafe withLayout(of: label) { layout in
            let iterator = unsafe pango.layout_get_iter(layout)
            defer { unsafe pango.layout_iter_free(iterator) }
            repeat {
                // Pango ends a line with a null run.
                guard let glyphs = unsafe pango.layout_iter_get_run_readonly(iterator) else { continue }
                var (ink, logical) = (PangoRectangle(), PangoRectangle())
                unsafe pango.layout_iter_get_run_extents(iterator, &ink, &logical)
                let baseline = unsafe pango.layout_get_baseline(layout)
                let run = unsafe GlyphRun(
                    glyphs: glyphs, start: PangoUnits.points(logical.x),
                    ink: CGRect(
                        x: PangoUnits.points(ink.x - logical.x), y: PangoUnits.points(ink.y - baseline),
                        width: PangoUnits.points(ink.width), height: PangoUnits.points(ink.height)), library: library)
                unsafe body(run, layout)
            } while unsafe pango.layout_iter_next_run(iterator) != 0
        }
    }
}
