/// The order of tags with the same kind of match: tags that go with the selected tags, then used
/// tags, then the rest.
struct TagRanking: Sendable {
    private var weights: [Double] = []
    /// All tags by use, then by index; empty if no tag is used.
    private var byUse: [Int] = []
    /// Whether any tag was used.
    private var isUsed = false
    /// The scores of the tags related to the selected tags, by index.
    private var affinities: [Int: Double] = [:]
    /// All tags, strongest first.
    private(set) var order: [Int] = []

    /// Creates the order of tags by their weights.
    ///
    /// - Complexity: O(*m* + *n* log *n*) for *m* tags, *n* of them used.
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

    /// Appends the tags of another order.
    ///
    /// - Complexity: O(*n*) in the number of tags.
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

    /// Merges two lists of tags by use; of equally used tags, the tags of the first list come
    /// first.
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

    /// Returns whether a tag comes before a tag with a lower index; tags that were never used come
    /// last.
    private func isStronger(_ tag: Int, than earlier: Int) -> Bool {
        guard weights[tag] != 0 else { return false }
        return weights[earlier] == 0 || weights[tag] > weights[earlier]
    }

    /// Sets the scores of the tags related to the selected tags.
    mutating func setAffinities(_ scores: [(tag: Int, score: Double)]) {
        let known = scores.filter { weights.indices.contains($0.tag) && $0.score > 0 }
        affinities = Dictionary(known.map { ($0.tag, $0.score) }) { first, _ in first }
        combine()
    }

    /// Returns tags sorted by strength.
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
