internal import TagCore
internal import TagStore

/// The rules of a database for items that are saved in one transaction.
///
/// ```
/// var matcher = RuleMatcher(plan: RulePlan(now: now), isAutomatic: true)
/// let rows = try matcher.rules(matching: &subject, in: reader)
/// ```
struct RuleMatcher {
    /// The queries; those of facts must have the same numbers.
    private(set) var plan: RulePlan
    /// Whether only automatic rules count, or only the others; `nil` for all.
    private let isAutomatic: Bool?
    /// The rules by the numbers of their queries; `nil` if they must be read.
    private var rules: [Int: [RuleRow]]?
    /// The numbers of the queries of the rules, in ascending order.
    private var queries: [Int] = []
    /// The terms for text that the name of a tag contains, by the tag.
    private var textsByTag: [Int64: Set<Int>] = [:]
    /// The tags that count as the tag of a term.
    private var tagIDs: [TermInSet: Set<Int64>] = [:]
    /// The sets whose tags have no levels; `nil` if they must be read.
    private var setsWithoutLevels: Set<TagKey>?
    private var cachedTags = 0
    private static let cacheLimit = 1_000_000

    init(plan: RulePlan, isAutomatic: Bool?) {
        self.plan = plan
        self.isAutomatic = isAutomatic
    }

    /// Makes the next call read the rules again.
    mutating func forgetRules() { rules = nil }

    /// Forgets which tags count as a tag, because a tag or alias with its key was created.
    mutating func forget(_ key: TagKey) {
        guard TagPath.keys(above: key.text).isEmpty else { return forgetTags() }
        guard let number = plan.number(of: .tag(key)) else { return }
        for hasLevels in [true, false] { tagIDs[TermInSet(term: number, hasLevels: hasLevels)] = nil }
    }

    /// Forgets which tags count as others, because implications changed.
    mutating func forgetTags() { tagIDs = [:] }

    /// Returns the rules that match an item and whose tag it doesn't have, oldest first; of several for one tag, the first.
    ///
    /// - Parameters:
    ///   - subject: the item.
    ///   - facts: the facts about the item from the same plan; without them, all queries are compared with its fields.
    ///   - reader: the reader of the transaction.
    /// - Returns: the rules.
    /// - Throws: `StoreError`.
    /// - Complexity: linear in the number of candidates, or of rules without facts.
    mutating func rules(
        matching subject: inout RuleSubject, _ facts: RuleFacts? = nil, in reader: StoreReader
    ) throws -> [RuleRow] {
        let rules = try readRules(in: reader)
        guard !rules.isEmpty else { return [] }
        var found: [RuleRow] = []
        let terms = Set(facts?.terms ?? [])
        let plan = plan
        let queryCount = facts?.queryCount ?? 0
        let texts = try texts(inTags: subject.tagIDs, in: reader)
        // The facts don't know the names of the item's tags.
        let named = texts.flatMap { plan.queriesByText[$0] ?? [] }.filter { $0 < queryCount }
        let candidates = Set((facts?.candidates ?? []).map { Int($0) } + named)
        for query in candidates.sorted() {
            guard let rows = rules[query] else { continue }
            if try matches(
                query, &subject, texts, in: reader, { _, number in terms.contains(UInt32(clamping: number)) })
            {
                found += rows
            }
        }
        // Queries that another process or the import itself added since.
        for query in queries.reversed().prefix(while: { $0 >= queryCount })
        where try matches(query, &subject, texts, in: reader, { plan.holds($1, &$0) ?? false }) {
            found += rules[query] ?? []
        }
        var known = subject.tagIDs
        return found.sorted { $0.id < $1.id }.filter { known.insert($0.tagID).inserted }
    }

    private mutating func readRules(in reader: StoreReader) throws -> [Int: [RuleRow]] {
        if let rules { return rules }
        let rows = try reader.rules().filter { isAutomatic ?? $0.isAutomatic == $0.isAutomatic }
        let rules = Dictionary(grouping: rows) { plan.number(of: $0.query) }
        queries = rules.keys.sorted()
        self.rules = rules
        // The queries may have new terms.
        textsByTag = [:]
        return rules
    }

    /// Returns the terms for text that the name of any of the tags contains.
    private mutating func texts(inTags tags: Set<Int64>, in reader: StoreReader) throws -> Set<Int> {
        guard !plan.queriesByText.isEmpty else { return [] }
        var found: Set<Int> = []
        for tag in tags {
            let texts = try textsByTag[tag] ?? plan.texts(inTag: reader.tag(id: tag)?.name ?? "")
            if textsByTag.count >= Self.cacheLimit { textsByTag = [:] }
            textsByTag[tag] = texts
            found.formUnion(texts)
        }
        return found
    }

    /// Returns whether a query matches an item with terms for text in the names of its tags.
    private mutating func matches(
        _ query: Int, _ subject: inout RuleSubject, _ texts: Set<Int>, in reader: StoreReader,
        _ holds: (inout RuleSubject, Int) -> Bool
    ) throws -> Bool {
        let plan = plan
        return try plan.value(ofQuery: query) { number in
            switch plan.terms[number] {
            case .tag(let key):
                guard !subject.tagIDs.isEmpty else { return false }
                return try !tags(countingAs: key, number, subject.set, in: reader).isDisjoint(with: subject.tagIDs)
            case .untagged: return subject.tagIDs.isEmpty
            case .tagCount(let comparison, let count): return comparison.holds(subject.tagIDs.count, count)
            case .set(let key): return subject.set?.text == key.text
            case .text: return texts.contains(number) || holds(&subject, number)
            case .location, .site, .saved: return holds(&subject, number)
            }
        } ?? false
    }

    private mutating func tags(
        countingAs key: TagKey, _ number: Int, _ set: TagKey?, in reader: StoreReader
    ) throws -> Set<Int64> {
        let hasLevels = try set.map { try !setsWithoutLevels(in: reader).contains($0) } ?? true
        let term = TermInSet(term: number, hasLevels: hasLevels)
        if let ids = tagIDs[term] { return ids }
        let ids = Set(try TagLevels(reader, isOn: hasLevels).tagIDs(countingAs: key) ?? [])
        cachedTags += ids.count
        if cachedTags > Self.cacheLimit {
            tagIDs = [:]
            cachedTags = ids.count
        }
        tagIDs[term] = ids
        return ids
    }

    private mutating func setsWithoutLevels(in reader: StoreReader) throws -> Set<TagKey> {
        if let setsWithoutLevels { return setsWithoutLevels }
        let sets = Set(try reader.setsWithoutLevels().compactMap { try reader.set(id: $0)?.key })
        setsWithoutLevels = sets
        return sets
    }

    /// A term for a tag, in sets with or without levels of names.
    private struct TermInSet: Hashable {
        let term: Int
        let hasLevels: Bool
    }
}

extension QueryTerm.Comparison {
    /// Returns whether a number of tags compares as wanted.
    fileprivate func holds(_ count: Int, _ number: Int) -> Bool {
        switch self {
        case .equal: count == number
        case .less: count < number
        case .lessOrEqual: count <= number
        case .greater: count > number
        case .greaterOrEqual: count >= number
        }
    }
}
