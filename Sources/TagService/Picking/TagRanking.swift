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

    /// Adds a tag at the end; `sort` puts it in its place.
    mutating func append(weight: Double) {
        isUsed = isUsed || weight != 0
        weights.append(weight)
    }

    /// Orders all tags anew.
    ///
    /// - Complexity: O(n log n) in the tags that were used, linear in the others.
    mutating func sort() {
        guard isUsed else {
            byUse = []
            return combine()
        }
        let used = weights.indices.filter { weights[$0] != 0 }
        let rest = weights.indices.filter { weights[$0] == 0 }
        byUse = used.sorted { (weights[$0], $1) > (weights[$1], $0) } + rest
        combine()
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
