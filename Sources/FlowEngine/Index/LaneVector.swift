/// A SIMD vector of line lengths, one per lane.
///
/// To each length a bias is added, with which a line as long as the container has the largest number of the type. A longer
/// one is then negative, as additions wrap around, and is no comparison.
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
    ///   - bias: The bias, which is also a line without items.
    /// - Returns: -1 in the lanes where a line starts, 0 in the others.
    mutating func append(_ lengths: Self, bias: Self) -> Self

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
///
/// The lengths of the first eight lanes are the lower bytes of numbers of 16 bits, those of the others the upper bytes, so
/// that they are widened with a mask and a shift. The standard library's conversion is a call for each row.
struct ByteRow: LaneRow {
    private var pairs = SIMD8<UInt16>()

    subscript(lane: Int) -> UInt8 {
        get { UInt8(truncatingIfNeeded: lane < 8 ? pairs[lane] : pairs[lane - 8] >> 8) }
        set {
            let length = UInt16(newValue)
            pairs[lane % 8] =
                lane < 8
                ? (pairs[lane] & 0xFF00) | length
                : (pairs[lane - 8] & 0x00FF) | (length << 8)
        }
    }

    @inline(__always)
    var lengths: SIMD16<Int16> {
        let lower = pairs & SIMD8(repeating: 0xFF)
        let upper = pairs &>> SIMD8(repeating: 8)
        // Safe: lengths of 8 bits are the same numbers with and without a sign.
        return unsafe unsafeBitCast(
            SIMD16(lowHalf: lower, highHalf: upper),
            to: SIMD16<Int16>.self
        )
    }
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
    mutating func append(_ lengths: Self, bias: Self) -> Self {
        let longer = self &+ lengths
        let alone = bias &+ lengths
        // A line with the item on it is no shorter than the item alone, unless it is too long and so negative. The
        // larger of the two is one instruction.
        self = longer.replacing(with: alone, where: alone .> longer)
        return longer &>> Self(repeating: 15)
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
    mutating func append(_ lengths: Self, bias: Self) -> Self {
        let longer = self &+ lengths
        let starts = longer &>> Self(repeating: 31)
        self = longer &- ((self &- bias) & starts)
        return starts
    }

    @inline(__always)
    mutating func count(_ marks: Self) { self = self &- marks }

    @inline(__always)
    mutating func clear(_ marks: Self) { self &= ~marks }

    var isZero: Bool { self == Self() }
}
