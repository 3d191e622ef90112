internal import CZlib

/// Compression of responses in the gzip format (RFC 1952), by zlib.
enum Compression {
    /// The minimum size for compression to be worthwhile, in bytes.
    static let smallest = 1_024

    /// Returns whether the value of `Accept-Encoding` allows gzip (RFC 9110, 12.5.3).
    ///
    /// ```swift
    /// let isAccepted = Compression.isAccepted("br, gzip;q=0.5")  // true
    /// let isExcluded = !Compression.isAccepted("gzip;q=0, *")  // true
    /// ```
    static func isAccepted(_ field: String?) -> Bool {
        guard let field else { return false }
        var quality: [String: Double] = [:]
        for item in field.split(separator: ",") {
            let parts = item.split(separator: ";").map { $0.filter { !$0.isWhitespace } }
            guard let name = parts.first?.lowercased() else { continue }
            let weight = parts.dropFirst().first { $0.lowercased().hasPrefix("q=") }
            quality[name] = weight.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
        }
        return (quality["gzip"] ?? quality["x-gzip"] ?? quality["*"] ?? 0) > 0
    }

    /// The compression level of zlib.
    enum Effort: Int32 {
        /// For content that is compressed for each response: nearly the best ratio in about half the time.
        case once = 5
        /// For content that is compressed once and sent many times.
        case kept = 9
    }

    /// Returns the compressed bytes, or `nil` if zlib reports an error.
    static func gzip(_ bytes: [UInt8], for effort: Effort = .once) -> [UInt8]? {
        var stream = unsafe z_stream()
        // 15 bits of window, and 16 more for the gzip format.
        let isReady = unsafe deflateInit2_(
            &stream, effort.rawValue, Z_DEFLATED, 15 + 16,
            // Memory level 6 instead of 8, because shorter blocks adapt better to their content.
            6, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard isReady == Z_OK else { return nil }
        defer { unsafe _ = deflateEnd(&stream) }
        var input = bytes
        var output = [UInt8](repeating: 0, count: unsafe Int(deflateBound(&stream, UInt(bytes.count))))
        let written: Int? = unsafe input.withUnsafeMutableBufferPointer { input in
            unsafe output.withUnsafeMutableBufferPointer { output in
                unsafe stream.next_in = input.baseAddress
                unsafe stream.avail_in = UInt32(clamping: input.count)
                unsafe stream.next_out = output.baseAddress
                unsafe stream.avail_out = UInt32(clamping: output.count)
                guard unsafe deflate(&stream, Z_FINISH) == Z_STREAM_END else { return nil }
                return unsafe Int(stream.total_out)
            }
        }
        return written.map { Array(output.prefix($0)) }
    }
}
