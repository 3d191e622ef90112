internal import CZlib

/// Collects the lines of a new file, and compresses them with zlib (RFC 1950).
///
/// A class, because zlib requires that its state keeps its address.
@safe public final class SyncLineWriter {
    /// The maximum number of bytes of a line, including its line feed.
    static let lineLimit = 4 << 20

    /// The number of bytes of the lines so far, including their line feeds.
    public private(set) var size = 0
    private let limit: Int
    private var output: [UInt8] = []
    private let stream: UnsafeMutablePointer<z_stream>
    private var piece = [UInt8](repeating: 0, count: 65_536)
    private var pending: [UInt8] = []

    /// Creates an empty file of at most `limit` bytes before compression.
    init(limit: Int) throws(SyncStoreError) {
        self.limit = limit
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        // Level 9 saves only 1 % more of the lines, and takes a third more time.
        guard
            unsafe deflateInit_(stream, Z_DEFAULT_COMPRESSION, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
        else { throw .noMemory }
    }

    deinit {
        unsafe _ = deflateEnd(stream)
        unsafe stream.deallocate()
    }

    /// Appends a line, which must not contain a line feed.
    ///
    /// - Throws: ``SyncStoreError/tooLong(limit:)`` if the line or the file exceeds its limit.
    public func append(_ line: some Collection<UInt8>) throws(SyncStoreError) {
        guard line.count < Self.lineLimit else { throw .tooLong(limit: Self.lineLimit) }
        guard size + line.count < limit else { throw .tooLong(limit: limit) }
        pending += line
        pending.append(0x0A)
        size += line.count + 1
        if pending.count >= piece.count { try compress(Z_NO_FLUSH) }
    }

    /// Ends the stream and returns the compressed bytes.
    func finish() throws(SyncStoreError) -> [UInt8] {
        try compress(Z_FINISH)
        return output
    }

    private func compress(_ flush: Int32) throws(SyncStoreError) {
        // The pointers are only used during the closure, and zlib stays within the given counts.
        let isDone = unsafe pending.withUnsafeMutableBufferPointer { input in
            unsafe stream.pointee.next_in = input.baseAddress
            unsafe stream.pointee.avail_in = UInt32(clamping: input.count)
            var status = Z_OK
            var isFull = true
            while status == Z_OK, isFull {
                let used = unsafe piece.withUnsafeMutableBufferPointer { buffer in
                    unsafe stream.pointee.next_out = buffer.baseAddress
                    unsafe stream.pointee.avail_out = UInt32(buffer.count)
                    status = unsafe deflate(stream, flush)
                    return unsafe buffer.count - Int(stream.pointee.avail_out)
                }
                output += piece[..<used]
                isFull = used == piece.count
            }
            // Without room for progress, zlib reports Z_BUF_ERROR, which isn't an error.
            return unsafe stream.pointee.avail_in == 0 && (status == Z_STREAM_END || flush != Z_FINISH)
        }
        guard isDone else { throw .noMemory }
        pending.removeAll(keepingCapacity: true)
    }
}
