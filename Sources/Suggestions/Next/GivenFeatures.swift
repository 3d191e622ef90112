internal import TagCore

/// The given tags and words that occur in saved items, with their uses and pair counts.
struct GivenFeatures: Sendable {
    /// The features in the given order, without duplicates.
    private(set) var features: [UInt32] = []
    /// The number of items that contain each feature; never zero.
    private(set) var uses: [Double] = []
    /// The pair counts of each feature.
    private(set) var rows: [PairCounts] = []
    /// The number of items that contain both of two features, as a square matrix.
    private var pairCounts: [Double] = []
    /// All given tags, including unknown ones and those beyond the cap; none of them is suggested.
    let excluded: Set<UInt32>

    /// Reads the rows of at most `cap` (and at most 32) given features, preferring the rarest, which are the most
    /// informative.
    init<Source: CooccurrenceSource>(
        tags: [UInt32],
        words: [UInt32],
        cap: Int,
        from source: Source
    ) throws(Source.Failure) {
        excluded = Set(tags)
        var seen: Set<UInt32> = []
        let cap = min(cap, SelectionPool.givenLimit)
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
        pairCounts = allPairCounts()
    }

    private func allPairCounts() -> [Double] {
        var counts = [Double](repeating: 0, count: count * count)
        for (index, row) in rows.enumerated() {
            for (other, feature) in features.enumerated() {
                let pairCount = Double(row[feature])
                // The row of a tag contains no words, but the row of a word contains tags.
                if !Feature.isWord(feature) { counts[other * count + index] = pairCount }
                if Feature.isWord(features[index]) { counts[index * count + other] = pairCount }
            }
        }
        for index in uses.indices { counts[index * count + index] = uses[index] }
        return counts
    }

    /// The number of features.
    var count: Int { features.count }

    /// Returns the number of items that contain both the feature at `index` and the one at `other`.
    func pairCount(_ index: Int, _ other: Int) -> Double { pairCounts[index * count + other] }
}
