internal import TagStore

/// Finds, among the tags of a picker, those that match what was typed, best first.
///
/// A scan over the keys, packed into one row of bytes: 100,000 tags take a few milliseconds, need no time to be made
/// ready, and every match is found, so that it can be counted and scrolled to. A query that goes on from
/// the last one looks at that one's matches only.
public struct TagFilter: Sendable {
    /// The number of tags.
    public private(set) var count = 0
    /// The folded keys of the tags, then those of their aliases.
    private var keys = PackedTexts()
    /// For each key of an alias, the tag that it leads to.
    private var aliasTargets: [Int32] = []
    private var aliases = PackedTexts()
    private var weights: [Double] = []
    private var affinities: [Double] = []
    /// The tags from the strongest to the weakest; empty: in their own order.
    private var ranking: [Int] = []

    /// A filter over tags.
    ///
    /// Complexity: linear in the names.
    public init(_ tags: some Sequence<PickableTag>) {
        for tag in tags { append(tag) }
        rank()
    }

    /// Adds a tag at the end.
    public mutating func append(_ tag: PickableTag) {
        keys.append(TagKey(tag.name).folded)
        for alias in tag.aliases {
            aliases.append(TagKey(alias).folded)
            aliasTargets.append(Int32(truncatingIfNeeded: count))
        }
        weights.append(tag.weight)
        count += 1
    }

    /// Says how well tags go with what is chosen; zero: nothing is known.
    ///
    /// - Parameter affinity: the score of a tag by its place.
    public mutating func setAffinities(_ affinity: (Int) -> Double) {
        affinities = (0..<count).map(affinity)
        rank()
    }

    /// Orders the tags by how well they go with what is chosen, then by use.
    ///
    /// Complexity: O(n log n), or linear where nothing is known of any tag.
    public mutating func rank() {
        let isKnown = weights.contains { $0 != 0 } || affinities.contains { $0 > 0 }
        guard isKnown else {
            ranking = []
            return
        }
        ranking = (0..<count).sorted { precedes($0, $1) }
    }

    /// The tags that one would most likely want, best first; empty where nothing is known of any.
    public func likeliest(_ limit: Int) -> [Int] {
        ranking.prefix(limit).filter { weights[$0] != 0 || affinity($0) > 0 }
    }

    private func precedes(_ left: Int, _ right: Int) -> Bool {
        (affinity(left), weights[left], right) > (affinity(right), weights[right], left)
    }

    private func affinity(_ tag: Int) -> Double {
        affinities.indices.contains(tag) ? affinities[tag] : 0
    }

    /// The places of the tags that match, best first: a better kind of match always comes before a worse one.
    ///
    /// Misspelt queries are looked for where nothing else matches.
    /// - Parameters:
    ///   - text: what was typed; nothing typed matches every tag, in its own order.
    ///   - earlier: the matches of a shorter beginning of the text, where they are known.
    ///   - withTypos: whether to look for misspelt queries.
    /// - Returns: places of tags, each once.
    /// - Complexity: linear in the keys, or in those of the earlier matches.
    public func matches(
        _ text: String,
        among earlier: [Int]? = nil,
        withTypos: Bool = true
    ) -> [Int] {
        var query = Array(TagKey(text).folded.utf8)
        guard !query.isEmpty else { return Array(0..<count) }
        // A key has no space at its end, but what is typed may be about to go on.
        if text.last?.isWhitespace == true { query.append(UInt8(ascii: " ")) }
        var found = Array(repeating: [Int](), count: KeyMatch.allCases.count)
        for tag in candidates(among: earlier) {
            if let match = keys.match(query, at: tag) { found[match.rawValue].append(tag) }
        }
        let certain = withAliases(found.flatMap(\.self), query)
        return certain.isEmpty && withTypos ? misspelt(query) : certain
    }

    /// The tags to look at, the strongest first.
    private func candidates(among earlier: [Int]?) -> [Int] {
        if let earlier, aliases.count == 0 {
            return ranking.isEmpty ? earlier.sorted() : earlier.sorted { precedes($0, $1) }
        }
        return ranking.isEmpty ? Array(0..<count) : ranking
    }

    /// Adds the tags with an alias that matches.
    private func withAliases(_ found: [Int], _ query: [UInt8]) -> [Int] {
        guard aliases.count > 0 else { return found }
        var found = found
        var seen = Set(found)
        for alias in 0..<aliases.count where aliases.match(query, at: alias) != nil {
            let tag = Int(aliasTargets[alias])
            if seen.insert(tag).inserted { found.append(tag) }
        }
        return found
    }

    /// The tags that a misspelt query is near to, those with the fewest edits first.
    private func misspelt(_ query: [UInt8]) -> [Int] {
        guard var typo = TypoMatch(query) else { return [] }
        var found: [[Int]] = [[], [], []]
        for tag in 0..<count {
            if let edits = typo.edits(to: keys.bytes(at: tag)) { found[min(edits, 2)].append(tag) }
        }
        return found.flatMap { ranking.isEmpty ? $0 : $0.sorted { precedes($0, $1) } }
    }

    /// The tag whose key is that of a text; nil where there is none.
    ///
    /// Complexity: linear in the keys.
    public func tag(named text: String) -> Int? {
        let query = Array(TagKey(text).folded.utf8)
        return (0..<count).first { keys.match(query, at: $0) == .exact }
    }

    /// Where typed text stands in a name, in characters; nil where it does not, or folding changes the length.
    public static func match(of text: String, in name: String) -> Range<Int>? {
        let wanted = TagKey(text).folded.map(String.init)
        let characters = name.map { TagKey(String($0)).folded }
        guard !wanted.isEmpty, wanted.count <= characters.count else { return nil }
        // White space has an empty key by itself.
        let spaced = characters.map { $0.isEmpty ? " " : $0 }
        let starts = 0...characters.count - wanted.count
        let start = starts.first { Array(spaced[$0..<$0 + wanted.count]) == wanted }
        return start.map { $0..<$0 + wanted.count }
    }
}
