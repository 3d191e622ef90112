import TagService

/// What can be picked: the tags that were read, and those that come after them.
struct PickSource {
    /// The tags so far.
    var tags: PickableTags
    /// Waits for more tags; `nil` where there are no others.
    var more: (@Sendable () async throws -> [PickableTag]?)?

    /// Reads all tags that match a query, best first; typos do not match.
    mutating func matches(_ query: String, isExact: Bool) async throws -> [PickableTag] {
        while try await readMore() { continue }
        return TagFilter(tags.tags)
            .matches(query, withTypos: false, isExact: isExact)
            .map { tags.tags[$0] }
    }

    /// Reads tags until more than a number of them match a query, or all are read; returns those that match.
    mutating func firstMatches(
        _ query: String,
        isExact: Bool,
        moreThan count: Int
    ) async throws -> [PickableTag] {
        var found: [PickableTag] = []
        var start = 0
        while true {
            let new = Array(tags.tags[start...])
            start = tags.tags.count
            found += TagFilter(new).matches(query, withTypos: false, isExact: isExact)
                .map { new[$0] }
            guard found.count <= count, try await readMore() else { return found }
        }
    }

    /// Waits for more tags; false where there are none.
    private mutating func readMore() async throws -> Bool {
        guard let more else { return false }
        guard let new = try await more() else {
            self.more = nil
            return false
        }
        tags.tags += new
        return true
    }
}
