internal import TagCore

/// Ranks tags by how well they go with the given tags, from counts that are updated in place for each item.
///
/// There is no training. A query reads the rows of the given tags, solves a small regression (`LinearScores`), refines
/// the estimates of the best candidates (`LocalRegression`), and adds the votes of the most similar items
/// (`Neighbors`), which are shrunk toward the regression's estimate.
///
/// The same method works for dense and sparse data. The regression's estimate weighs as much as 4 · (1 + 100 /
/// selections that can vote) votes. If tags recur, hundreds of selections outvote the regression; if most tags are used
/// once, few selections can vote, and the regression nearly decides alone. The local regression has more weight with
/// more given tags and for candidates with more uses.
///
/// NDCG@10 with one tag hidden / with half of the tags hidden:
///
/// | data | this method | regression alone |
/// | --- | --- | --- |
/// | 24,240 tag sets of packages | .720/.752 | .668/.717 |
/// | 1,279 Polish sets of keywords, 80 % of which occur once | .443/.343 | .443/.347 |
/// | 1,281 Hindi sets of keywords | .416/.312 | .420/.317 |
///
/// `Benchmarks/Suggestions/order.py` compares two versions.
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
        /// The ridge of the regression on the given tags.
        public var linearRidge = 4.0
        /// The ridge of the regression among the best candidates.
        public var localRidge = 8.0
        /// The share of the local regression in the prior of a frequently used tag, with many given tags.
        public var localWeight = 0.9
        /// The uses at which a tag has half of ``localWeight``.
        public var localSupport = 3.0
        /// The number of best candidates that the local regression includes.
        public var localCandidates = 24
        /// The maximum number of given tags that are used; the rarest are kept.
        public var givenLimit = 32
        /// The maximum number of items that vote.
        public var neighborLimit = 500
        /// The cost in similarity of each tag of a neighbor that isn't given, as a fraction of the mean rarity of the
        /// given tags.
        public var extraTagCost = 0.3
        /// The weight of the prior, in votes, when many selections can vote.
        public var priorVotes = 4.0
        /// The growth of the prior's weight when few selections can vote: the factor is 1 + this / selections.
        public var priorScarcity = 100.0
        /// The exponent of a tag's uses in the divisor of its score.
        public var popularityDiscount = 0.06
        /// The uses at which a tag's score is halved, so that tags used once don't win ties.
        public var scarceUses = 0.5

        /// Creates the constants as tuned.
        public init() {}

        /// Returns the factor of a tag's score that depends on its uses, a whole number.
        ///
        /// Dividing by a low power of the uses favors specific tags over general tags. Tags used only a few times don't
        /// benefit, because a single use is weak evidence.
        func confidence(inTagUsed uses: Double) -> Double {
            let uses = max(1, uses)
            return uses / (uses + scarceUses) * exponential(-popularityDiscount * logarithm(uses))
        }
    }

    /// The constants in use.
    public var tuning: Tuning

    /// Creates a ranking method with the given constants.
    public init(tuning: Tuning = Tuning()) { self.tuning = tuning }

    /// Returns the best tags to add to `given`, best first.
    ///
    /// Unknown tags are ignored. If none of the given tags is known, the result is the most used tags, scored by their
    /// share of all items.
    /// - Parameters:
    ///   - given: the tags that are already selected.
    ///   - limit: the maximum number of tags to return; zero or less returns none.
    ///   - source: a consistent snapshot of the counts.
    /// - Returns: at most `limit` tags, with explanations.
    /// - Throws: the errors of the source.
    /// - Complexity: as ``rank(given:limit:from:)``.
    public func suggest<Source: CooccurrenceSource>(
        given: [UInt32], limit: Int, from source: Source
    ) throws(Source.Failure) -> [NextTag] {
        guard limit > 0 else { return [] }
        return try rank(given: given, limit: limit, from: source)?.best(limit) ?? []
    }

    /// Returns the ranking of all tags related to `given`, or `nil` if no items have been saved.
    ///
    /// - Parameters:
    ///   - given: the tags that are already selected.
    ///   - limit: the number of tags that will be requested; the same number of most used tags are always candidates.
    ///   - source: a consistent snapshot of the counts.
    /// - Returns: the ranking, which no longer refers to the source.
    /// - Throws: the errors of the source.
    /// - Complexity: O(*e* log *e* + *k*³ + tags of the items that vote), with *e* entries in the rows of the given
    ///   tags, and *k* given tags and candidates of the local regression.
    public func rank<Source: CooccurrenceSource>(
        given: [UInt32], limit: Int, from source: Source
    ) throws(Source.Failure) -> NextRanking? {
        let selectionCount = Double(max(0, try source.selectionCount()))
        guard selectionCount > 0 else { return nil }
        return try NextRanking(
            given: GivenTags(given, cap: tuning.givenLimit, from: source), selectionCount: selectionCount,
            limit: max(0, limit), tuning: tuning, from: source)
    }
}
