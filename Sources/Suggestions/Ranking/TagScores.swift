/// A ranking of tags by evidence, with scores and explanations.
public protocol TagScores: Sendable {
    /// Returns the best tags that satisfy a predicate, best first, with explanations.
    func best(_ limit: Int, where isWanted: (UInt32) -> Bool) -> [NextTag]
    /// Returns the best tags with their scores from 0 to 1, best first, without explanations.
    func scores(_ limit: Int) -> [(tag: UInt32, score: Double)]
    /// Returns the given tags with explained scores, in the given order; tags outside of this ranking are omitted.
    func explain(_ tags: [UInt32]) -> [NextTag]
    /// Returns the 1-based rank of a tag in the larger ranking that this one is part of, or `nil` if there isn't one.
    func rank(of tag: UInt32) -> Int?
}

extension TagScores {
    /// Returns `nil`, because by default a ranking isn't part of a larger one.
    public func rank(of tag: UInt32) -> Int? { nil }
}

extension NextRanking: TagScores {}
