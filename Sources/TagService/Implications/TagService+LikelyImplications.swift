internal import Suggestions
internal import TagCore
internal import TagStore

/// A rule that the items nearly prove.
public struct LikelyImplication: Hashable, Sendable, Codable {
    /// The tag that would have the rule.
    public var tag: String
    /// The tag that would follow from it.
    public var implies: String
    /// The share of the items with the first tag that have the second one as well, from 0 to 1.
    public var share: Double
    /// The number of items with the first tag.
    public var support: Int
}

/// The rules that the items nearly prove.
public struct LikelyImplications: Hashable, Sendable, Codable {
    /// Those with the most support, the most first.
    public var pairs: [LikelyImplication]
    /// The number of them.
    public var count: Int
}

/// Finding rules that items speak for.
extension TagService {
    /// Finds pairs of tags of which the second one stands in nearly every item with the first one.
    ///
    /// Listed is the rule from the tag used less to the one used more, if 95 % of at least 10 items agree, and if the
    /// second tag is in at most half of all items, so that it does not merely go with everything. What follows from
    /// rules that there are or that are listed is left out, and so is what would close a cycle.
    ///
    /// The numbers were chosen on debtags (24,240 tag sets, 594 tags): of the 275 pairs of one half the other half agreed in 99.5 %
    /// of its selections; 7 pairs had a share below 90 % there, of those with less support than 10 four in ten.
    ///
    /// - Parameter limit: the most that are returned.
    /// - Returns: the pairs, and how many there are.
    /// - Throws: `StoreError`.
    /// - Complexity: linear in the pairs that are counted; quadratic in the pairs found of one tag.
    public func likelyImplications(limit: Int = 50) throws -> LikelyImplications {
        try store.read { reader in
            let found = try ImplicationFinder(reader).rules
            let shown = found.prefix(max(0, limit))
            let names = try reader.names(of: shown.flatMap { [$0.tag, $0.implied] })
            return LikelyImplications(
                pairs: shown.map { rule in
                    LikelyImplication(
                        tag: names[rule.tag] ?? "",
                        implies: names[rule.implied] ?? "",
                        share: Double(rule.count) / Double(rule.support),
                        support: rule.support
                    )
                },
                count: found.count
            )
        }
    }
}

/// The rules that the counts of pairs nearly prove, those with the most support first.
private struct ImplicationFinder {
    struct Rule {
        let tag: Int64
        let implied: Int64
        /// The number of items with both tags.
        let count: Int
        /// The number of items with the first tag.
        let support: Int
    }

    private(set) var rules: [Rule] = []
    /// The rules that there are.
    private let known: TagImplications
    /// The tags that each tag implies by rules that there are, or were found.
    private var implied: [Int64: Set<Int64>] = [:]

    /// The least number of items with the first tag.
    private static let leastSupport = 10
    /// The least share of these with the second tag.
    private static let leastShare = 0.95
    /// The greatest share of all items that have the second tag.
    private static let greatestUse = 0.5
    /// The most rules that are looked at, those with the most support.
    private static let most = 10_000

    init(_ reader: StoreReader) throws {
        known = try TagImplications(reader)
        let found = try Self.candidates(reader)
            .sorted { ($1.support, $0.tag, $0.implied) < ($0.support, $1.tag, $1.implied) }
        for tag in known.tags { implied[tag] = Set(known[tag]) }
        for rule in found.prefix(Self.most) where closesNoCycle(rule) {
            rules.append(rule)
            implied[rule.tag, default: []].insert(rule.implied)
        }
        rules = rules.filter { !isRedundant($0) }
    }

    /// The pairs that pass the limits, from the tag used less to the one used more; of two used alike, from the younger.
    private static func candidates(_ reader: StoreReader) throws -> [Rule] {
        let uses = try reader.tagUses(least: leastSupport)
        let most = Int(greatestUse * Double(try reader.itemCount()))
        var found: [Rule] = []
        for (tag, support) in uses {
            guard let feature = UInt32(exactly: tag) else { continue }
            for entry in try reader.pairCounts(of: feature).entries {
                let (other, count) = (
                    Int64(PairCounts.feature(entry)), Int(PairCounts.count(entry))
                )
                guard Double(count) >= leastShare * Double(support), let use = uses[other],
                    use <= most, (support, -tag) < (use, -other)
                else { continue }
                found.append(Rule(tag: tag, implied: other, count: count, support: support))
            }
        }
        return found
    }

    /// Whether a rule can be made besides those that there are and were found.
    ///
    /// Those that were found lead from tags used less to tags used more, so that a cycle takes one that there is.
    private func closesNoCycle(_ rule: Rule) -> Bool {
        guard !known.isEmpty else { return true }
        let following = ImpliedTag.following([rule.implied]) { Array(implied[$0] ?? []) }
        return !following.contains { $0.id == rule.tag }
    }

    /// Whether a rule is there, or follows from two others.
    private func isRedundant(_ rule: Rule) -> Bool {
        if ImpliedTag.following([rule.tag], by: { known[$0] })
            .contains(where: { $0.id == rule.implied })
        {
            return true
        }
        return implied[rule.tag]?.contains { implied[$0]?.contains(rule.implied) == true } == true
    }
}
