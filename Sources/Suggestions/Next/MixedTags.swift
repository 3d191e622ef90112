/// The ranking of part of the tags of a ``Mixing``: either the user's tags or the tags that only the model has.
public struct MixedTags: TagScores {
    struct Entry: Sendable {
        let id: UInt32
        /// The 1-based rank among all tags of the mixing.
        let rank: Int
        let candidate: Mixing.Candidate
    }

    private let own: NextRanking?
    private let model: NextRanking?
    /// The share of the user's estimate.
    private let share: Double
    /// The feature to use in explanations for each given feature of the model.
    private let feature: [UInt32: UInt32]
    private let entries: [Entry]
    private let places: [UInt32: Int]

    init(
        own: NextRanking?,
        model: NextRanking?,
        share: Double,
        feature: [UInt32: UInt32],
        entries: [Entry]
    ) {
        self.own = own
        self.model = model
        self.share = share
        self.feature = feature
        self.entries = entries
        places = Dictionary(entries.enumerated().map { ($1.id, $0) }) { first, _ in first }
    }

    /// The identifiers of the tags, best first.
    public var tags: [UInt32] { entries.map(\.id) }

    /// The 1-based rank of a tag among all tags of the mixing.
    public func rank(of tag: UInt32) -> Int? { places[tag].map { entries[$0].rank } }

    /// Returns the best tags that satisfy a predicate, best first, with explanations.
    public func best(_ limit: Int, where isWanted: (UInt32) -> Bool) -> [NextTag] {
        explain(entries.lazy.map(\.id).filter(isWanted).prefix(max(0, limit)).map(\.self))
    }

    /// Returns the best tags with their scores from 0 to 1, best first, without explanations.
    public func scores(_ limit: Int) -> [(tag: UInt32, score: Double)] {
        entries.prefix(max(0, limit)).map { ($0.id, Self.bounded($0.candidate.score(share))) }
    }

    /// Returns the given tags with explained scores, in the given order; tags outside of this ranking are omitted.
    public func explain(_ tags: [UInt32]) -> [NextTag] {
        let found = tags.compactMap { places[$0].map { entries[$0] } }
        let mine = Self.byTag(own?.explain(found.compactMap(\.candidate.own)))
        let theirs = Self.byTag(model?.explain(found.compactMap(\.candidate.model)))
        return found.map { entry in
            mix(
                entry,
                entry.candidate.own.flatMap { mine[$0] },
                entry.candidate.model.flatMap { theirs[$0] }
            )
        }
    }

    private static func byTag(_ tags: [NextTag]?) -> [UInt32: NextTag] {
        Dictionary((tags ?? []).map { ($0.tag, $0) }) { first, _ in first }
    }

    private static func bounded(_ score: Double) -> Double {
        score.isFinite ? min(1, max(0, score)) : 0
    }

    /// Combines two explanations so that the contributions add up to the mixed estimate.
    private func mix(_ entry: Entry, _ mine: NextTag?, _ theirs: NextTag?) -> NextTag {
        var parts: [UInt32: NextTag.Contribution] = [:]
        let weighed =
            (mine?.contributions ?? []).map { ($0.feature, $0, share) }
            + (theirs?.contributions ?? [])
            .map { (feature[$0.feature] ?? $0.feature, $0, 1 - share) }
        for (feature, part, weight) in weighed {
            let sum = parts[feature]
            parts[feature] = NextTag.Contribution(
                feature: feature,
                linear: (sum?.linear ?? 0) + weight * part.linear,
                local: (sum?.local ?? 0) + weight * part.local,
                neighbors: (sum?.neighbors ?? 0) + weight * part.neighbors
            )
        }
        return NextTag(
            tag: entry.id,
            score: Self.bounded(entry.candidate.score(share)),
            popularity: share * (mine?.popularity ?? 0) + (1 - share) * (theirs?.popularity ?? 0),
            contributions: parts.values.sorted { ($1.total, $0.feature) < ($0.total, $1.feature) }
        )
    }
}

/// A ranking of tags related to the given tags, with scores and explanations.
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
