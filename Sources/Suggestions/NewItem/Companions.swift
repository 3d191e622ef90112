internal import TagCore

/// The support for tags that co-occur with the tags found by name ("C").
///
/// A tag u that was found with probability N_u supports tag t by how much likelier t is with u than usual:
/// C_t = .15 · Σ_u N_u · max(0, n_ut / (n_u + 2) − n_t / N).
///
/// ```
/// let companions = try Companions(of: [3: 0.9], itemCount: 100, from: source)
/// companions.support[8]            // .15 · .9 · gain of tag 8 with tag 3
/// companions.causes[8]?.tag        // tag 3, for "goes with …"
/// ```
package struct Companions: Sendable {
    /// A named tag that supports another tag.
    package struct Cause: Hashable, Sendable {
        /// The named tag.
        package let tag: UInt32
        /// The part of the support that comes from this tag.
        package let support: Double
    }

    /// The support of each tag; tags without support are missing.
    package private(set) var support: [UInt32: Double] = [:]
    /// The named tag that supports each tag most.
    package private(set) var causes: [UInt32: Cause] = [:]

    private static let weight = 0.15
    /// The number of items without the companion that are added to the uses of a named tag.
    private static let caution = 2.0

    /// Adds up the support.
    ///
    /// - Parameters:
    ///   - named: the tags found by name with their probabilities.
    ///   - itemCount: the number of saved items.
    ///   - source: the pair counts.
    /// - Throws: the errors of the source.
    /// - Complexity: O(entries in the rows of the named tags).
    package init<Source: ItemSource>(
        of named: [UInt32: Double], itemCount: Int, from source: Source
    ) throws(Source.Failure) {
        guard itemCount > 0 else { return }
        let tags = named.keys.sorted()
        for (tag, uses) in zip(tags, try source.uses(of: tags)) where uses > 0 {
            let entries = try source.pairs(of: tag).entries.filter { PairCounts.feature($0) != tag }
            let others = entries.map(PairCounts.feature)
            for (entry, otherUses) in zip(entries, try source.uses(of: others)) {
                let share = Double(PairCounts.count(entry)) / (Double(uses) + Self.caution)
                let gain = share - Double(otherUses) / Double(itemCount)
                guard gain > 0, let probability = named[tag] else { continue }
                let other = PairCounts.feature(entry)
                let part = Self.weight * probability * gain
                support[other, default: 0] += part
                if part > causes[other]?.support ?? 0 { causes[other] = Cause(tag: tag, support: part) }
            }
        }
    }
}
