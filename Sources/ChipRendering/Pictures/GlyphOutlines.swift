internal import CPango
internal import Foundation
internal import TextMeasurement

/// Labels as SVG outlines, for viewers that don't have the font.
///
/// Color glyphs become images.
final class GlyphOutlines {
    private let canvas: CairoCanvas
    private let images = GlyphImages()
    private let surface: SurfaceOwner
    /// The element IDs of the images written so far, by data URL.
    private var imageNames: [String: String] = [:]

    init(for picture: Picture) throws(PictureError) {
        let library = try FontLibrary.forPictures()
        surface = SurfaceOwner(library)
        canvas = try unsafe CairoCanvas(on: surface.surface, for: picture)
    }

    /// Returns the outlines of a chip's label as SVG elements.
    ///
    /// - Complexity: Linear in the points of the outlines.
    func markup(of chip: PictureChip, fill: ThemeColor) throws(PictureError) -> String {
        var outline = ""
        var markup = ""
        unsafe canvas.forEachRun(of: chip) { run, _ in
            if run.isColored {
                markup += image(of: run, in: chip)
            } else {
                unsafe canvas.library.pango.cairo_glyph_string_path(canvas.context, run.font, run.glyphString)
                outline += canvas.pathData()
            }
        }
        try canvas.check()
        if !outline.isEmpty { markup += "<path d=\"\(outline)\" fill=\"\(fill.hex)\"/>" }
        return markup
    }

    private func image(of run: GlyphRun, in chip: PictureChip) -> String {
        guard let image = images.image(of: run, in: chip.label) else { return "" }
        let place = image.frame.offsetBy(dx: chip.labelLeft + run.start, dy: chip.baseline)
        let url = "data:image/png;base64," + image.png(run.library).base64EncodedString()
        let position = "x=\"\(SVGNumber(place.minX))\" y=\"\(SVGNumber(place.minY))\""
        if let name = imageNames[url] { return "<use href=\"#\(name)\" \(position)/>" }
        let name = "tagflow-glyph-\(imageNames.count + 1)"
        imageNames[url] = name
        return """
            <defs><image id="\(name)" width="\(SVGNumber(place.width))" \
            height="\(SVGNumber(place.height))" href="\(url)"/></defs><use href="#\(name)" \(position)/>
            """
    }
}

extension GlyphImages.Image {
    /// Encodes the image as PNG.
    func png(_ library: FontLibrary) -> Data {
        let sink = ByteSink()
        _ = unsafe library.cairo.surface_write_to_png_stream(surface, ByteSink.write, sink.pointer)
        return sink.bytes
    }
}

/// Owns an unbounded recording surface.
///
/// On a bounded surface, Cairo would omit the glyphs outside it.
@safe private final class SurfaceOwner {
    let surface: OpaquePointer?
    private let library: FontLibrary

    init(_ library: FontLibrary) {
        self.library = library
        unsafe surface = library.cairo.recording_surface_create(SurfaceContent.colored, nil)
    }

    deinit { unsafe library.cairo.surface_destroy(surface) }
}

/// Values of `cairo_content_t`.
private enum SurfaceContent {
    /// `CAIRO_CONTENT_COLOR_ALPHA`: color and alpha.
    static let colored: UInt32 = 0x3000
}

/// A cache of images of color glyphs for documents, at several pixels per point.
@safe final class GlyphImages {
    /// An image of a run.
    @safe struct Image {
        /// The Cairo surface, owned by the cache.
        let surface: OpaquePointer?
        /// The frame in points, relative to the run's left end on its baseline.
        let frame: CGRect
    }

    /// The number of pixels per point.
    static let scale: Double = 6

    private var images: [String: Image] = [:]
    private var library: FontLibrary?

    deinit { for image in images.values { unsafe library?.cairo.surface_destroy(image.surface) } }

    /// Draws the image of a run at the run's position.
    func draw(_ run: GlyphRun, of chip: PictureChip, on canvas: CairoCanvas) {
        guard let image = image(of: run, in: chip.label) else { return }
        canvas.keepingState {
            canvas.translate(x: chip.labelLeft + run.start + image.frame.minX, y: chip.baseline + image.frame.minY)
            canvas.scale(by: 1 / Self.scale)
            unsafe canvas.library.cairo.set_source_surface(canvas.context, image.surface, 0, 0)
            unsafe canvas.library.cairo.paint(canvas.context)
        }
    }

    /// Returns the image of a run, or `nil` if the run is invisible.
    func image(of run: GlyphRun, in label: String) -> Image? {
        let text = String(decoding: Array(label.utf8)[run.bytes.clamped(to: 0..<label.utf8.count)], as: UTF8.self)
        if let image = images[text] { return image }
        let frame = run.ink.insetBy(dx: -1, dy: -1).integral
        guard !run.ink.isEmpty, let columns = Int32(exactly: frame.width * Self.scale),
            let rows = Int32(exactly: frame.height * Self.scale)
        else { return nil }
        library = run.library
        let image = unsafe Image(surface: Self.surface(of: run, frame, columns: columns, rows: rows), frame: frame)
        images[text] = image
        return image
    }

    private static func surface(of run: GlyphRun, _ frame: CGRect, columns: Int32, rows: Int32) -> OpaquePointer? {
        let cairo = run.library.cairo
        let surface = cairo.image_surface_create(SurfaceFormat.color, columns, rows)
        let context = unsafe cairo.create(surface)
        unsafe cairo.scale(context, scale, scale)
        unsafe cairo.move_to(context, -frame.minX, -frame.minY)
        unsafe run.library.pango.cairo_show_glyph_string(context, run.font, run.glyphString)
        unsafe cairo.destroy(context)
        return unsafe surface
    }
}

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
