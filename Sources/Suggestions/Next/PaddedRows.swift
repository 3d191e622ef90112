/// Rows of numbers, padded with zeros so that numbers can be read and written in blocks of eight.
struct PaddedRows {
    /// The length of a row, including its padding.
    private let width: Int
    private var numbers: [Double]

    /// Creates rows of zeros.
    ///
    /// - Parameters:
    ///   - count: the number of rows.
    ///   - length: the length of each row.
    init(count: Int, length: Int) {
        width = (length + 7) & ~7
        numbers = [Double](repeating: 0, count: count * width)
    }

    /// The number at a row and column.
    subscript(row: Int, column: Int) -> Double {
        @inline(__always) get { numbers[row &* width &+ column] }
        @inline(__always) set { numbers[row &* width &+ column] = newValue }
    }

    /// Returns the starts of a row's blocks, from the block that contains a column.
    @inline(__always)
    func blocks(from column: Int) -> StrideTo<Int> { stride(from: column & ~7, to: width, by: 8) }

    /// Returns the starts of a row's blocks that begin before a column.
    @inline(__always)
    func blocks(upTo column: Int) -> StrideTo<Int> {
        stride(from: 0, to: min(column, width), by: 8)
    }

    /// Returns a block of a row, given the start of the block.
    @inline(__always)
    func eight(_ row: Int, _ block: Int) -> SIMD8<Double> {
        let place = row &* width &+ block
        precondition(place >= 0 && place &+ 8 <= numbers.count, "a block is within the rows")
        // The precondition has checked that the block is within the array.
        return unsafe eight(unchecked: row, block)
    }

    /// Returns a block of an existing row, given a start from ``blocks(from:)`` or ``blocks(upTo:)``.
    @unsafe @inline(__always)
    func eight(unchecked row: Int, _ block: Int) -> SIMD8<Double> {
        unsafe numbers.span.bytes.unsafeLoadUnaligned(
            fromUncheckedByteOffset: (row &* width &+ block) &* 8,
            as: SIMD8<Double>.self
        )
    }

    /// Replaces a block of a row, given the start of the block.
    @inline(__always)
    mutating func set(_ row: Int, _ block: Int, to new: SIMD8<Double>) {
        let place = row &* width &+ block
        precondition(place >= 0 && place &+ 8 <= numbers.count, "a block is within the rows")
        var span = numbers.mutableSpan
        // The precondition has checked that the block is within the array.
        var bytes = unsafe span.mutableBytes
        unsafe bytes.storeBytes(
            of: new,
            toUncheckedByteOffset: place &* 8,
            as: SIMD8<Double>.self
        )
    }
}
