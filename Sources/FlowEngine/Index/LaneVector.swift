/// Whole numbers side by side, which a processor adds and compares at once.
protocol LaneVector: Sendable {
    associatedtype Scalar: FixedWidthInteger & SignedInteger & Sendable

    /// How many numbers stand side by side.
    static var laneCount: Int { get }
    init()
    init(repeating number: Scalar)
    subscript(lane: Int) -> Scalar { get set }

    /// Puts an item on the open line of each lane, or starts a line with it where it does not fit.
    ///
    /// - Parameters:
    ///   - lengths: The lengths of the items, none longer than a line.
    ///   - reach: The length of a line.
    /// - Returns: -1 in the lanes where a line starts, 0 in the others.
    mutating func put(_ lengths: Self, reach: Self) -> Self

    /// Adds 1 in the lanes that are marked with -1.
    mutating func count(_ marks: Self)

    /// Sets the lanes to 0 that are marked with -1.
    mutating func clear(_ marks: Self)

    /// Whether all numbers are 0.
    var isZero: Bool { get }
}

/// Lengths side by side, as they are kept: in as little memory as holds them.
protocol LaneRow: Sendable {
    associatedtype Vector: LaneVector
    associatedtype Length: FixedWidthInteger

    init()
    subscript(lane: Int) -> Length { get set }
    /// The lengths as the numbers that are added up.
    var lengths: Vector { get }
}

/// Lengths of one byte, in a quarter of the memory of the largest ones.
struct ByteRow: LaneRow {
    private var bytes = SIMD16<UInt8>()

    subscript(lane: Int) -> UInt8 {
        get { bytes[lane] }
        set { bytes[lane] = newValue }
    }

    @inline(__always)
    var lengths: SIMD16<Int16> { SIMD16<Int16>(truncatingIfNeeded: bytes) }
}

extension SIMD16<Int16>: LaneRow {
    var lengths: Self { self }
}

extension SIMD8<Int32>: LaneRow {
    var lengths: Self { self }
}

// The same few lines twice: the operators of one type of vector are single instructions, those of
// all types together are loops.

extension SIMD16<Int16>: LaneVector {
    static var laneCount: Int { 16 }

    @inline(__always)
    mutating func put(_ lengths: Self, reach: Self) -> Self {
        let longer = self &+ lengths
        // Safe: a mask is a vector of -1 and 0.
        let starts = unsafe unsafeBitCast(longer .> reach, to: Self.self)
        self = longer &- (self & starts)
        return starts
    }

    @inline(__always)
    mutating func count(_ marks: Self) { self = self &- marks }

    @inline(__always)
    mutating func clear(_ marks: Self) { self &= ~marks }

    var isZero: Bool { self == Self() }
}

extension SIMD8<Int32>: LaneVector {
    static var laneCount: Int { 8 }

    @inline(__always)
    mutating func put(_ lengths: Self, reach: Self) -> Self {
        let longer = self &+ lengths
        // Safe: a mask is a vector of -1 and 0.
        let starts = unsafe unsafeBitCast(longer .> reach, to: Self.self)
        self = longer &- (self & starts)
        return starts
    }

    @inline(__always)
    mutating func count(_ marks: Self) { self = self &- marks }

    @inline(__always)
    mutating func clear(_ marks: Self) { self &= ~marks }

    var isZero: Bool { self == Self() }
}
