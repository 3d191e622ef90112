internal import TagStore

/// An implication that nearly all items support.
public struct LikelyImplication: Hashable, Sendable, Codable {
    /// The tag that would imply the other.
    public var tag: String
    /// The tag that would be implied.
    public var implies: String
    /// The share of items with the first tag that also have the second, from 0 to 1.
    public var share: Double
    /// The number of items with the first tag.
    public var support: Int
}

/// The implications that nearly all items support.
public struct LikelyImplications: Hashable, Sendable, Codable {
    /// The implications with the most support, in descending order of support.
    public var pairs: [LikelyImplication]
    /// The total number of likely implications.
    public var count: Int
}

/// Finding implications that the items support.
extension TagService.Tags {
    /// Finds pairs of tags where nearly every item with the first tag also has the second.
    ///
    /// The less used tag of a pair implies the more used tag. A pair is listed if at least 10 items
    /// have the first tag and at least 95% of them have the second. Pairs are skipped if more than
    /// half of all items have the second tag, because such a tag co-occurs with everything.
    /// Implications that already follow from stored or listed implications are skipped, and so are
    /// implications that would close a cycle.
    ///
    /// - Parameter limit: the maximum number of implications to return.
    /// - Returns: the implications and their total number.
    /// - Throws: `StoreError`.
    /// - Complexity: linear in the number of counted pairs; quadratic in the number of pairs found for one tag.
    public func likelyImplications(limit: Int = 50) throws -> LikelyImplications {
        try store.read { reader in
            let found = try ImplicationFinder(reader).candidates
            let shown = found.prefix(max(0, limit))
            let names = try reader.names(of: shown.flatMap { [$0.tag, $0.implied] })
            return LikelyImplications(
                pairs: shown.map { candidate in
                    LikelyImplication(
                        tag: names[candidate.tag] ?? "", implies: names[candidate.implied] ?? "",
                        share: Double(candidate.count) / Double(candidate.support), support: candidate.support)
                }, count: found.count)
        }
    }
}
