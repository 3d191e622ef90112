internal import TagCore
internal import Suggestions

/// Frecency as a column keeps it: seconds since 1970, `nil` where a tag was never used.
enum StoredFrecency {
    /// The column after one more use at a time, in milliseconds since 1970.
    static func adding(useAt milliseconds: Int64, to stored: Double?) -> Double? {
        sum(stored, Double(milliseconds) / 1_000)
    }

    /// The column of two tags that become one.
    ///
    /// A use weighs one at its own time, so that a frecency is added as a use at its moment.
    static func sum(_ first: Double?, _ second: Double?) -> Double? {
        guard let first = first.flatMap(Frecency.init(seconds:)) else { return second }
        return second.map { first.adding(useAt: $0).seconds } ?? first.seconds
    }
}
