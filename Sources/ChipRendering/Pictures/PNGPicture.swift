internal import CPango
public import Foundation
internal import TagCore
internal import TextMeasurement

/// A picture as PNG.
///
/// ```swift
/// let data = try PNGPicture(picture, scale: 2).bytes  // 2 pixels per point
/// ```
public struct PNGPicture {
    /// The contents of the PNG file.
    public let bytes: Data

    /// The maximum width and height in pixels, a limit of Cairo.
    private static let longestSide: Double = 32_767
    /// The maximum number of pixels, which take 1 GiB of memory.
    private static let maximumPixels: Double = 268_435_456

    /// Draws a picture.
    ///
    /// - Complexity: Linear in the chips and the pixels.
    /// - Parameters:
    ///   - picture: the picture; if its theme has no background, the space between chips is transparent.
    ///   - scale: the number of pixels per point.
    ///   - progress: called after each chip with the completed fraction, from 0 to 1; throw to stop drawing.
    /// - Throws: ``PictureError``.
    public init(
        _ picture: Picture, scale: Double = 1, progress: (Double) throws(PictureError) -> Void = { _ in }
    ) throws(PictureError) {
        let width = (picture.size.width * scale).rounded(.up)
        let height = (picture.size.height * scale).rounded(.up)
        guard max(width, height) <= Self.longestSide, width * height <= Self.maximumPixels,
            let columns = Int32(exactly: max(width, 1)), let rows = Int32(exactly: max(height, 1))
        else { throw .tooLarge(width: width, height: height) }
        let library = try FontLibrary.forPictures()
        let surface = library.cairo.image_surface_create(SurfaceFormat.color, columns, rows)
        defer { unsafe library.cairo.surface_destroy(surface) }
        let canvas = try unsafe CairoCanvas(on: surface, for: picture)
        canvas.scale(by: scale)
        try canvas.draw(picture, progress: progress)
        try canvas.check()
        let sink = ByteSink()
        let status = unsafe library.cairo.surface_write_to_png_stream(surface, ByteSink.write, sink.pointer)
        guard status == 0 else { throw CairoCanvas.failure(status, library) }
        var bytes = sink.bytes
        bytes.insert(contentsOf: ExportMark.pngChunk, at: ExportMark.pngPosition)
        self.bytes = bytes
    }
}

extension CairoCanvas {
    /// Draws a whole picture with its upper-left corner at the origin.
    func draw(_ picture: Picture, progress: (Double) throws(PictureError) -> Void) throws(PictureError) {
        if let background = picture.theme.background { paint(background) }
        translate(x: picture.margin, y: picture.margin + picture.titleHeight)
        for heading in picture.titleLines + picture.headings {
            place(heading) { drawLabel(of: heading.label, heading.color) }
        }
        let chips = picture.drawnChips
        for (index, chip) in chips.enumerated() {
            let paint = picture.paint(of: chip)
            drawFace(of: chip, paint, radius: picture.cornerRadius(of: chip.frame))
            if let mark = chip.mark { drawMark(in: mark, paint.text) }
            drawLabel(of: chip, paint.text)
            try progress(Double(index + 1) / Double(chips.count))
        }
    }
}

extension FontLibrary {
    /// Returns the shared library, or throws a ``PictureError`` if part of it is missing.
    static func forPictures() throws(PictureError) -> FontLibrary {
        do { return try shared() } catch { throw .failed("\(error)") }
    }
}

/// Values of `cairo_format_t`.
enum SurfaceFormat {
    /// `CAIRO_FORMAT_ARGB32`: red, green, blue and alpha.
    static let color: Int32 = 0
}

/// Collects the bytes of a file that Cairo writes.
final class ByteSink {
    private(set) var bytes = Data()

    /// The callback that receives bytes from Cairo; its first argument is the pointer to a sink.
    static let write: @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<UInt8>?, UInt32) -> UInt32 = {
        pointer, bytes, count in
        // The caller keeps the sink alive until Cairo has finished writing.
        guard let pointer = unsafe pointer, let bytes = unsafe bytes else { return 0 }
        let sink = unsafe Unmanaged<ByteSink>.fromOpaque(pointer).takeUnretainedValue()
        unsafe sink.bytes.append(bytes, count: Int(count))
        return 0
    }

    /// The pointer to the sink, valid for as long as the sink exists.
    var pointer: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }
}
