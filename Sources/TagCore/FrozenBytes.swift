/// Immutable bytes, such as those of a mapped file, and the closure that frees them.
// `@unchecked Sendable`: nothing writes to the bytes while this object exists, and `free` runs once, when it is released.
@safe package final class FrozenBytes: @unchecked Sendable {
    private let buffer: UnsafeRawBufferPointer
    private let free: @Sendable () -> Void

    /// Refers to bytes that stay in place until `free` is called.
    @unsafe package init(_ buffer: UnsafeRawBufferPointer, free: @escaping @Sendable () -> Void) {
        unsafe self.buffer = buffer
        self.free = free
    }

    /// Copies an array of bytes.
    package convenience init(_ bytes: [UInt8]) {
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 64)
        unsafe copy.copyBytes(from: bytes)
        let address = UInt(bitPattern: copy.baseAddress)
        // Only the new object refers to the copy; a raw pointer isn't `Sendable`, so its address is captured.
        unsafe self.init(UnsafeRawBufferPointer(copy)) {
            unsafe UnsafeMutableRawPointer(bitPattern: address)?.deallocate()
        }
    }

    deinit { free() }

    /// The number of bytes.
    package var count: Int { unsafe buffer.count }

    /// Returns the elements at an offset; `nil` if they extend beyond the bytes or aren't aligned.
    ///
    /// The buffer is valid only while this object exists.
    @unsafe package func elements<Element: BitwiseCopyable>(
        of type: Element.Type, at offset: Int, count: Int
    ) -> UnsafeBufferPointer<Element>? {
        let (size, overflows) = count.multipliedReportingOverflow(by: MemoryLayout<Element>.stride)
        guard !overflows, count >= 0, offset >= 0, offset <= self.count, size <= self.count - offset,
            let base = unsafe buffer.baseAddress
        else { return nil }
        let start = unsafe base + offset
        guard UInt(bitPattern: start).isMultiple(of: UInt(MemoryLayout<Element>.alignment)) else { return nil }
        // Every bit pattern is a valid number, and nothing writes to the bytes.
        let first = unsafe start.assumingMemoryBound(to: type)
        return unsafe UnsafeBufferPointer(start: first, count: count)
    }

    /// Calls a closure with a range of the bytes.
    package func withSpan<Result>(_ range: Range<Int>, _ body: (RawSpan) throws -> Result) rethrows -> Result {
        let span = unsafe buffer.bytes
        return try body(span.extracting(range))
    }
}
