import TagService

/// The tags to pick from: those already read, and a source of more.
struct PickSource {
    /// The tags so far.
    var tags: PickableTags
    /// Waits for more tags; `nil` at the end.
    var more: (@Sendable () throws -> [PickableTag]?)?
    /// Returns the affinity of all tags to the given tags, by name; `nil` if tags aren't ranked by it.
    var affinities: (@Sendable ([String]) throws -> [String: Double])?

    /// Reads all tags, and returns those that match a query, in the order of the picker.
    ///
    /// Typos don't match.
    mutating func matches(_ query: String, _ options: PickFilter.Options) throws -> [PickableTag] {
        while try readMore() { continue }
        var filter = PickFilter(options)
        filter.append(tags.tags)
        if let scores = try affinities?([]), !scores.isEmpty {
            filter.setAffinities(tags.tags.indices.compactMap { tag in scores[tags.tags[tag].name].map { (tag, $0) } })
        }
        return filter.matches(query).map { tags.tags[$0] }
    }

    /// Reads tags until more than `count` of them match a query; returns the matching tags.
    mutating func firstMatches(
        _ query: String, _ options: PickFilter.Options, moreThan count: Int
    ) throws -> [PickableTag] {
        var found: [PickableTag] = []
        var start = 0
        while true {
            let new = Array(tags.tags[start...])
            start = tags.tags.count
            var filter = PickFilter(options)
            filter.append(new)
            found += filter.matches(query).map { new[$0] }
            guard found.count <= count, try readMore() else { return found }
        }
    }

    /// Waits for more tags; returns false at the end.
    private mutating func readMore() throws -> Bool {
        guard let more else { return false }
        guard let new = try more() else {
            self.more = nil
            return false
        }
        tags.tags += new
        return true
    }
}
