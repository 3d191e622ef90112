#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// How often and how recently a tag was used, as one number whose order doesn't change over time.
///
/// The method is Firefox's (since 2025): a use at time t has the weight exp(−λ·(now − t)) with λ = ln 2 / 30 days. The
/// sum of the weights is stored as the moment at which it equals 1, t + ln(sum) / λ, so stored values never have to be
/// updated.
///
/// ```swift
/// let day = 86_400.0
/// let often = Frecency(uses: 100, at: 0)    // equals one use on day 199
/// let recent = Frecency(at: 200 * day)      // greater, so it comes first
/// ```
public struct Frecency: Sendable, Hashable, Comparable {
    /// The time in which the weight of a use halves, in seconds: 30 days.
    public static let halfLife = 30.0 * 86_400

    /// The decay rate λ, per second.
    private static let decay = logarithm(2) / halfLife

    /// The moment at which the weights of all uses sum to 1, in seconds since a fixed epoch; greater is better.
    public let seconds: Double

    /// Creates a frecency from its stored value; `nil` for NaN and infinities.
    public init?(seconds: Double) {
        guard seconds.isFinite else { return nil }
        self.seconds = seconds
    }

    /// Creates the frecency of several uses at one time; `nil` unless `uses` is positive and both values are finite.
    public init?(uses: Double = 1, at time: Double) {
        guard uses > 0, uses.isFinite, time.isFinite else { return nil }
        self.init(seconds: time + logarithm(uses) / Self.decay)
    }

    /// Returns the frecency with one more use at `time`, in seconds; a time that isn't finite changes nothing.
    public func adding(useAt time: Double) -> Frecency {
        guard time.isFinite else { return self }
        // ln(eᵃ + eᵇ) = max + ln(1 + e^(min − max)), which can't overflow.
        let distance = abs(seconds - time) * Self.decay
        let sum = max(seconds, time) + logarithm(1 + exponential(-distance)) / Self.decay
        return Frecency(seconds: sum) ?? self
    }

    /// Returns the frecency without a use at `time` that was added earlier; `nil` if no use is left.
    public func removing(useAt time: Double) -> Frecency? {
        guard time.isFinite else { return self }
        let rest = 1 - exponential((time - seconds) * Self.decay)
        // A remainder this small is rounding error.
        guard rest > 1e-9 else { return nil }
        return Frecency(seconds: seconds + logarithm(rest) / Self.decay)
    }

    /// Returns the total weight of all uses at a time, in uses at that time; at least 0.
    public func score(at time: Double) -> Double {
        let score = exponential((seconds - time) * Self.decay)
        return score.isNaN ? 0 : min(score, .greatestFiniteMagnitude)
    }

    /// Returns whether the left frecency is lower.
    public static func < (left: Frecency, right: Frecency) -> Bool { left.seconds < right.seconds }
}

/// A frecency as stored in a column: seconds since 1970, or `nil` for a tag that was never used.
package enum StoredFrecency {
    /// Returns the value after one more use at a time in milliseconds since 1970.
    package static func adding(useAt milliseconds: Int64, to stored: Double?) -> Double? {
        sum(stored, Double(milliseconds) / 1_000)
    }

    /// Returns the value of two merged tags.
    ///
    /// A frecency is the time at which a single use would have the same weight, so adding it is like adding a use at that time.
    package static func sum(_ first: Double?, _ second: Double?) -> Double? {
        guard let first = first.flatMap(Frecency.init(seconds:)) else { return second }
        return second.map { first.adding(useAt: $0).seconds } ?? first.seconds
    }
}

/// Returns the natural logarithm, without Foundation.
package func logarithm(_ x: Double) -> Double { log(x) }

/// Returns e to the power of `x`, without Foundation.
package func exponential(_ x: Double) -> Double { exp(x) }
