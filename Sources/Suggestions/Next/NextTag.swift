/// A tag suggested from what is given, with where its score comes from.
public struct NextTag: Sendable, Equatable {
    /// The suggested tag.
    public let tag: UInt32
    /// How strongly it is suggested, from 0 to 1.
    public let score: Double
    /// What the tag's own frequency adds to the estimate, whatever is given.
    public let popularity: Double
    /// What each given tag or word of the label adds to the estimate, strongest first; a negative one speaks against.
    public let contributions: [Contribution]

    /// What one given feature adds to the estimate of a suggested tag, by the three ways of estimating.
    public struct Contribution: Sendable, Equatable {
        /// The given tag, or word of the label.
        public let feature: UInt32
        /// Through the regression on all given features.
        public let linear: Double
        /// Through the regression on the given features and the best candidates together.
        public let local: Double
        /// Through saved selections that resemble what is given.
        public let neighbours: Double

        /// The sum of the three.
        public var total: Double { linear + local + neighbours }
    }
}
