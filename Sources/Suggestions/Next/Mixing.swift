internal import TagCore

/// Tags that go with what is given, in the order of two rankings mixed: of one's own items and of a model.
///
/// The estimate of a tag is p_base + β · (p_own − p_base). The share β of the own estimate is a share α that is learned, weighed by how
/// much either side knows of what is given: with f the fraction of what is given that occurs in its items, times ½ plus the
/// similarity of the most similar one, β = α·f_own / (α·f_own + (1 − α)·f_base). The score is the estimate, lowered as in ``NextTags`` by
/// the uses on both sides together.
///
/// Together with the mean of shares that `Mixture` takes, this gained .4 to .6 of a point of NDCG@10 for people with thirty
/// items, and .6 to .9 where 30 % of their tags bear other names than in the model (`Benchmarks/Suggestions/people.py`). Regressions on the
/// sums of both counts, votes of both sides counted together, one's own estimate shrunk toward that of the model, and means of logarithms
/// or of ranks were no better.
///
/// The identifiers of the two rankings have nothing to do with each other; who mixes them says which tags are the same.
public struct Mixing {
    /// A tag that either ranking suggests.
    struct Candidate: Sendable {
        /// Its identifier among one's own tags; `nil` for a tag that one has not.
        var own: UInt32?
        /// Its identifier in the model; `nil` for a tag that the model has not.
        var model: UInt32?
        var ownEstimate: Double
        var modelEstimate: Double
        /// The factor of the score that follows from its uses.
        var confidence: Double

        /// Returns the score with a share of the own estimate.
        func score(_ share: Double) -> Double {
            (modelEstimate + share * (ownEstimate - modelEstimate)) * confidence
        }
    }

    private let own: NextRanking?
    private let model: NextRanking?
    /// Best of one's own first, then the rest of the model.
    private var candidates: [Candidate] = []

    /// Collects the best tags of both rankings.
    ///
    /// - Parameters:
    ///   - own: the ranking by one's own items; `nil` if there is none.
    ///   - model: the ranking by the model; `nil` if it has none.
    ///   - limit: the number of tags of each that are considered.
    ///   - modelTag: returns the identifier that an own tag has in the model.
    ///   - ownTag: returns the identifier that a tag of the model has among one's own.
    /// - Throws: what the two functions throw.
    public init(
        own: NextRanking?,
        model: NextRanking?,
        limit: Int,
        modelTag: (UInt32) throws -> UInt32?,
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
        let (ownEstimate, ownUses) = mine.flatMap { own?.evidence(for: $0) } ?? (0, 0)
        let (modelEstimate, modelUses) = theirs.flatMap { model?.evidence(for: $0) } ?? (0, 0)
        return Candidate(
            own: mine,
            model: theirs,
            ownEstimate: ownEstimate,
            modelEstimate: modelEstimate,
            confidence: NextTags.Tuning().confidence(inTagUsed: ownUses + modelUses)
        )
    }

    /// Returns the share of the own estimate in this answer, from the share that is learned.
    func weighed(_ share: Double) -> Double {
        let mine = share * fit(own)
        let theirs = (1 - share) * fit(model)
        return mine + theirs > 0 ? mine / (mine + theirs) : share
    }

    /// How much a side knows of what is given, from 0 to 1.5.
    private func fit(_ ranking: NextRanking?) -> Double {
        guard let ranking, givenCount > 0 else { return 0 }
        // Of a model a sample of the items is left, which may hold nothing similar to what its counts know well.
        let similarity = 0.5 + ranking.bestSimilarity
        return similarity * Double(ranking.givenCount) / Double(givenCount)
    }

    /// The number of given features that count in either ranking.
    public var givenCount: Int { max(own?.givenCount ?? 0, model?.givenCount ?? 0) }

    /// The candidates in the order of a share of the own estimate; of equal ones, one's own tags first.
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

    /// Returns the NDCG@10 that the mixture would have for each share of the own estimate.
    ///
    /// - Parameters:
    ///   - hidden: own tags that belong.
    ///   - given: own tags that are given, which are left out.
    ///   - shares: the shares.
    /// - Returns: a gain from 0 to 1 for each share.
    public func gains(hidden: Set<UInt32>, given: Set<UInt32>, shares: [Double]) -> [Double] {
        shares.map(weighed)
            .map { share in
                // A tag without a score is not suggested, so that it must not win by its place among equal ones.
                let best = ranked(share) {
                    $0.score(share) > 0 && ($0.own.map { !given.contains($0) } ?? true)
                }
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

    /// The worth of a hit at a place, from 0: 1 / log₂(place + 2).
    private static func discount(_ place: Int) -> Double {
        logarithm(2) / logarithm(Double(place) + 2)
    }

    /// Returns the best tags of both with their own identifiers, where they have one, and their scores.
    public func best(
        _ limit: Int,
        share: Double,
        without given: Set<UInt32>
    ) -> [(tag: UInt32?, score: Double)] {
        let share = weighed(share)
        return ranked(share) { $0.own.map { !given.contains($0) } ?? true }.prefix(limit)
            .map { ($0.own, min(1, max(0, $0.score(share)))) }
    }

    /// Returns one's own tags in the order of the mixture.
    public func ownTags(share: Double, feature: [UInt32: UInt32]) -> MixedTags {
        tags(share, feature, isWanted: { $0.own != nil }, id: \.own)
    }

    /// Returns the tags that only the model has, by their identifiers there, in the order of the mixture.
    public func newTags(share: Double, feature: [UInt32: UInt32]) -> MixedTags {
        tags(share, feature, isWanted: { $0.own == nil }, id: \.model)
    }

    private func tags(
        _ share: Double,
        _ feature: [UInt32: UInt32],
        isWanted: (Candidate) -> Bool,
        id: (Candidate) -> UInt32?
    ) -> MixedTags {
        let share = weighed(share)
        let everywhere = ranked(share) { _ in true }
        let chosen = everywhere.enumerated().filter { isWanted($0.element) }
            .compactMap { place, candidate in
                id(candidate).map { MixedTags.Entry(id: $0, rank: place + 1, candidate: candidate) }
            }
        return MixedTags(own: own, model: model, share: share, feature: feature, entries: chosen)
    }
}
