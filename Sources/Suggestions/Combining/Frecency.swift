internal import Foundation

/// How much and how lately a tag was used, as one number that never has to be made anew.
///
/// A use at time t weighs exp(−λ(now − t)), with λ = ln 2 / 30 days. What is kept is the day at which the sum
/// of the weights is worth one, `now + ln(sum) / λ`: the order of two tags then never changes with time alone. This is the form
/// that Firefox has used since 2025.
public enum Frecency {
    /// The days after which a use weighs half.
    public static let halfLife = 30.0

    private static let decay = 0.693_147_180_559_945_3 / halfLife

    /// The number after one more use.
    ///
    /// - Parameters:
    ///   - day: when it was used, in days since 1970.
    ///   - frecency: the number before; `nil` where it was never used.
    /// - Returns: the number that is kept.
    public static func adding(useOn day: Double, to frecency: Double?) -> Double {
        sum(day, frecency) ?? day
    }

    /// The number of two tags that become one.
    public static func sum(_ first: Double?, _ second: Double?) -> Double? {
        guard let first, let second else { return first ?? second }
        let (high, low) = (max(first, second), min(first, second))
        return high + log1p(exp(-decay * (high - low))) / decay
    }

    /// The sum of the weights of all uses at a time, in days since 1970; 0 where there were none.
    public static func weight(of frecency: Double?, on day: Double) -> Double {
        frecency.map { exp(decay * ($0 - day)) } ?? 0
    }
}
