/// Kernel ridge regression of the new item on the 64 most similar items, over all their words.
///
/// Unlike votes of neighbors, it discounts duplicates: two equal items share the weight that one of them would have.
/// With K the cosines of these items with each other and k their cosines with the new item, the shares are (K +
/// 0.3·I)⁻¹·k.
struct NearItems: Sendable {
    /// The rows of the items in ``ReadItems``, most similar first.
    private(set) var rows: [Int] = []
    /// The share of each item ("b").
    private(set) var shares: [Double] = []
    /// The mean length of the items' word vectors, or 1 if there are none.
    private(set) var meanLength = 1.0
    /// The cosine of the most similar item with the new item.
    private(set) var bestCosine = 0.0

    /// The maximum number of items in the regression.
    static let limit = 64
    /// The number of items with the largest rough product that are compared over all their words.
    static let candidateLimit = 128
    private static let ridge = 0.3

    /// Selects the items and solves the regression.
    ///
    /// - Complexity: O(rows + words of 128 items + 64² · words of an item + 64³).
    init<Source: ItemSource>(_ read: ReadItems, itemCount: Int, from source: Source) throws(Source.Failure) {
        let candidates = read.products.indexesOfLargest(Self.candidateLimit)
        guard !candidates.isEmpty else { return }
        let lists = try source.words(of: candidates.map { read.items[$0] })
        let counts = try source.itemCounts(ofWords: lists.words)
        let vectors = WordVectors(lists, count: candidates.count, counts, itemCount: itemCount)
        let cosines = candidates.indices.map { read.products[candidates[$0]] / vectors.lengths[$0] }
        let nearest = cosines.indexesOfLargest(Self.limit)
        rows = nearest.map { candidates[$0] }
        bestCosine = nearest.first.map { cosines[$0] } ?? 0
        meanLength = nearest.reduce(0) { $0 + vectors.lengths[$1] } / Double(nearest.count)
        let kernel = vectors.cosines(among: nearest, ridge: Self.ridge)
        shares = CholeskyFactor(size: nearest.count, lowerTriangle: kernel).solve(nearest.map { cosines[$0] })
    }
}

/// The words of items, weighted by inverse document frequency.
private struct WordVectors {
    private let lists: WordLists
    private let values: [Double]
    /// The length of each vector ("ρ"); 1 for an empty vector.
    let lengths: [Double]

    /// Weights the words of `count` items; a word without a count, as from a damaged source, has no weight.
    init(_ lists: WordLists, count: Int, _ counts: [UInt32], itemCount: Int) {
        let values = lists.weights.indices.map { index in
            let rarity = index < counts.count ? QueryWords.rarity(counts[index], of: itemCount) : 0
            return lists.weights[index].isFinite ? rarity * Double(lists.weights[index]) : 0
        }
        lengths = (0..<count)
            .map { list in
                let square = lists.range(of: list).reduce(0) { $0 + values[$1] * values[$1] }
                return square > 0 ? square.squareRoot() : 1
            }
        (self.lists, self.values) = (lists, values)
    }

    /// Returns the lower triangle of the cosines of the chosen vectors with each other, plus a ridge on the diagonal.
    ///
    /// Writes each vector to a dense row once and multiplies it with the vectors before it.
    func cosines(among chosen: [Int], ridge: Double) -> [Double] {
        var places: [UInt32: Int] = [:]
        var rows: [[(place: Int, value: Double)]] = []
        for list in chosen {
            let row = lists.range(of: list)
                .map { index in
                    let next = places.count
                    let place = places[lists.words[index], default: next]
                    if place == next { places[lists.words[index]] = next }
                    return (place: place, value: values[index] / lengths[list])
                }
            rows.append(row)
        }
        var dense = [Double](repeating: 0, count: places.count)
        var triangle: [Double] = []
        triangle.reserveCapacity(rows.count * (rows.count + 1) / 2)
        for (index, row) in rows.enumerated() {
            for entry in row { dense[entry.place] = entry.value }
            for other in rows[...index] {
                var cosine = 0.0
                for entry in other { cosine += dense[entry.place] * entry.value }
                triangle.append(cosine)
            }
            triangle[triangle.count - 1] += ridge
            for entry in row { dense[entry.place] = 0 }
        }
        return triangle
    }
}
