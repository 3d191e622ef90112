internal import TagCore

/// Frecency as stored in a column: seconds since 1970, `nil` for a tag that was never used.
enum StoredFrecency {
    /// The value after one more use at a time in milliseconds since 1970.
    static func adding(useAt milliseconds: Int64, to stored: Double?) -> Double? {
        sum(stored, Double(milliseconds) / 1_000)
    }

    /// The value for two tags that are merged.
    ///
    /// A use has weight one at its own time, so a frecency is added like a use at its time.
    static func sum(_ first: Double?, _ second: Double?) -> Double? {
        guard let first = first.flatMap(Frecency.init(seconds:)) else { return second }
        return second.map { first.adding(useAt: $0).seconds } ?? first.seconds
    }
}
