internal import TagCore

/// The ranking of tags that go with given tags and a title, from counts that each item updates in place.
///
/// There is no training. A query reads the rows of the given tags, solves a small regression (`LinearScores`), refines it among
/// the best candidates (`LocalRegression`), and adds the votes of the most similar items (`Neighbors`), which are shrunk
/// toward the regression's estimate.
///
/// One method serves dense and sparse data. The regression's estimate weighs as much as 4 · (1 + 100 / selections that can vote)
/// votes: if tags recur, hundreds of selections outvote it; if most tags are used once, few selections can vote and the
/// regression nearly decides alone. The regression among the candidates counts the more, the more is given and the more a candidate
/// is used. NDCG@10 with one hidden tag and with half of them, for this method and for the regression alone: .720/.752 and .668/.717 on
/// 24,240 tag sets of packages; .443/.343 and .443/.347 on 1,279 Polish sets of keywords of which 80 % occur once; .416/.312
/// and .420/.317 on 1,281 Hindi ones. `Benchmarks/Suggestions/order.py` compares two versions.
///
/// ```swift
/// let swift: UInt32 = 7
/// for tag in try NextTags().suggest(given: [swift], limit: 5, from: source) {
///     print(tag.tag, tag.score, tag.contributions.first?.feature ?? 0)
/// }
/// ```
public struct NextTags: Sendable {
    /// The constants of the method, tuned on the development split of 30,303 debtags tag sets.
    public struct Tuning: Sendable, Equatable {
        /// The ridge of the regression on the given features.
        public var linearRidge = 4.0
        /// The ridge of the regression among the best candidates.
        public var localRidge = 8.0
        /// The share of the local regression in the prior of a tag used often, with many given features.
        public var localWeight = 0.9
        /// The uses at which a tag has half that share.
        public var localSupport = 3.0
        /// The number of best candidates that the local regression includes.
        public var localCandidates = 24
        /// The maximum number of given features that are used; the rarest are kept.
        public var givenLimit = 32
        /// The maximum number of items that vote.
        public var neighborLimit = 500
        /// The cost in similarity of each tag of a neighbor that is not given, in units of the mean given tag.
        public var extraTagCost = 0.3
        /// The weight of the prior, in votes, when many selections can vote.
        public var priorVotes = 4.0
        /// The growth of the prior's weight when few selections can vote: the factor is 1 + this / selections.
        public var priorScarcity = 100.0
        /// The exponent of a tag's uses by which its score is divided.
        public var popularityDiscount = 0.06
        /// The uses at which the score of a tag is halved, so that tags used once do not win ties.
        public var scarceUses = 0.5

        /// Creates the constants as tuned.
        public init() {}

        /// Returns the factor of a tag's score that follows from its uses alone, a whole number.
        ///
        /// A low power of the uses favors special tags among general ones; the first factor takes that back from tags used a few
        /// times, of which one use says little.
        func confidence(inTagUsed uses: Double) -> Double {
            confidence(inTagUsed: uses, knownConfidences)
        }

        /// Returns the factors of the scores of some tags that follow from their uses alone.
        func confidences(inTagsUsed uses: [Double]) -> [Double] {
            let known = knownConfidences
            return uses.map { confidence(inTagUsed: $0, known) }
        }

        private func confidence(inTagUsed uses: Double, _ known: [Double]) -> Double {
            let place = max(1, uses)
            return place < Double(known.count)
                ? known[Int(place)] : computedConfidence(inTagUsed: uses)
        }

        /// The factors that are known for these constants, by uses.
        private var knownConfidences: [Double] {
            let isUsual =
                popularityDiscount == Self.usual.popularityDiscount
                && scarceUses == Self.usual.scarceUses
            return isUsual ? Self.confidences : []
        }

        private static let usual = Tuning()
        /// The factors of tags that are used less than a thousand times, by uses.
        private static let confidences = (0..<1_000)
            .map { usual.computedConfidence(inTagUsed: Double($0)) }

        private func computedConfidence(inTagUsed uses: Double) -> Double {
            let uses = max(1, uses)
            return uses / (uses + scarceUses) * exponential(-popularityDiscount * logarithm(uses))
        }
    }

    /// The constants in use.
    public var tuning: Tuning

    /// Creates a ranking method with the given constants.
    public init(tuning: Tuning = Tuning()) { self.tuning = tuning }

    /// Returns the best tags to add to `given`, best first, without the given ones.
    ///
    /// Unknown tags and words are ignored. If no known one is given, the result is the most used tags, scored by their share.
    /// - Parameters:
    ///   - given: the tags selected already.
    ///   - words: the words of the title, as features (`Feature.word(_:)`).
    ///   - limit: the maximum number of tags to return; zero or less returns none.
    ///   - source: a consistent snapshot of the counts.
    /// - Returns: at most `limit` tags, with explanations.
    /// - Throws: what the source throws.
    /// - Complexity: O(entries in the rows of the given tags + *k*³ + selections that vote), with *k* given tags and candidates.
    public func suggest<Source: CooccurrenceSource>(
        given: [UInt32],
        words: [UInt32] = [],
        limit: Int,
        from source: Source
    ) throws(Source.Failure) -> [NextTag] {
        guard limit > 0 else { return [] }
        return try rank(given: given, words: words, limit: limit, from: source)?.best(limit) ?? []
    }

    /// Returns the ranking of all tags that go with `given`, or `nil` if no selection has been saved.
    ///
    /// - Parameters:
    ///   - given: the tags selected already.
    ///   - words: the words of the title, as features.
    ///   - text: the other words of a whole text, of which the 64 most telling ones count.
    ///   - limit: the number of tags that will be requested; as many of the most used tags are candidates in any case.
    ///   - source: a consistent snapshot of the counts.
    /// - Returns: the ranking, which no longer refers to the source.
    /// - Throws: what the source throws.
    /// - Complexity: as ``suggest(given:words:limit:from:)``; with a text, besides O(entries in the rows of at most 1,000 of its words).
    public func rank<Source: CooccurrenceSource>(
        given: [UInt32],
        words: [UInt32] = [],
        text: [TextWord] = [],
        limit: Int,
        from source: Source
    ) throws(Source.Failure) -> NextRanking? {
        let selectionCount = Double(max(0, try source.selectionCount()))
        guard selectionCount > 0 else { return nil }
        let features = try GivenFeatures(
            tags: given,
            words: words,
            cap: tuning.givenLimit,
            from: source
        )
        var ranking = try NextRanking(
            given: features,
            text: TextEvidence(
                text,
                given: features,
                selectionCount: selectionCount,
                from: source
            ),
            selectionCount: selectionCount,
            limit: max(0, limit),
            tuning: tuning,
            from: source
        )
        try ranking.addLocalRegression(from: source)
        try ranking.addNeighbors(from: source)
        ranking.finish()
        return ranking
    }
}

/// A tag suggested for given tags and words, with an explanation of its score.
public struct NextTag: Sendable, Equatable {
    /// The suggested tag.
    public let tag: UInt32
    /// The strength of the suggestion, from 0 to 1.
    public let score: Double
    /// The contribution of the tag's own frequency and of the bounds of the prior: what the given features do not explain.
    public let popularity: Double
    /// The contribution of each given tag or word to the estimate, greatest first; negative if it is evidence against the tag.
    public let contributions: [Contribution]
    /// The given tag that implies it by a rule; `nil` if none does.
    public var origin: UInt32?

    /// The contribution of one given feature to the estimate of a suggested tag, by method of estimation.
    public struct Contribution: Sendable, Equatable {
        /// The given tag, or word of the title.
        public let feature: UInt32
        /// By the regression on all given features.
        public let linear: Double
        /// By the regression on the given features and the best candidates.
        public let local: Double
        /// By the votes of similar items.
        public let neighbors: Double
        /// By a rule that the tag follows from the given one.
        public var rule = 0.0

        /// The sum of all of them.
        public var total: Double { linear + local + neighbors + rule }
    }
}
