/// Ranks the tags of matching rules, and those that given tags imply, before all other tags.
package struct ImpliedFirst: TagScores {
    /// A tag that a given tag implies, or that a rule for items suggests.
    package struct Implied: Hashable, Sendable {
        /// The tag.
        package let tag: UInt32
        /// The given tag that implies it; `nil` for the tag of a rule.
        package let origin: UInt32?
        /// The query of the rule; `nil` for an implied tag.
        package let rule: String?

        package init(_ tag: UInt32, origin: UInt32) {
            self.tag = tag
            self.origin = origin
            rule = nil
        }

        package init(_ tag: UInt32, rule: String) {
            self.tag = tag
            origin = nil
            self.rule = rule
        }

        /// The reason for the tag as a contribution to its score.
        var reason: Reason { origin.map(Reason.with) ?? .rule(rule ?? "") }
    }

    private let implied: [Implied]
    private let places: [UInt32: Int]
    /// The ranking of the other tags; `nil` if nothing is known about the given tags.
    private let others: (any TagScores)?
    /// The 1-based ranks that the best tags of `others` have without implications, reported as ``rank(of:)``.
    private let ranks: [UInt32: Int]

    /// The maximum number of ``ranks``.
    private static let ranked = 64

    /// Creates a ranking.
    ///
    /// - Parameters:
    ///   - implied: the implied tags, best first, each once.
    ///   - others: the ranking of all tags without implications.
    package init(_ implied: [Implied], then others: (any TagScores)?) {
        self.implied = implied
        self.others = others
        places = Dictionary(implied.enumerated().map { ($1.tag, $0) }) { first, _ in first }
        let best = others?.scores(Self.ranked).map(\.tag) ?? []
        ranks = Dictionary(zip(best, 1...)) { first, _ in first }
    }

    package var givenCount: Int { others?.givenCount ?? 0 }

    package var hasItem: Bool { others?.hasItem ?? false }

    package func best(_ limit: Int, where isWanted: (UInt32) -> Bool) -> [NextTag] {
        let first = Array(implied.lazy.map(\.tag).filter(isWanted).prefix(max(0, limit)))
        let rest = others?.best(limit - first.count) { places[$0] == nil && isWanted($0) }
        return explain(first) + (rest ?? [])
    }

    /// Returns the best tags with their scores, best first; implied tags score above 1, and therefore above all others.
    package func scores(_ limit: Int) -> [(tag: UInt32, score: Double)] {
        let first = implied.enumerated().map { place, found in (found.tag, 2 - Double(place) / Double(implied.count)) }
        let rest = (others?.scores(limit) ?? []).filter { places[$0.tag] == nil }
        return Array((first + rest).prefix(max(0, limit)))
    }

    package func explain(_ tags: [UInt32]) -> [NextTag] {
        let known = others?.explain(tags) ?? []
        let learned = Dictionary(known.map { ($0.tag, $0) }) { first, _ in first }
        return tags.compactMap { tag in places[tag].map { explain(implied[$0], learned[tag]) } ?? learned[tag] }
    }

    package func rank(of tag: UInt32) -> Int? { others?.rank(of: tag) ?? ranks[tag] }

    /// Explains an implied tag: the implication contributes the difference between the learned estimate and 1.
    private func explain(_ found: Implied, _ learned: NextTag?) -> NextTag {
        var parts = learned?.contributions ?? []
        let estimate = parts.reduce(learned?.popularity ?? 0) { $0 + $1.total }
        let place = parts.firstIndex { $0.reason == found.reason }
        let part = place.map { parts.remove(at: $0) }
        let ruled = NextTag.Contribution(
            reason: found.reason, linear: part?.linear ?? 0, local: part?.local ?? 0, neighbors: part?.neighbors ?? 0,
            rule: max(0, 1 - estimate))
        return NextTag(
            tag: found.tag, score: 1, popularity: learned?.popularity ?? 0,
            contributions: (parts + [ruled]).sorted { $0.total > $1.total }, origin: found.origin, rule: found.rule)
    }
}
