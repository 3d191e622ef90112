/// A tag that fits the evidence, with an explanation of its score.
public struct NextTag: Sendable, Equatable {
    /// The tag.
    public let tag: UInt32
    /// The strength of the evidence, from 0 to 1.
    public let score: Double
    /// The part of the estimate that the evidence doesn't explain: the tag's popularity and the bounds of the estimate.
    public let popularity: Double
    /// The contribution of each piece of evidence to the estimate, greatest first; negative for evidence against the tag.
    public let contributions: [Contribution]
    /// The given tag that implies this tag; `nil` if there isn't one.
    public var origin: UInt32?
    /// The query of the rule for items that suggests this tag; `nil` if there isn't one.
    public var rule: String?

    /// The contribution of a piece of evidence to the estimate of a tag, by method of estimation.
    public struct Contribution: Sendable, Equatable {
        /// The given tag, or the reason found in the item.
        public let reason: Reason
        /// The contribution of the regression on all given tags.
        public var linear = 0.0
        /// The contribution of the regression on the given tags and the best candidates.
        public var local = 0.0
        /// The contribution of the votes of similar items.
        public var neighbors = 0.0
        /// The contribution of an implication from the given tag.
        public var rule = 0.0
        /// The contribution of the item's title, location, note and text.
        public var item = 0.0

        /// The sum of the contributions.
        public var total: Double { linear + local + neighbors + rule + item }
    }
}
