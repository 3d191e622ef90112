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
