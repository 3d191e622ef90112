/// The order of tags that match alike: first those that go with what is chosen, then those that are used, then the rest.
struct TagRanking: Sendable {
    private var weights: [Double] = []
    /// All tags by their use, then by their place; empty where that is their own order.
    private var byUse: [Int] = []
    /// Whether any tag was used.
    private var isUsed = false
    /// The scores of the tags that go with what is chosen, by place.
    private var affinities: [Int: Double] = [:]
    /// All tags, the strongest first.
    private(set) var order: [Int] = []

    /// The order of tags with these weights, of which nothing else is known.
    ///
    /// - Complexity: O(n log n) in the tags that were used, linear in the others.
    init(weights: [Double] = []) {
        self.weights = weights
        let used = weights.indices.filter { weights[$0] != 0 }
        isUsed = !used.isEmpty
        if isUsed {
            let rest = weights.indices.filter { weights[$0] == 0 }
            byUse = used.sorted { (weights[$0], $1) > (weights[$1], $0) } + rest
        }
        combine()
    }

    /// Adds the tags of another order at the end.
    ///
    /// - Complexity: linear in the tags.
    mutating func append(_ other: TagRanking) {
        let first = weights.count
        weights += other.weights
        isUsed = isUsed || other.isUsed
        if isUsed {
            let own = byUse.isEmpty ? Array(0..<first) : byUse
            let others = other.byUse.isEmpty ? Array(0..<other.weights.count) : other.byUse
            byUse = merged(own, others.map { $0 + first })
        }
        combine()
    }

    /// Two lists of tags by their use as one; of tags used alike, those of the first list come first.
    private func merged(_ first: [Int], _ second: [Int]) -> [Int] {
        var merged: [Int] = []
        merged.reserveCapacity(first.count + second.count)
        var next = 0
        for tag in first {
            while next < second.count, isStronger(second[next], than: tag) {
                merged.append(second[next])
                next += 1
            }
            merged.append(tag)
        }
        return merged + second[next...]
    }

    /// Whether a tag comes before another that stands before it; tags that were never used come last.
    private func isStronger(_ tag: Int, than earlier: Int) -> Bool {
        guard weights[tag] != 0 else { return false }
        return weights[earlier] == 0 || weights[tag] > weights[earlier]
    }

    /// Takes the scores of the tags that go with what is chosen.
    mutating func setAffinities(_ scores: [(tag: Int, score: Double)]) {
        let known = scores.filter { weights.indices.contains($0.tag) && $0.score > 0 }
        affinities = Dictionary(known.map { ($0.tag, $0.score) }) { first, _ in first }
        combine()
    }

    /// Tags in the order of strength.
    func sorted(_ tags: [Int]) -> [Int] {
        guard isUsed || !affinities.isEmpty else { return tags.sorted() }
        return tags.sorted { precedes($0, $1) }
    }

    private mutating func combine() {
        let base = byUse.isEmpty ? Array(weights.indices) : byUse
        guard !affinities.isEmpty else {
            order = base
            return
        }
        var isFirst = Array(repeating: false, count: weights.count)
        for tag in affinities.keys { isFirst[tag] = true }
        order = affinities.keys.sorted { precedes($0, $1) } + base.filter { !isFirst[$0] }
    }

    private func precedes(_ left: Int, _ right: Int) -> Bool {
        let (l, r) = (affinities[left] ?? 0, affinities[right] ?? 0)
        return (l, weights[left], right) > (r, weights[right], left)
    }
}
