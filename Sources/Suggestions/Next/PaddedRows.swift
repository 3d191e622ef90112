/// Rows of numbers that are padded with zeros, so that eight of them can be read or written at once.
struct PaddedRows {
    /// The length of a row with what it is padded with.
    private let width: Int
    private var numbers: [Double]

    /// Rows of zeros.
    ///
    /// - Parameters:
    ///   - count: the number of rows.
    ///   - length: the length of each.
    init(count: Int, length: Int) {
        width = (length + 7) & ~7
        numbers = [Double](repeating: 0, count: count * width)
    }

    /// A number.
    subscript(row: Int, column: Int) -> Double {
        @inline(__always) get { numbers[row &* width &+ column] }
        @inline(__always) set { numbers[row &* width &+ column] = newValue }
    }

    /// Where eight numbers begin, from those with a column on.
    @inline(__always)
    func blocks(from column: Int) -> StrideTo<Int> { stride(from: column & ~7, to: width, by: 8) }

    /// Where eight numbers begin, up to those before a column.
    @inline(__always)
    func blocks(upTo column: Int) -> StrideTo<Int> {
        stride(from: 0, to: min(column, width), by: 8)
    }

    /// Eight numbers of a row, from the beginning of a block.
    @inline(__always)
    func eight(_ row: Int, _ block: Int) -> SIMD8<Double> {
        let place = row &* width &+ block
        precondition(place >= 0 && place &+ 8 <= numbers.count, "a block is within the rows")
        // The eight numbers are within the array.
        return unsafe eight(unchecked: row, block)
    }

    /// Eight numbers of a row that there is, from the beginning of a block of ``blocks(from:)`` or ``blocks(upTo:)``.
    @unsafe @inline(__always)
    func eight(unchecked row: Int, _ block: Int) -> SIMD8<Double> {
        unsafe numbers.span.bytes.unsafeLoadUnaligned(
            fromUncheckedByteOffset: (row &* width &+ block) &* 8,
            as: SIMD8<Double>.self
        )
    }

    /// Replaces eight numbers of a row, from the beginning of a block.
    @inline(__always)
    mutating func set(_ row: Int, _ block: Int, to new: SIMD8<Double>) {
        let place = row &* width &+ block
        precondition(place >= 0 && place &+ 8 <= numbers.count, "a block is within the rows")
        var span = numbers.mutableSpan
        // The eight numbers are within the array.
        var bytes = unsafe span.mutableBytes
        unsafe bytes.storeBytes(
            of: new,
            toUncheckedByteOffset: place &* 8,
            as: SIMD8<Double>.self
        )
    }
}
