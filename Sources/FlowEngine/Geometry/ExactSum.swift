internal import Foundation

/// A sum that does not depend on the order of its terms.
///
/// The sum is stored as two Doubles; the second is the rounding error of the first (double-double arithmetic, Dekker
/// 1971; `twoSum` is Knuth's). `FlowLayout.arrange` adds the depths of lines one by one, and `FlowIndex` adds them
/// chunk by chunk; both must reach the same offset, to the bit.
struct ExactSum: Sendable, Equatable {
    /// The sum, rounded.
    private(set) var value: Double = 0
    private var rest: Double = 0

    /// Adds a number; a sum too large for a Double becomes the largest one.
    @inline(__always) mutating func add(_ number: Double) {
        let (sum, error) = Self.twoSum(value, number)
        let tail = error + rest
        // Most sums are of numbers with few digits, and are exact.
        guard tail != 0 else {
            (value, rest) = (sum, 0)
            return
        }
        guard tail.isFinite else {
            (value, rest) = (clampedToFinite(sum), 0)
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

    /// Adds a number `count` times.
    mutating func add(_ number: Double, times count: Int) {
        let times = Double(count)
        let product = number * times
        let error = (-product).addingProduct(number, times)
        if error.isFinite { add(error) }
        add(product)
    }

    /// Returns the rounded sum of two numbers, and its rounding error.
    @inline(__always) private static func twoSum(_ first: Double, _ second: Double) -> (Double, Double) {
        let sum = first + second
        let part = sum - first
        return (sum, (first - (sum - part)) + (second - part))
    }
}
