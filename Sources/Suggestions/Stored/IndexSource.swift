internal import TagCore

/// The bytes that an ``IndexWriter`` wrote, read in the same order.
struct IndexSource {
    /// The error for bytes that aren't those of an index.
    struct Mismatch: Error {}

    private let bytes: FrozenBytes
    private var offset = 0

    init(_ bytes: FrozenBytes) { self.bytes = bytes }

    /// Whether everything has been read.
    var isAtEnd: Bool { offset == bytes.count }

    /// Reads a number, which is at least 0.
    mutating func number() throws -> Int {
        guard let word = PackedArray<UInt64>(bytes, at: offset, count: 1)?.first, let number = Int(exactly: word) else {
            throw Mismatch()
        }
        offset += 8
        return number
    }

    /// Reads an array without copying its bytes.
    mutating func array<Element>() throws -> PackedArray<Element> {
        let count = try number()
        offset += -offset & (IndexWriter.alignment - 1)
        guard let array = PackedArray<Element>(bytes, at: offset, count: count) else { throw Mismatch() }
        offset += count * MemoryLayout<Element>.stride
        offset += -offset & 7
        return array
    }

    /// Throws unless a condition holds.
    func require(_ condition: Bool) throws { guard condition else { throw Mismatch() } }
}
