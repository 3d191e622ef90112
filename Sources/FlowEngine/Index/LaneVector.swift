/// A SIMD vector of line lengths, one per lane.
protocol LaneVector: Sendable {
    associatedtype Scalar: FixedWidthInteger & SignedInteger & Sendable

    /// The number of lanes.
    static var laneCount: Int { get }
    init()
    init(repeating number: Scalar)
    subscript(lane: Int) -> Scalar { get set }

    /// Appends an item to the open line of each lane, or starts a line with it where it does not fit.
    ///
    /// - Parameters:
    ///   - lengths: The lengths of the items, none longer than a line.
    ///   - reach: The length of a line.
    /// - Returns: -1 in the lanes where a line starts, 0 in the others.
    mutating func append(_ lengths: Self, reach: Self) -> Self

    /// Adds 1 in the lanes marked with -1.
    mutating func count(_ marks: Self)

    /// Sets the lanes marked with -1 to 0.
    mutating func clear(_ marks: Self)

    /// Whether all lanes are 0.
    var isZero: Bool { get }
}

/// A row of item lengths, one per lane, stored in as few bits as they need.
protocol LaneRow: Sendable {
    associatedtype Vector: LaneVector
    associatedtype Length: FixedWidthInteger

    init()
    subscript(lane: Int) -> Length { get set }
    /// The lengths widened for addition.
    var lengths: Vector { get }
}

/// A row of 8-bit lengths.
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

// The conformances are written out twice because operators of a concrete SIMD type compile to single instructions,
// while those of the generic `SIMD` protocol compile to loops over lanes.

extension SIMD16<Int16>: LaneVector {
    static var laneCount: Int { 16 }

    @inline(__always)
    mutating func append(_ lengths: Self, reach: Self) -> Self {
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
    mutating func append(_ lengths: Self, reach: Self) -> Self {
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
