internal import TagCore

/// A frecency as stored in a column: seconds since 1970, or `nil` for a tag that was never used.
enum StoredFrecency {
    /// Returns the value after one more use at a time in milliseconds since 1970.
    static func adding(useAt milliseconds: Int64, to stored: Double?) -> Double? {
        sum(stored, Double(milliseconds) / 1_000)
    }

    /// Returns the value of two merged tags.
    ///
    /// A frecency is the time at which a single use would have the same weight, so adding it is like adding a use at that time.
    static func sum(_ first: Double?, _ second: Double?) -> Double? {
        guard let first = first.flatMap(Frecency.init(seconds:)) else { return second }
        return second.map { first.adding(useAt: $0).seconds } ?? first.seconds
    }
}
