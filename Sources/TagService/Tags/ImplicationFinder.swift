internal import Suggestions
internal import TagCore
internal import TagStore

/// A search for likely implications in the counts of tag pairs, in descending order of support.
struct ImplicationFinder {
    struct Candidate {
        let tag: Int64
        let implied: Int64
        /// The number of items with both tags.
        let count: Int
        /// The number of items with the first tag.
        let support: Int
    }

    private(set) var candidates: [Candidate] = []
    /// The stored implications.
    private let known: TagImplications
    /// The tags that each tag directly implies, stored or found.
    private var implied: [Int64: Set<Int64>] = [:]

    // These limits were chosen on debtags (24,240 items, 594 tags): with implications found in one half of the items, 99.5 % of
    // the items in the other half agreed.

    /// The minimum number of items with the first tag.
    private static let minimumSupport = 10
    /// The minimum share of those items that have the second tag.
    private static let minimumShare = 0.95
    /// The maximum share of all items that have the second tag.
    private static let maximumUse = 0.5
    /// The maximum number of candidates examined; those with the most support come first.
    private static let limit = 10_000

    init(_ reader: StoreReader) throws {
        known = try TagImplications(reader)
        let found = try Self.candidates(reader)
            .sorted { ($1.support, $0.tag, $0.implied) < ($0.support, $1.tag, $1.implied) }
        for tag in known.tags { implied[tag] = Set(known[tag]) }
        for candidate in found.prefix(Self.limit) where !closesCycle(candidate) {
            candidates.append(candidate)
            implied[candidate.tag, default: []].insert(candidate.implied)
        }
        candidates = candidates.filter { !isRedundant($0) }
    }

    /// Returns the pairs within the limits, from the less used tag to the more used.
    ///
    /// If both are used equally, the newer tag implies the older.
    private static func candidates(_ reader: StoreReader) throws -> [Candidate] {
        let uses = try reader.tagUses(least: minimumSupport)
        let most = Int(maximumUse * Double(try reader.itemCount()))
        var found: [Candidate] = []
        for (tag, support) in uses {
            guard let feature = UInt32(exactly: tag) else { continue }
            for entry in try reader.pairCounts(of: feature).entries {
                let (other, count) = (Int64(PairCounts.feature(entry)), Int(PairCounts.count(entry)))
                guard Double(count) >= minimumShare * Double(support), let use = uses[other], use <= most,
                    (support, -tag) < (use, -other)
                else { continue }
                found.append(Candidate(tag: tag, implied: other, count: count, support: support))
            }
        }
        return found
    }

    /// Returns whether a candidate would close a cycle with the stored implications and those found
    /// so far.
    ///
    /// Candidates lead from less used to more used tags, so a cycle must include a stored implication.
    private func closesCycle(_ candidate: Candidate) -> Bool {
        guard !known.isEmpty else { return false }
        let following = ImpliedTag.following([candidate.implied]) { Array(implied[$0] ?? []) }
        return following.contains { $0.id == candidate.tag }
    }

    /// Returns whether a candidate is already stored, or follows from two other implications.
    private func isRedundant(_ candidate: Candidate) -> Bool {
        if ImpliedTag.following([candidate.tag], by: { known[$0] }).contains(where: { $0.id == candidate.implied }) {
            return true
        }
        return implied[candidate.tag]?.contains { implied[$0]?.contains(candidate.implied) == true } == true
    }
}
