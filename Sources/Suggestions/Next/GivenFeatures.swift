internal import TagCore

/// The given tags and words that saved selections know, with what ranking reads of each of them.
struct GivenFeatures: Sendable {
    /// The features, tags and words in the order in which they were given, each once.
    private(set) var features: [UInt32] = []
    /// How many saved selections hold each feature; never zero.
    private(set) var uses: [Double] = []
    /// The pair counts of each feature.
    private(set) var rows: [PairCounts] = []
    /// Every given tag, also unknown ones and those past the cap: none of them is suggested.
    let excluded: Set<UInt32>

    /// Reads the rows of at most `cap` (and 64) given features; the rarest tell most, so they stay.
    init<Source: CooccurrenceSource>(
        tags: [UInt32],
        words: [UInt32],
        cap: Int,
        from source: Source
    ) throws(Source.Failure) {
        excluded = Set(tags)
        var seen: Set<UInt32> = []
        let cap = min(cap, 64)
        let all = (tags + words).filter { seen.insert($0).inserted }
        let counts = try source.uses(of: all)
        var known = zip(all, counts).filter { $0.1 > 0 }
        if known.count > cap {
            let rarest = Set(known.sorted { ($0.1, $0.0) < ($1.1, $1.0) }.prefix(cap).map(\.0))
            known.removeAll { !rarest.contains($0.0) }
        }
        for (feature, count) in known {
            features.append(feature)
            uses.append(Double(count))
            rows.append(try source.pairs(of: feature))
        }
    }

    /// The number of features.
    var count: Int { features.count }

    /// How many saved selections hold both the feature at `index` and the one at `other`.
    func pairCount(_ index: Int, _ other: Int) -> Double {
        if index == other { return uses[index] }
        // A tag's row leaves words out; the word's row has the tag.
        return Feature.isWord(features[index])
            ? Double(rows[index][features[other]]) : Double(rows[other][features[index]])
    }
}
