internal import Foundation

/// What a number from outside counts as: itself, or 0 if it is NaN, infinite or negative.
@inline(__always)
func magnitude(_ value: Double) -> Double {
    let positive = value > 0 ? value : 0
    return positive < .infinity ? positive : 0
}

/// Returns a sum of lengths; one too large for a Double is the largest Double there is.
@inline(__always)
func bounded(_ sum: Double) -> Double {
    let most = Double.greatestFiniteMagnitude
    return sum > most ? most : (sum < -most ? -most : sum)
}

/// A length that a parent offers: NaN and negative ones count as 0; nil and infinity are no limit.
func lengthLimit(_ proposal: CGFloat?) -> Double {
    guard let proposal else { return .infinity }
    return proposal > 0 ? proposal.native : 0
}

/// A sum that does not depend on the order in which it was taken.
///
/// It is kept as two Doubles, the second of which is what the first one cannot hold (Dekker's and
/// Knuth's double-double arithmetic). `FlowLayout.arrange` adds the depths of lines one by one and
/// `FlowIndex` adds them chunk by chunk; both must come to the same offset, to the bit.
struct ExactSum: Sendable, Equatable {
    /// The sum, rounded.
    private(set) var value: Double = 0
    private var rest: Double = 0

    /// Adds a number; a sum too large for a Double is the largest one there is.
    @inline(__always)
    mutating func add(_ number: Double) {
        let (sum, error) = Self.twoSum(value, number)
        let tail = error + rest
        // Most sums are of numbers with few digits, and have no rest.
        guard tail != 0 else {
            (value, rest) = (sum, 0)
            return
        }
        guard tail.isFinite else {
            (value, rest) = (bounded(sum), 0)
            return
        }
        value = sum + tail
        rest = tail - (value - sum)
    }

    /// Adds another sum.
    mutating func add(_ other: ExactSum) {
        if other.rest != 0 { add(other.rest) }
        add(other.value)
    }

    /// Adds a number so many times.
    mutating func add(_ number: Double, times count: Int) {
        let times = Double(count)
        let product = number * times
        let error = (-product).addingProduct(number, times)
        if error.isFinite { add(error) }
        add(product)
    }

    /// Returns the sum of two numbers, and what rounding took from it.
    @inline(__always)
    private static func twoSum(_ first: Double, _ second: Double) -> (Double, Double) {
        let sum = first + second
        let part = sum - first
        return (sum, (first - (sum - part)) + (second - part))
    }
}
