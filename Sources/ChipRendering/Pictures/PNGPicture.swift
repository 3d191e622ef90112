internal import CPango
public import Foundation
internal import TextMeasurement

/// A picture as PNG.
public struct PNGPicture {
    /// The file.
    public let bytes: Data

    /// The most pixels of a side, which is what Cairo can draw, and the most in all, which is 1 GiB of memory.
    private static let longestSide: Double = 32_767
    private static let mostPixels: Double = 268_435_456

    /// Draws a picture.
    ///
    /// - Complexity: Linear in its chips and its pixels.
    /// - Parameters:
    ///   - picture: the picture; where its theme has no background, pixels beside chips are transparent.
    ///   - scale: the pixels of a point.
    ///   - progress: told the share that is done, from 0 to 1.
    /// - Throws: ``PictureError``.
    public init(
        _ picture: Picture,
        scale: Double = 1,
        progress: (Double) -> Void = { _ in }
    ) throws(PictureError) {
        let width = (picture.size.width * scale).rounded(.up)
        let height = (picture.size.height * scale).rounded(.up)
        guard max(width, height) <= Self.longestSide, width * height <= Self.mostPixels,
            let columns = Int32(exactly: max(width, 1)), let rows = Int32(exactly: max(height, 1))
        else { throw .tooLarge(width: width, height: height) }
        let library = try FontLibrary.forPictures()
        let surface = library.cairo.image_surface_create(SurfaceFormat.color, columns, rows)
        defer { unsafe library.cairo.surface_destroy(surface) }
        let canvas = try unsafe CairoCanvas(on: surface, for: picture)
        canvas.scale(by: scale)
        canvas.draw(picture, progress: progress)
        try canvas.check()
        let sink = ByteSink()
        let status = unsafe library.cairo.surface_write_to_png_stream(
            surface,
            ByteSink.write,
            sink.pointer
        )
        guard status == 0 else { throw CairoCanvas.failure(status, library) }
        bytes = sink.bytes
    }
}

extension CairoCanvas {
    /// Draws a whole picture with its upper left corner at the origin.
    func draw(_ picture: Picture, progress: (Double) -> Void) {
        if let background = picture.theme.background { paint(background) }
        translate(x: picture.margin, y: picture.margin)
        for (index, chip) in picture.chips.enumerated() {
            let paint = picture.paint(of: chip)
            drawFace(of: chip, paint, radius: picture.cornerRadius(of: chip.frame))
            if let mark = chip.mark { drawMark(in: mark, paint.text) }
            drawLabel(of: chip, paint.text)
            progress(Double(index + 1) / Double(picture.chips.count))
        }
    }
}

extension FontLibrary {
    /// The library, with what is missing told as an error of drawing.
    static func forPictures() throws(PictureError) -> FontLibrary {
        do {
            return try shared()
        } catch {
            throw .failed("\(error)")
        }
    }
}

/// The values of Cairo's enumeration of pixel formats that are used.
enum SurfaceFormat {
    /// Red, green, blue and transparency: `CAIRO_FORMAT_ARGB32`.
    static let color: Int32 = 0
}

/// Takes the bytes of a file that Cairo writes.
final class ByteSink {
    private(set) var bytes = Data()

    /// What Cairo calls with bytes: the closure's pointer is a sink's.
    static let write:
        @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<UInt8>?, UInt32) -> UInt32 = {
            pointer,
            bytes,
            count in
            // Whoever started the writing holds the sink until it has ended.
            guard let pointer = unsafe pointer, let bytes = unsafe bytes else { return 0 }
            let sink = unsafe Unmanaged<ByteSink>.fromOpaque(pointer).takeUnretainedValue()
            unsafe sink.bytes.append(bytes, count: Int(count))
            return 0
        }

    /// The pointer that stands for the sink; valid for as long as the sink is.
    var pointer: UnsafeMutableRawPointer {
        unsafe Unmanaged.passUnretained(self).toOpaque()
    }
}
