internal import CPango
internal import Foundation
internal import TextMeasurement

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
