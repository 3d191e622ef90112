internal import TagCore

/// A part of a ``CompletionIndex`` that can be written to a file and used from there.
///
/// Parts are read in the order of writing, so none needs a name or an offset.
protocol Storable {
    /// Writes all that ``init(from:)`` needs.
    func store(in store: inout IndexWriter) throws

    /// Refers to the written data; nothing large is copied.
    init(from store: inout IndexSource) throws
}

/// The numbers and arrays of an index as bytes, handed on as they come.
///
/// A number is eight bytes. An array is its count, zeros up to a multiple of 64 bytes from the beginning, its elements as they are in
/// memory, and zeros up to a multiple of eight.
struct IndexWriter {
    static let alignment = 64

    private(set) var count = 0
    private let write: (RawSpan) throws -> Void

    init(_ write: @escaping (RawSpan) throws -> Void) {
        self.write = write
    }

    /// Adds a number.
    mutating func add(_ number: Int) throws {
        try PackedArray([Int64(number)]).withBytes { try add($0) }
    }

    /// Adds an array.
    mutating func add<Element>(_ array: PackedArray<Element>) throws {
        try add(array.count)
        try pad(to: Self.alignment)
        try array.withBytes { try add($0) }
        try pad(to: 8)
    }

    private mutating func pad(to alignment: Int) throws {
        let zeros = PackedArray(repeatElement(UInt8(0), count: -count & (alignment - 1)))
        try zeros.withBytes { try add($0) }
    }

    private mutating func add(_ bytes: RawSpan) throws {
        try write(bytes)
        count += bytes.byteCount
    }
}

/// The bytes that an ``IndexWriter`` wrote, read in the same order.
struct IndexSource {
    /// The bytes are not those of an index.
    struct Mismatch: Error {}

    private let bytes: FrozenBytes
    private var offset = 0

    init(_ bytes: FrozenBytes) {
        self.bytes = bytes
    }

    /// Whether everything has been read.
    var isAtEnd: Bool { offset == bytes.count }

    /// Reads a number, which is at least 0.
    mutating func number() throws -> Int {
        guard let word = PackedArray<UInt64>(bytes, at: offset, count: 1)?.first,
            let number = Int(exactly: word)
        else { throw Mismatch() }
        offset += 8
        return number
    }

    /// Reads an array, which refers to the bytes.
    mutating func array<Element>() throws -> PackedArray<Element> {
        let count = try number()
        offset += -offset & (IndexWriter.alignment - 1)
        guard let array = PackedArray<Element>(bytes, at: offset, count: count) else {
            throw Mismatch()
        }
        offset += count * MemoryLayout<Element>.stride
        offset += -offset & 7
        return array
    }

    /// Throws unless a condition holds.
    func require(_ condition: Bool) throws {
        guard condition else { throw Mismatch() }
    }
}
