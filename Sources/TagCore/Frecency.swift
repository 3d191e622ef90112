#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// How often and how recently a tag was used, as one number whose order never changes with time.
///
/// As Firefox keeps it since 2025: a use at time t weighs exp(−λ·(now − t)) with λ = ln 2 / 30 days. The sum of all
/// uses is kept as the time at which it is, was or will be one: t + ln(sum) / λ. Nothing is ever decayed anew.
public struct Frecency: Sendable, Hashable, Comparable {
    /// After so many seconds a use counts half: 30 days.
    public static let halfLife = 30.0 * 86_400

    /// The decay a second, λ.
    private static let decay = logarithm(2) / halfLife

    /// The time at which all uses together weigh one, in seconds since a fixed moment; greater is better.
    public let seconds: Double

    /// Makes a frecency from its stored number; nil for NaN and infinities.
    public init?(seconds: Double) {
        guard seconds.isFinite else { return nil }
        self.seconds = seconds
    }

    /// The frecency of so many uses, all at one time; nil without uses or with a time that is no number.
    public init?(uses: Double = 1, at time: Double) {
        guard uses > 0, uses.isFinite, time.isFinite else { return nil }
        self.init(seconds: time + logarithm(uses) / Self.decay)
    }

    /// The frecency with one more use at `time`, in seconds; a time that is no number changes nothing.
    public func adding(useAt time: Double) -> Frecency {
        guard time.isFinite else { return self }
        // ln(eᵃ + eᵇ) = max + ln(1 + e^(min − max)), which cannot overflow.
        let distance = abs(seconds - time) * Self.decay
        let sum = max(seconds, time) + logarithm(1 + exponential(-distance)) / Self.decay
        return Frecency(seconds: sum) ?? self
    }

    /// The frecency without a use at `time` that was added before; nil if nothing is left.
    public func removing(useAt time: Double) -> Frecency? {
        guard time.isFinite else { return self }
        let rest = 1 - exponential((time - seconds) * Self.decay)
        // What floating point cannot tell from nothing is nothing.
        guard rest > 1e-9 else { return nil }
        return Frecency(seconds: seconds + logarithm(rest) / Self.decay)
    }

    /// What all uses weigh together at a time, in uses at that time; at least 0.
    public func score(at time: Double) -> Double {
        let score = exponential((seconds - time) * Self.decay)
        return score.isNaN ? 0 : min(score, .greatestFiniteMagnitude)
    }

    /// Whether the left one is the lower.
    public static func < (left: Frecency, right: Frecency) -> Bool { left.seconds < right.seconds }
}

/// The natural logarithm, without Foundation.
package func logarithm(_ x: Double) -> Double { log(x) }

/// e to the power of `x`, without Foundation.
package func exponential(_ x: Double) -> Double { exp(x) }
