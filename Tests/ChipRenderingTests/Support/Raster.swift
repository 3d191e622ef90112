import CPango
import Foundation
import Testing
import TextMeasurement

/// The pixels of a PNG file, read by Cairo.
struct Raster {
    let width: Int
    let height: Int
    /// Blue, green, red and opacity of each pixel, premultiplied.
    let bytes: [UInt8]

    init(png: Data) throws {
        let cairo = try FontLibrary.shared().cairo
        var source = Source(bytes: [UInt8](png))
        // The source outlives the call that reads it.
        let surface = unsafe withUnsafeMutablePointer(to: &source) { pointer in
            unsafe cairo.image_surface_create_from_png_stream(Source.read, pointer)
        }
        defer { unsafe cairo.surface_destroy(surface) }
        let status = unsafe cairo.surface_status(surface)
        try #require(status == 0)
        let columns = Int(unsafe cairo.image_surface_get_width(surface))
        let rows = Int(unsafe cairo.image_surface_get_height(surface))
        let stride = Int(unsafe cairo.image_surface_get_stride(surface))
        var bytes: [UInt8] = []
        if let data = unsafe cairo.image_surface_get_data(surface) {
            for row in 0..<rows {
                let line = unsafe UnsafeBufferPointer(start: data + row * stride, count: columns * 4)
                unsafe bytes.append(contentsOf: line)
            }
        }
        (width, height, self.bytes) = (columns, rows, bytes)
    }

    /// The mean difference of two pictures' channels, from 0 to 1; 1 if their sizes differ.
    func difference(from other: Raster) -> Double {
        guard width == other.width, height == other.height, !bytes.isEmpty else { return 1 }
        let sum = zip(bytes, other.bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        return Double(sum) / Double(bytes.count) / 255
    }

    /// Blue, green, red and opacity of a pixel.
    func pixel(_ x: Int, _ y: Int) -> [UInt8] {
        let start = (y * width + x) * 4
        return Array(bytes[start..<(start + 4)])
    }

    /// Bytes that Cairo reads.
    private struct Source {
        var bytes: [UInt8]
        var position = 0

        static let read: cairo_read_func_t = { pointer, target, count in
            // Whoever reads gives a pointer to a source and room for as many bytes as it asks for.
            guard let source = unsafe pointer?.assumingMemoryBound(to: Source.self), let target = unsafe target else {
                return 10
            }
            let start = unsafe source.pointee.position
            guard unsafe start + Int(count) <= source.pointee.bytes.count else { return 10 }
            for index in 0..<Int(count) { unsafe target[index] = source.pointee.bytes[start + index] }
            unsafe source.pointee.position += Int(count)
            return 0
        }
    }
}
