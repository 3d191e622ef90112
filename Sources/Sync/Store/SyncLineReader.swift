internal import CZlib

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Decompresses lines that ``SyncLineWriter`` compressed, in pieces, so that a decompression bomb takes no memory.
enum SyncLineReader {
    /// The reason why lines can't be decompressed.
    enum Failure: Error {
        /// The bytes aren't a complete zlib stream that ends with a line feed, or other bytes follow it.
        case invalid
        /// The content or a line has more bytes than allowed.
        case tooLong
        /// There isn't enough memory.
        case noMemory
    }

    /// Passes each line to a closure, without its line feed.
    ///
    /// - Parameters:
    ///   - compressed: A zlib stream.
    ///   - limit: The maximum number of bytes of all lines.
    ///   - body: Takes a line.
    /// - Throws: `Failure`, perhaps after a few lines, or the closure's error.
    static func lines(of compressed: ArraySlice<UInt8>, limit: Int, _ body: (ArraySlice<UInt8>) throws -> Void) throws {
        var input = compressed
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        defer { unsafe stream.deallocate() }
        unsafe stream.initialize(to: z_stream())
        guard unsafe inflateInit_(stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            throw Failure.noMemory
        }
        defer { unsafe _ = inflateEnd(stream) }
        var piece = [UInt8](repeating: 0, count: 65_536)
        var rest: [UInt8] = []
        var size = 0
        var status = Z_OK
        while status != Z_STREAM_END {
            let used = unsafe step(stream, &input, &piece, &status)
            guard status == Z_OK || status == Z_STREAM_END else {
                throw status == Z_MEM_ERROR ? Failure.noMemory : .invalid
            }
            size += used
            guard size <= limit else { throw Failure.tooLong }
            try pass(piece[..<used], &rest, to: body)
            guard rest.count <= SyncLineWriter.lineLimit else { throw Failure.tooLong }
        }
        guard input.isEmpty, rest.isEmpty else { throw Failure.invalid }
    }

    /// Decompresses up to a piece; returns its number of bytes, and removes the bytes that were read.
    private static func step(
        _ stream: UnsafeMutablePointer<z_stream>, _ input: inout ArraySlice<UInt8>, _ piece: inout [UInt8],
        _ status: inout Int32
    ) -> Int {
        // The pointers are only used during the closures, and zlib stays within the given counts. It doesn't write to
        // its input, although its type allows that.
        let left = unsafe input.withUnsafeBufferPointer { input in
            unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
            unsafe stream.pointee.avail_in = UInt32(clamping: input.count)
            unsafe piece.withUnsafeMutableBufferPointer { buffer in
                unsafe stream.pointee.next_out = buffer.baseAddress
                unsafe stream.pointee.avail_out = UInt32(buffer.count)
                status = unsafe inflate(stream, Z_NO_FLUSH)
            }
            return unsafe input.count - (min(input.count, Int(UInt32.max)) - Int(stream.pointee.avail_in))
        }
        input = input.suffix(left)
        return unsafe piece.count - Int(stream.pointee.avail_out)
    }

    /// Splits a piece into lines; `rest` is the beginning of a line that continues in the next piece.
    private static func pass(
        _ piece: ArraySlice<UInt8>, _ rest: inout [UInt8], to body: (ArraySlice<UInt8>) throws -> Void
    ) throws {
        var piece = piece
        while let length = lineLength(piece) {
            let line = piece.prefix(length)
            if rest.isEmpty { try body(line) } else { try body((rest + line)[...]) }
            rest.removeAll(keepingCapacity: true)
            piece = piece.dropFirst(length + 1)
        }
        rest += piece
    }

    /// Returns the number of bytes before the first line feed, or `nil` if there's none.
    private static func lineLength(_ bytes: ArraySlice<UInt8>) -> Int? {
        // memchr, because a loop takes minutes in debug builds. The pointers are only used during the closure.
        unsafe bytes.withUnsafeBytes { buffer in
            guard let start = buffer.baseAddress, let end = unsafe memchr(start, 0x0A, buffer.count) else { return nil }
            return unsafe UnsafeRawPointer(end) - start
        }
    }
}
