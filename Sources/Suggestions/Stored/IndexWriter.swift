internal import TagCore

/// A part of a ``CompletionIndex`` that can be written to a file and used from there.
///
/// Parts are read in the order of writing, so none needs a name or an offset.
protocol Storable {
    /// Writes the part for ``init(from:)``.
    func store(in store: inout IndexWriter) throws

    /// Opens the stored part without copying its arrays.
    init(from store: inout IndexSource) throws
}

/// A writer for the numbers and arrays of an index, which passes the bytes on immediately.
///
/// A number takes eight bytes. An array is written as its count, zeros up to an offset that is a
/// multiple of 64 bytes, its elements as in memory, and zeros up to a multiple of eight bytes.
struct IndexWriter {
    static let alignment = 64

    private(set) var count = 0
    private let write: (RawSpan) throws -> Void

    init(_ write: @escaping (RawSpan) throws -> Void) { self.write = write }

    /// Adds a number.
    mutating func add(_ number: Int) throws { try PackedArray([Int64(number)]).withBytes { try add($0) } }

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
