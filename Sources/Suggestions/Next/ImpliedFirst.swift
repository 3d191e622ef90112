/// An order of tags in which those that follow from given ones by rules come first.
package struct ImpliedFirst: TagScores {
    /// A tag that follows from a given one.
    package struct Implied: Hashable, Sendable {
        /// The tag.
        package let tag: UInt32
        /// The given tag.
        package let origin: UInt32

        package init(_ tag: UInt32, origin: UInt32) {
            self.tag = tag
            self.origin = origin
        }
    }

    private let implied: [Implied]
    private let places: [UInt32: Int]
    /// The order of the other tags; `nil` if nothing is known of what is given.
    private let others: (any TagScores)?
    /// The places of the best tags without the rules, from 1, so that what follows from a place stays as it is.
    private let ranks: [UInt32: Int]

    /// The number of tags whose places without the rules are known.
    private static let ranked = 64

    /// Creates an order.
    ///
    /// - Parameters:
    ///   - implied: the tags that follow, best first, each once.
    ///   - others: the order of all tags without the rules.
    package init(_ implied: [Implied], then others: (any TagScores)?) {
        self.implied = implied
        self.others = others
        places = Dictionary(implied.enumerated().map { ($1.tag, $0) }) { first, _ in first }
        let best = others?.scores(Self.ranked).map(\.tag) ?? []
        ranks = Dictionary(zip(best, 1...)) { first, _ in first }
    }

    package func best(_ limit: Int, where isWanted: (UInt32) -> Bool) -> [NextTag] {
        let first = Array(implied.lazy.map(\.tag).filter(isWanted).prefix(max(0, limit)))
        let rest = others?
            .best(limit - first.count) { places[$0] == nil && isWanted($0) }
        return explain(first) + (rest ?? [])
    }

    /// Returns the best tags, best first, with their scores: those of tags that follow are above 1, so that no other one is as great.
    package func scores(_ limit: Int) -> [(tag: UInt32, score: Double)] {
        let first = implied.enumerated()
            .map { place, found in
                (found.tag, 2 - Double(place) / Double(implied.count))
            }
        let rest = (others?.scores(limit) ?? []).filter { places[$0.tag] == nil }
        return Array((first + rest).prefix(max(0, limit)))
    }

    package func explain(_ tags: [UInt32]) -> [NextTag] {
        let known = others?.explain(tags) ?? []
        let learned = Dictionary(known.map { ($0.tag, $0) }) { first, _ in first }
        return tags.compactMap { tag in
            places[tag].map { explain(implied[$0], learned[tag]) } ?? learned[tag]
        }
    }

    package func rank(of tag: UInt32) -> Int? { others?.rank(of: tag) ?? ranks[tag] }

    /// Explains a tag that follows: the rule adds to what was learned what is missing of certainty.
    private func explain(_ found: Implied, _ learned: NextTag?) -> NextTag {
        var parts = learned?.contributions ?? []
        let estimate = parts.reduce(learned?.popularity ?? 0) { $0 + $1.total }
        let place = parts.firstIndex { $0.feature == found.origin }
        let part = place.map { parts.remove(at: $0) }
        let ruled = NextTag.Contribution(
            feature: found.origin,
            linear: part?.linear ?? 0,
            local: part?.local ?? 0,
            neighbors: part?.neighbors ?? 0,
            rule: max(0, 1 - estimate)
        )
        return NextTag(
            tag: found.tag,
            score: 1,
            popularity: learned?.popularity ?? 0,
            contributions: (parts + [ruled]).sorted { $0.total > $1.total },
            origin: found.origin
        )
    }
}
