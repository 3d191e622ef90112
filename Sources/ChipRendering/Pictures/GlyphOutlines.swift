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
