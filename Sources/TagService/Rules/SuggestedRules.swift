internal import TagCore
internal import TagStore

/// Finding rules that the stored items suggest.
extension TagService.Rules {
    /// Finds hosts and words of titles that nearly always come with a tag, without those that a rule covers already.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of rules.
    ///   - offset: the number of rules to skip.
    /// - Returns: the rules; none for a caller limited to some sets.
    /// - Throws: `StoreError`.
    /// - Complexity: linear in the words of all titles. The result is kept until the next commit.
    public func suggested(limit: Int = 50, offset: Int = 0) throws -> SuggestedRules {
        guard !store.isLimited else { return SuggestedRules(rules: [], count: 0) }
        let all = try service.suggestedRuleCache.value(in: store) { try RuleSearch($0).rules() }
        return SuggestedRules(rules: Array(all.dropFirst(max(0, offset)).prefix(max(0, limit))), count: all.count)
    }
}

/// A search for rules in one snapshot of a database.
private struct RuleSearch {
    /// The minimum number of items that a rule must match.
    private static let leastItems = 5
    /// The minimum share of matching items with the tag, after one item without it is added.
    ///
    /// The addition keeps rules of few items out unless all of them have the tag, as the rule of succession does.
    private static let leastShare = 0.8
    /// The maximum share of all items with the tag; a tag that most items have goes with everything.
    private static let commonShare = 0.5
    /// The minimum length of a word in scalars.
    private static let shortestWord = 3
    /// The words that mean something else in a query.
    private static let operators: Set<String> = ["and", "or", "not", "untagged", "missing", "dead", "moved"]
    /// The maximum number of different words and sites that are counted.
    private static let countedKeys = 500_000
    /// The maximum number of rules that are kept.
    private static let ruleLimit = 10_000
    /// The maximum number of words for one tag.
    private static let wordsPerTag = 3

    private let reader: StoreReader
    private let items: Int
    private let tagUses: [Int64: Int]

    init(_ reader: StoreReader) throws {
        self.reader = reader
        items = Int(try reader.taggedItemCount())
        tagUses = try reader.tagUses(least: Self.leastItems - 1)
    }

    /// A host's site or a word.
    private struct Key: Hashable {
        let kind: SuggestedRule.Kind
        let text: String
    }

    /// A key with the tag that most of its items have.
    private struct Candidate {
        let key: Key
        let tagID: Int64
        let hits: Int
        let items: Int
    }

    func rules() throws -> [SuggestedRule] {
        guard items >= Self.leastItems else { return [] }
        let existing = Set(try reader.rules().map { "\($0.tagID) \($0.query)" })
        var rules: [SuggestedRule] = []
        var words: [Int64: Int] = [:]
        for candidate in try candidates() {
            let query = Self.query(of: candidate.key)
            if candidate.key.kind == .word { guard words[candidate.tagID] ?? 0 < Self.wordsPerTag else { continue } }
            // A word is searched for in locations and notes, too.
            guard !existing.contains("\(candidate.tagID) \(query)"), let rule = try rule(candidate, query) else {
                continue
            }
            if candidate.key.kind == .word { words[candidate.tagID, default: 0] += 1 }
            rules.append(rule)
            if rules.count == Self.ruleLimit { break }
        }
        return rules.sorted { ($1.hits, $0.q) < ($0.hits, $1.q) }
    }

    private func rule(_ candidate: Candidate, _ query: String) throws -> SuggestedRule? {
        guard let tag = try reader.tag(id: candidate.tagID)?.name else { return nil }
        var (hits, items) = (candidate.hits, candidate.items)
        if candidate.key.kind == .word, let match = SearchText(candidate.key.text).match(isPrefix: false) {
            let tagged = ItemCondition.all([.text(match), .tagCount(1...Int(UInt32.max))])
            items = try reader.itemCount(matching: tagged)
            hits = try reader.itemCount(matching: .all([.text(match), .tags([candidate.tagID])]))
            guard isRegular(hits: hits, of: items) else { return nil }
        }
        return SuggestedRule(
            q: query, tag: tag, kind: candidate.key.kind,
            value: candidate.key.kind == .site ? Self.host(candidate.key.text) : candidate.key.text, hits: hits,
            items: items)
    }

    private func isRegular(hits: Int, of items: Int) -> Bool {
        items >= Self.leastItems && Double(hits) / Double(items + 1) >= Self.leastShare
    }

    /// Returns the keys that nearly always come with a tag, those of most items first; sites before words.
    private func candidates() throws -> [Candidate] {
        let counts = try keyCounts().filter { $0.value >= Self.leastItems }
        var hits: [Key: [UInt32: Int]] = [:]
        try reader.forEachTitle { title, site, tags in
            for key in Self.keys(title, site) where counts[key] != nil {
                for tag in tags { hits[key, default: [:]][tag, default: 0] += 1 }
            }
        }
        var found: [Candidate] = []
        for (key, count) in counts {
            for (tag, hits) in hits[key] ?? [:] where isRegular(hits: hits, of: count) {
                let uses = tagUses[Int64(tag)] ?? 0
                guard Double(uses) <= Self.commonShare * Double(items) else { continue }
                found.append(Candidate(key: key, tagID: Int64(tag), hits: hits, items: count))
            }
        }
        return withoutCovered(found)
    }

    /// Leaves out sites below others with the same tag, and words that are part of a site with the same tag.
    private func withoutCovered(_ candidates: [Candidate]) -> [Candidate] {
        var sites: [Int64: Set<String>] = [:]
        for candidate in candidates where candidate.key.kind == .site {
            sites[candidate.tagID, default: []].insert(candidate.key.text)
        }
        return
            candidates.filter { candidate in
                let others = sites[candidate.tagID] ?? []
                switch candidate.key.kind {
                case .site: return !Self.sites(candidate.key.text).dropLast().contains(where: others.contains)
                case .word: return !others.contains { $0.split(separator: ".").contains { $0 == candidate.key.text } }
                }
            }
            .sorted { left, right in
                if left.key.kind != right.key.kind { return left.key.kind == .site }
                return (right.hits, left.key.text, left.tagID) < (left.hits, right.key.text, right.tagID)
            }
    }

    /// Returns the number of items with each key.
    private func keyCounts() throws -> [Key: Int] {
        var counts: [Key: Int] = [:]
        try reader.forEachTitle { title, site, _ in
            for key in Self.keys(title, site) {
                if counts[key] == nil, counts.count >= Self.countedKeys { continue }
                counts[key, default: 0] += 1
            }
        }
        return counts
    }

    private static func keys(_ title: String, _ site: String?) -> Set<Key> {
        var keys = Set(
            SearchText(title).words.prefix(ItemWords.titleLimit)
                .filter {
                    $0.unicodeScalars.count >= shortestWord && !$0.allSatisfy(\.isNumber) && !operators.contains($0)
                }
                .map { Key(kind: .word, text: $0) })
        for site in sites(site ?? "") { keys.insert(Key(kind: .site, text: site)) }
        return keys
    }

    /// Returns the sites of a host and its parent domains with at least two labels, longest last.
    private static func sites(_ site: String) -> [String] {
        let labels = site.split(separator: ".")
        // The parts of an IP address aren't domains.
        guard labels.count > 1, labels.count < 20, !labels.allSatisfy({ $0.allSatisfy(\.isNumber) }) else { return [] }
        return (2...labels.count).map { labels.prefix($0).map { "\($0)." }.joined() }
    }

    private static func host(_ site: String) -> String { site.split(separator: ".").reversed().joined(separator: ".") }

    private static func query(of key: Key) -> String { key.kind == .site ? "site:\(host(key.text))" : key.text }
}
