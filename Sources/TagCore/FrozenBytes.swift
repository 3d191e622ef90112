/// Bytes that never change, such as those of a mapped file, with what keeps them in memory.
// `@unchecked Sendable`: nothing writes to the bytes as long as this exists, and `free` is called once, when nothing refers to it.
@safe
package final class FrozenBytes: @unchecked Sendable {
    private let buffer: UnsafeRawBufferPointer
    private let free: @Sendable () -> Void

    /// Refers to bytes that stay where they are until `free` is called.
    @unsafe
    package init(_ buffer: UnsafeRawBufferPointer, free: @escaping @Sendable () -> Void) {
        unsafe self.buffer = buffer
        self.free = free
    }

    /// Copies bytes.
    package convenience init(_ bytes: [UInt8]) {
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 64)
        unsafe copy.copyBytes(from: bytes)
        let address = UInt(bitPattern: copy.baseAddress)
        // The copy belongs to the new object alone, which gives it back by its address.
        unsafe self.init(UnsafeRawBufferPointer(copy)) {
            unsafe UnsafeMutableRawPointer(bitPattern: address)?.deallocate()
        }
    }

    deinit { free() }

    /// The number of bytes.
    package var count: Int { unsafe buffer.count }

    /// Returns the numbers that begin at an offset; `nil` if they are not wholly within the bytes, or not aligned.
    ///
    /// They may be used only as long as this object exists.
    @unsafe
    package func elements<Element: BitwiseCopyable>(
        of type: Element.Type,
        at offset: Int,
        count: Int
    ) -> UnsafeBufferPointer<Element>? {
        let (size, overflows) = count.multipliedReportingOverflow(by: MemoryLayout<Element>.stride)
        guard !overflows, count >= 0, offset >= 0, offset <= self.count,
            size <= self.count - offset, let base = unsafe buffer.baseAddress
        else { return nil }
        let start = unsafe base + offset
        guard UInt(bitPattern: start).isMultiple(of: UInt(MemoryLayout<Element>.alignment))
        else { return nil }
        // Every bit pattern is a number, and nobody writes to the bytes.
        let first = unsafe start.assumingMemoryBound(to: type)
        return unsafe UnsafeBufferPointer(start: first, count: count)
    }

    /// Calls a body with a range of the bytes.
    package func withSpan<Result>(
        _ range: Range<Int>,
        _ body: (RawSpan) throws -> Result
    ) rethrows -> Result {
        let span = unsafe buffer.bytes
        return try body(span.extracting(range))
    }
}
