internal import TagCore
internal import TagStore

/// Finds, among the tags of a picker, those that match what was typed, best first.
///
/// A scan over the keys, packed into one row of bytes: 100,000 tags take a few milliseconds, need little time to be
/// made ready, and every match is found, so that it can be counted and scrolled to. A query that goes on from
/// the last one looks at that one's matches only.
public struct TagFilter: Sendable {
    /// The number of tags.
    public private(set) var count = 0
    private var keys = PackedTexts()
    private var aliases = PackedTexts()
    /// For each key of an alias, the tag that it leads to.
    private var aliasTargets: [Int] = []
    private var ranking = TagRanking()

    /// A filter over tags.
    ///
    /// - Complexity: linear in the names, and in the order of use O(n log n).
    public init(_ tags: some Sequence<PickableTag> = EmptyCollection()) {
        for tag in tags {
            keys.append(key: tag.name)
            for alias in tag.aliases {
                aliases.append(key: alias)
                aliasTargets.append(count)
            }
            count += 1
        }
        ranking = TagRanking(weights: tags.map(\.weight))
    }

    /// Adds the tags of another filter at the end; keys that were made are not made again.
    ///
    /// - Complexity: linear in the tags.
    public mutating func append(_ other: TagFilter) {
        keys.append(other.keys)
        aliases.append(other.aliases)
        aliasTargets += other.aliasTargets.map { $0 + count }
        ranking.append(other.ranking)
        count += other.count
    }

    /// Says how well tags go with what is chosen.
    ///
    /// - Parameter affinities: the places of tags and their scores; of the others nothing is known.
    /// - Complexity: linear in the tags.
    public mutating func setAffinities(_ affinities: [(tag: Int, score: Double)]) {
        ranking.setAffinities(affinities)
    }

    /// The places of the tags that match, best first: a better kind of match always comes before a worse one.
    ///
    /// Misspelt queries are looked for where nothing else matches.
    /// - Parameters:
    ///   - text: what was typed; nothing typed matches every tag, in its own order.
    ///   - earlier: the matches of a shorter beginning of the text, where they are known.
    ///   - withTypos: whether to look for misspelt queries.
    /// - Returns: places of tags, each once.
    /// - Complexity: linear in the keys.
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
        let signs = SignSet(query)
        for tag in candidates(among: earlier) {
            if let match = keys.match(query, signs, at: tag) { found[match.rawValue].append(tag) }
        }
        let certain = withAliases(Array(found.joined()), query)
        return certain.isEmpty && withTypos ? misspelt(query) : certain
    }

    /// The tags to look at, the strongest first.
    private func candidates(among earlier: [Int]?) -> [Int] {
        // To put many into order again takes longer than to look at all.
        guard let earlier, aliases.count == 0, earlier.count < count / 8 else {
            return ranking.order
        }
        return ranking.sorted(earlier)
    }

    /// Adds the tags with an alias that matches.
    private func withAliases(_ found: [Int], _ query: [UInt8]) -> [Int] {
        guard aliases.count > 0 else { return found }
        var found = found
        var seen = Set(found)
        let signs = SignSet(query)
        for alias in 0..<aliases.count where aliases.match(query, signs, at: alias) != nil {
            let tag = aliasTargets[alias]
            if seen.insert(tag).inserted { found.append(tag) }
        }
        return found
    }

    /// The tags that a misspelt query is near to, those with the fewest edits first.
    private func misspelt(_ query: [UInt8]) -> [Int] {
        guard let typo = TypoMatch(query) else { return [] }
        var found: [[Int]] = [[], [], []]
        // An edit takes one sign of the query away at most.
        for tag in 0..<count where keys.lacking(typo.signs, at: tag) <= typo.bound {
            if let edits = typo.edits(to: keys.bytes(at: tag)) { found[min(edits, 2)].append(tag) }
        }
        return found.flatMap { ranking.sorted($0) }
    }

    /// The tag whose key is that of a text; nil where there is none.
    ///
    /// - Complexity: linear in the keys.
    public func tag(named text: String) -> Int? {
        let query = Array(TagKey(text).folded.utf8)
        guard !query.isEmpty else { return nil }
        return (0..<count).first { keys.bytes(at: $0).elementsEqual(query) }
    }

    /// Where typed text stands in a name, in characters; nil where it does not, or folding changes the length.
    public static func match(of text: String, in name: String) -> Range<Int>? {
        let wanted = TagKey(text).folded.map(String.init)
        // White space has an empty key by itself.
        let characters = name.map { character in
            if character.isASCII, character != "\r\n" { return character.lowercased() }
            let folded = TagKey(String(character)).folded
            return folded.isEmpty ? " " : folded
        }
        guard !wanted.isEmpty, wanted.count <= characters.count else { return nil }
        return (0...characters.count - wanted.count)
            .first { start in
                zip(characters[start...], wanted).allSatisfy { $0 == $1 }
            }
            .map { $0..<$0 + wanted.count }
    }
}
