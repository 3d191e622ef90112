internal import TagCore

/// A mixture of two rankings of tags: one based on the user's items, one based on a shared model.
///
/// The estimate of a tag is p_model + β · (p_user − p_model). The user's share β is a learned share α, adjusted by how
/// well each side knows the given tags: β = α·f_user / (α·f_user + (1 − α)·f_model). Here f is the product
/// of two numbers: the fraction of the given tags that occur in the side's items, and ½ plus the similarity of the
/// side's most similar item. The score is the estimate, discounted as in ``NextTags`` by the total uses on both sides.
///
/// Together with `Mixture`'s mean of shares, this gained .4 to .6 points of NDCG@10 for people with thirty items, and
/// .6 to .9 points if 30 % of their tags have different names in the model (`Benchmarks/Suggestions/people.py`). The
/// following were no better: regressions on the summed counts, counting the votes of both sides together, shrinking the
/// user's estimate toward the model's, and means of logarithms or ranks.
///
/// The two rankings use unrelated identifiers; the caller maps tags between them.
public struct Mixing: Sendable {
    /// A tag that either ranking suggests.
    struct Candidate: Sendable {
        /// The identifier among the user's tags; `nil` for a tag that only the model has.
        var own: UInt32?
        /// The identifier in the model; `nil` for a tag that only the user has.
        var model: UInt32?
        var ownEstimate: Double
        var modelEstimate: Double
        /// The factor of the score that depends on the tag's uses.
        var confidence: Double

        /// Returns the score for a given share of the user's estimate.
        func score(_ share: Double) -> Double { (modelEstimate + share * (ownEstimate - modelEstimate)) * confidence }
    }

    let own: EvidenceScores?
    let model: EvidenceScores?
    /// The best of the user's tags, followed by the best of the model's other tags.
    private var candidates: [Candidate] = []

    /// Collects the best tags of both rankings.
    ///
    /// - Parameters:
    ///   - own: the ranking by the user's items; `nil` if there is none.
    ///   - model: the ranking by the model; `nil` if there is none.
    ///   - limit: the number of tags to consider from each ranking.
    ///   - modelTag: returns the model's identifier for one of the user's tags.
    ///   - ownTag: returns the user's identifier for one of the model's tags.
    /// - Throws: the errors of the two functions.
    public init(
        own: EvidenceScores?, model: EvidenceScores?, limit: Int, modelTag: (UInt32) throws -> UInt32?,
        ownTag: (UInt32) throws -> UInt32?
    ) rethrows {
        self.own = own
        self.model = model
        var known: Set<UInt32> = []
        for (tag, _) in own?.scores(limit) ?? [] {
            let other = try modelTag(tag)
            if let other { known.insert(other) }
            candidates.append(candidate(own: tag, model: other))
        }
        for (tag, _) in model?.scores(limit) ?? [] where known.insert(tag).inserted {
            candidates.append(candidate(own: try ownTag(tag), model: tag))
        }
    }

    private func candidate(own mine: UInt32?, model theirs: UInt32?) -> Candidate {
        let ownUses = mine.flatMap { own?.uses(of: $0) } ?? 0
        let modelUses = theirs.flatMap { model?.uses(of: $0) } ?? 0
        return Candidate(
            own: mine, model: theirs, ownEstimate: mine.flatMap { own?.estimate(of: $0) } ?? 0,
            modelEstimate: theirs.flatMap { model?.estimate(of: $0) } ?? 0,
            confidence: hasItem ? 1 : NextTags.Tuning().confidence(inTagUsed: ownUses + modelUses))
    }

    /// Returns the share of the user's estimate for this query, given the learned share.
    func weighed(_ share: Double) -> Double {
        let mine = share * fit(own)
        let theirs = (1 - share) * fit(model)
        return mine + theirs > 0 ? mine / (mine + theirs) : share
    }

    /// Returns how well a ranking knows the evidence, from 0 to 1.5.
    private func fit(_ ranking: EvidenceScores?) -> Double {
        let most = max(own?.knownCount ?? 0, model?.knownCount ?? 0)
        guard let ranking, most > 0 else { return 0 }
        // The model keeps only a sample of its items, so known evidence may not have a similar item.
        return (0.5 + ranking.bestSimilarity) * Double(ranking.knownCount) / Double(most)
    }

    /// The number of given tags known to the ranking that knows more of them.
    public var givenCount: Int { max(own?.givenCount ?? 0, model?.givenCount ?? 0) }

    /// Whether the evidence includes an item.
    public var hasItem: Bool { own?.hasItem ?? model?.hasItem ?? false }

    /// Returns the score from 0 to 1 for a candidate's score.
    func bounded(_ score: Double) -> Double { EvidenceScores.bounded(score, hasItem: hasItem) }

    /// The candidates in descending order of score for a given share; on a tie, the user's tags come first.
    private func ranked(_ share: Double, isWanted: (Candidate) -> Bool) -> [Candidate] {
        let keys = candidates.indices.filter { isWanted(candidates[$0]) }
            .map { index in
                let candidate = candidates[index]
                return (candidate.score(share), candidate.own == nil, index)
            }
        return
            keys.sorted { left, right in
                if left.0 != right.0 { return left.0 > right.0 }
                return left.1 == right.1 ? left.2 < right.2 : right.1
            }
            .map { candidates[$0.2] }
    }

    /// Returns the NDCG@10 that the mixture would have for each share of the user's estimate.
    ///
    /// - Parameters:
    ///   - hidden: the user's tags that the item has and the query doesn't contain.
    ///   - given: the user's tags that the query contains; they aren't ranked.
    ///   - shares: the shares to try.
    /// - Returns: a gain from 0 to 1 for each share.
    public func gains(hidden: Set<UInt32>, given: Set<UInt32>, shares: [Double]) -> [Double] {
        shares.map(weighed)
            .map { share in
                // Tags without a score aren't suggested, so they must not win ties by their position.
                let best = ranked(share) { $0.score(share) > 0 && ($0.own.map { !given.contains($0) } ?? true) }
                    .prefix(10)
                let found = best.enumerated()
                    .reduce(0.0) { sum, entry in
                        let hit = entry.element.own.map(hidden.contains) ?? false
                        return sum + (hit ? Self.discount(entry.offset) : 0)
                    }
                let most = (0..<min(10, hidden.count)).reduce(0) { $0 + Self.discount($1) }
                return most > 0 ? found / most : 0
            }
    }

    /// The value of a hit at a 0-based rank in NDCG: 1 / log₂(rank + 2).
    private static func discount(_ place: Int) -> Double { logarithm(2) / logarithm(Double(place) + 2) }

    /// Returns the best tags of both rankings with their scores; the identifier is `nil` for a tag that only the model
    /// has.
    public func best(_ limit: Int, share: Double, without given: Set<UInt32>) -> [(tag: UInt32?, score: Double)] {
        let share = weighed(share)
        return ranked(share) { $0.own.map { !given.contains($0) } ?? true }.prefix(limit)
            .map { ($0.own, bounded($0.score(share))) }
    }

    /// Returns the user's tags in the order of the mixture.
    public func ownTags(share: Double, tag: [UInt32: UInt32]) -> MixedTags {
        tags(share, tag, isWanted: { $0.own != nil }, id: \.own)
    }

    /// Returns the tags that only the model has, with the model's identifiers, in the order of the mixture.
    public func newTags(share: Double, tag: [UInt32: UInt32]) -> MixedTags {
        tags(share, tag, isWanted: { $0.own == nil }, id: \.model)
    }

    private func tags(
        _ share: Double, _ tag: [UInt32: UInt32], isWanted: (Candidate) -> Bool, id: (Candidate) -> UInt32?
    ) -> MixedTags {
        let share = weighed(share)
        let everywhere = ranked(share) { _ in true }
        let chosen = everywhere.enumerated().filter { isWanted($0.element) }
            .compactMap { place, candidate in
                id(candidate).map { MixedTags.Entry(id: $0, rank: place + 1, candidate: candidate) }
            }
        return MixedTags(mixing: self, share: share, tag: tag, entries: chosen)
    }
}

/// The ranking of part of the tags of a ``Mixing``: either the user's tags or the tags that only the model has.
public struct MixedTags: TagScores {
    struct Entry: Sendable {
        let id: UInt32
        /// The 1-based rank among all tags of the mixing.
        let rank: Int
        let candidate: Mixing.Candidate
    }

    private let mixing: Mixing
    /// The share of the user's estimate.
    private let share: Double
    /// The tag to use in explanations for each tag of the model.
    private let tag: [UInt32: UInt32]
    private let entries: [Entry]
    private let places: [UInt32: Int]

    init(mixing: Mixing, share: Double, tag: [UInt32: UInt32], entries: [Entry]) {
        self.mixing = mixing
        self.share = share
        self.tag = tag
        self.entries = entries
        places = Dictionary(entries.enumerated().map { ($1.id, $0) }) { first, _ in first }
    }

    /// The identifiers of the tags, best first.
    public var tags: [UInt32] { entries.map(\.id) }

    /// The number of given tags that saved items of either side have.
    public var givenCount: Int { mixing.givenCount }

    /// Whether the evidence includes an item.
    public var hasItem: Bool { mixing.hasItem }

    /// The 1-based rank of a tag among all tags of the mixing.
    public func rank(of tag: UInt32) -> Int? { places[tag].map { entries[$0].rank } }

    /// Returns the best tags that satisfy a predicate, best first, with explanations.
    public func best(_ limit: Int, where isWanted: (UInt32) -> Bool) -> [NextTag] {
        explain(entries.lazy.map(\.id).filter(isWanted).prefix(max(0, limit)).map(\.self))
    }

    /// Returns the best tags with their scores from 0 to 1, best first, without explanations.
    public func scores(_ limit: Int) -> [(tag: UInt32, score: Double)] {
        entries.prefix(max(0, limit)).map { ($0.id, mixing.bounded($0.candidate.score(share))) }
    }

    /// Returns the given tags with explained scores, in the given order; tags outside of this ranking are omitted.
    public func explain(_ tags: [UInt32]) -> [NextTag] {
        let found = tags.compactMap { places[$0].map { entries[$0] } }
        let mine = Self.byTag(mixing.own?.explain(found.compactMap(\.candidate.own)))
        let theirs = Self.byTag(mixing.model?.explain(found.compactMap(\.candidate.model)))
        return found.map { entry in
            mix(entry, entry.candidate.own.flatMap { mine[$0] }, entry.candidate.model.flatMap { theirs[$0] })
        }
    }

    private static func byTag(_ tags: [NextTag]?) -> [UInt32: NextTag] {
        Dictionary((tags ?? []).map { ($0.tag, $0) }) { first, _ in first }
    }

    /// Combines two explanations so that the contributions add up to the mixed estimate.
    private func mix(_ entry: Entry, _ mine: NextTag?, _ theirs: NextTag?) -> NextTag {
        var parts: [Reason: NextTag.Contribution] = [:]
        let weighed =
            (mine?.contributions ?? []).map { ($0.reason, $0, share) }
            + (theirs?.contributions ?? []).map { (own($0.reason), $0, 1 - share) }
        for (reason, part, weight) in weighed {
            var sum = parts[reason] ?? NextTag.Contribution(reason: reason)
            sum.linear += weight * part.linear
            sum.local += weight * part.local
            sum.neighbors += weight * part.neighbors
            sum.item += weight * part.item
            parts[reason] = sum
        }
        return NextTag(
            tag: entry.id, score: mixing.bounded(entry.candidate.score(share)),
            popularity: share * (mine?.popularity ?? 0) + (1 - share) * (theirs?.popularity ?? 0),
            contributions: parts.values.sorted { $0.total > $1.total })
    }

    /// Returns a reason of the model with the user's tags.
    private func own(_ reason: Reason) -> Reason {
        switch reason {
        case .with(let theirs): .with(tag: tag[theirs] ?? theirs)
        case .goesWith(let theirs): .goesWith(tag: tag[theirs] ?? theirs)
        case .similar(_, let count): .similarToOthers(count: count)
        default: reason
        }
    }
}
