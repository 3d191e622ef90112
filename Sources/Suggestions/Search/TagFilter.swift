internal import TagCore

/// A tag that a ``TagFilter`` can find.
public protocol FilterableTag {
    /// The tag's name.
    var name: String { get }
    /// The names of the aliases.
    var aliases: [String] { get }
    /// The weight that orders tags with the same kind of match, greatest first; 0 for an unused tag.
    var weight: Double { get }
}

/// A filter of a list of tags by a typed text, best match first.
///
/// The filter scans the keys, which are packed into one array of bytes. This needs little
/// preparation and finds every match, so that matches can be counted and scrolled through. A query
/// that extends the previous query scans only the previous matches. To find the best few tags of a
/// database by the same rules, use ``SearchableTags``.
///
/// ```swift
/// struct Chip: FilterableTag {
///     var name: String
///     var aliases: [String] = []
///     var weight = 0.0
/// }
///
/// let filter = TagFilter([Chip(name: "Writing"), Chip(name: "Reading list")])
/// filter.matches("re")                    // [1]
/// filter.matches("li", among: [1])        // [1]
/// ```
public struct TagFilter: Sendable {
    /// The number of tags.
    public private(set) var count = 0
    private var keys = PackedTexts()
    private var aliases = PackedTexts()
    /// The tag of each alias.
    private var aliasTargets: [Int] = []
    private var ranking = TagRanking()

    /// Creates a filter without tags.
    public init() {}

    /// Creates a filter of tags.
    ///
    /// - Complexity: O(*m* + *n* log *n*) for names of total length *m* and *n* used tags.
    public init(_ tags: some Sequence<some FilterableTag>) {
        for tag in tags {
            keys.append(keyOf: tag.name)
            for alias in tag.aliases {
                aliases.append(keyOf: alias)
                aliasTargets.append(count)
            }
            count += 1
        }
        ranking = TagRanking(weights: tags.map(\.weight))
    }

    /// Appends the tags of another filter, reusing their keys.
    ///
    /// - Complexity: O(*n*) in the number of tags.
    public mutating func append(_ other: TagFilter) {
        keys.append(other.keys)
        aliases.append(other.aliases)
        aliasTargets += other.aliasTargets.map { $0 + count }
        ranking.append(other.ranking)
        count += other.count
    }

    /// Sets the affinity of tags to the selected tags, which takes precedence over weights.
    ///
    /// - Parameter affinities: indices of tags and their scores; other tags have none.
    /// - Complexity: O(*n*) in the number of tags.
    public mutating func setAffinities(_ affinities: [(tag: Int, score: Double)]) { ranking.setAffinities(affinities) }

    /// Returns the indices of the matching tags, best first; a better kind of match always comes before a worse one.
    ///
    /// Typos are searched for only if nothing else matches.
    /// - Parameters:
    ///   - text: the typed text in the syntax of ``TermQuery``; an empty text matches every tag, in
    ///     the order of the list.
    ///   - earlier: the matches of a prefix of the text, if they are known.
    ///   - withTypos: whether to search for typos.
    ///   - isExact: whether a tag must contain each term literally, instead of the term's letters
    ///     in order.
    /// - Returns: indices of tags, without duplicates.
    /// - Complexity: O(*n*) in the length of all keys.
    public func matches(
        _ text: String, among earlier: [Int]? = nil, withTypos: Bool = true, isExact: Bool = false
    ) -> [Int] {
        let query = TermQuery(text, isExact: isExact)
        guard !query.isEmpty else { return Array(0..<count) }
        // With operators, the matches of a longer query aren't always a subset of the earlier
        // matches.
        let earlier = query.whole == nil ? nil : earlier
        var found = Array(repeating: [Int](), count: FilterMatch.orderCount)
        keys.forEachMatch(of: query, among: candidates(among: earlier)) { tag, match in found[match.order].append(tag) }
        let certain = withAliases(found, query)
        return certain.isEmpty && withTypos ? misspelled(query.onlyPlainTerm) : certain
    }

    /// Returns the tags to match, strongest first.
    private func candidates(among earlier: [Int]?) -> [Int] {
        // Sorting many earlier matches would take longer than matching all tags.
        guard let earlier, aliases.count == 0, earlier.count < count / 8 else { return ranking.order }
        return ranking.sorted(earlier)
    }

    /// Returns the tags found by key, best kind first, merged with those found by alias.
    private func withAliases(_ found: [[Int]], _ query: TermQuery) -> [Int] {
        guard aliases.count > 0 else { return joined(found) }
        var found = found
        var isFound = Array(repeating: false, count: count)
        for tag in found.joined() { isFound[tag] = true }
        aliases.forEachMatch(of: query, among: 0..<aliases.count) { alias, _ in
            let tag = aliasTargets[alias]
            guard !isFound[tag] else { return }
            isFound[tag] = true
            found[FilterMatch(kind: .alias, ignoresAccents: false).order].append(tag)
        }
        return joined(found)
    }

    /// Joins lists by copying each as a whole, which is much faster for many tags than one by one.
    private func joined(_ lists: [[Int]]) -> [Int] {
        var joined: [Int] = []
        joined.reserveCapacity(lists.reduce(0) { $0 + $1.count })
        for list in lists { joined += list }
        return joined
    }

    /// Returns the tags near a misspelled query, fewest edits first.
    private func misspelled(_ query: FilterQuery?) -> [Int] {
        guard let query, Self.correctableLengths.contains(query.folded.count),
            let pattern = BitParallelDistance(query.folded)
        else { return [] }
        let bound = query.folded.count < 8 ? 1 : 2
        var found: [[Int]] = [[], [], []]
        // An edit changes at most one bit of the query's signature.
        for tag in 0..<count where keys.missingBits(of: query.signature, at: tag) <= bound {
            let edits = pattern.distance(toPrefixOf: keys.bytes(at: tag), atMost: bound)
            if let edits { found[edits].append(tag) }
        }
        return found.flatMap { ranking.sorted($0) }
    }

    /// The lengths of queries to search for typos, in bytes: too many keys are near shorter queries.
    private static let correctableLengths = 4...60

    /// Returns the index of the tag whose key equals a text's key without accents, or `nil`.
    ///
    /// - Complexity: O(*n*) in the length of all keys.
    public func tag(named text: String) -> Int? {
        let query = Array(FoldedText(text).withoutAccents.utf8)
        guard !query.isEmpty else { return nil }
        return (0..<count).first { keys.bytes(at: $0).elementsEqual(query) }
    }
}
