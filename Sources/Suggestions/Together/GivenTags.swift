internal import TagCore

/// The given tags that occur in saved items, with their uses and pair counts.
struct GivenTags: Sendable {
    /// The tags in the given order, without duplicates.
    private(set) var tags: [UInt32] = []
    /// The number of items that contain each tag; never zero.
    private(set) var uses: [Double] = []
    /// The pair counts of each tag.
    private(set) var rows: [PairCounts] = []
    /// All given tags, including unknown tags and those beyond the cap; none of them is suggested.
    let excluded: Set<UInt32>

    /// Reads the rows of at most `cap` given tags, preferring the rarest, which are the most informative.
    init<Source: CooccurrenceSource>(_ given: [UInt32], cap: Int, from source: Source) throws(Source.Failure) {
        excluded = Set(given)
        var seen: Set<UInt32> = []
        let all = given.filter { seen.insert($0).inserted }
        var known = zip(all, try source.uses(of: all)).filter { $0.1 > 0 }
        if known.count > cap {
            let rarestFirst = known.sorted { ($0.1, $0.0) < ($1.1, $1.0) }
            let rarest = Set(rarestFirst.prefix(max(0, cap)).map(\.0))
            known.removeAll { !rarest.contains($0.0) }
        }
        for (tag, uses) in known {
            tags.append(tag)
            self.uses.append(Double(uses))
            rows.append(try source.pairs(of: tag))
        }
    }

    /// The number of tags.
    var count: Int { tags.count }

    /// Returns the number of items that contain both the tag at `index` and the tag at `other`.
    func pairCount(_ index: Int, _ other: Int) -> Double {
        index == other ? uses[index] : Double(rows[other][tags[index]])
    }
}
