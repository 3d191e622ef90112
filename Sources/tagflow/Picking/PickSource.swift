import TagService

/// The tags to pick from: those already read, and a source of more.
struct PickSource {
    /// The tags so far.
    var tags: PickableTags
    /// Waits for more tags; `nil` at the end.
    var more: (@Sendable () async throws -> [PickableTag]?)?

    /// Reads all tags, and returns those that match a query, best first.
    ///
    /// Typos don't match.
    mutating func matches(_ query: String, isExact: Bool) async throws -> [PickableTag] {
        while try await readMore() { continue }
        return TagFilter(tags.tags)
            .matches(query, withTypos: false, isExact: isExact)
            .map { tags.tags[$0] }
    }

    /// Reads tags until more than `count` of them match a query; returns the matching tags.
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

    /// Waits for more tags; returns false at the end.
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
