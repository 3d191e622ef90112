/// Trains a linear model of one tag at a time: a support vector machine with squared hinge loss.
///
/// The solver is dual coordinate descent (Hsieh et al. 2008, algorithm 1, as in LIBLINEAR), and the negatives are the
/// items most similar to the tag's items. Unlike there, the bias is regularized toward −1, a row far on its side is
/// dropped for good rather than shrunk, and at most ten passes are made. The cost of a row in which the tag counts half
/// is halved. The result depends only on the rows and the tag.
struct LinearTrainer {
    /// The trained weights of a tag.
    struct Weights: Hashable, Sendable {
        /// The columns with the largest weights, in ascending order.
        var columns: [Int32] = []
        /// The weight of each of ``columns``.
        var weights: [Double] = []
        /// The constant term of the margin.
        var bias = -1.0
    }

    /// The minimum number of uses of a tag that is trained.
    static let leastUses = 10
    /// The maximum number of weights of a tag.
    static let weightLimit = 500

    private static let cost = 0.5
    private static let passLimit = 10
    private static let tolerance = 0.05
    private static let negatives = 500
    private static let negativesPerUse = 20

    private let rows: TrainingRows
    /// The weights by column; zero between tags.
    private var weights: [Double]
    /// The dual variables by row.
    private var alphas: [Double]
    /// Whether each row has the tag; false between tags.
    private var isPositive: [Bool]

    init(_ rows: TrainingRows) {
        self.rows = rows
        weights = [Double](repeating: 0, count: rows.vocabulary.count)
        alphas = [Double](repeating: 0, count: rows.count)
        isPositive = [Bool](repeating: false, count: rows.count)
    }

    /// Returns whether a tag is trained: it has enough uses, but not on every item.
    func isTrainable(_ tag: TrainingRows.Tag) -> Bool {
        tag.rows.count >= Self.leastUses && tag.rows.count < rows.count
    }

    /// Trains a tag.
    ///
    /// - Complexity: O(passes · words of the chosen rows), plus one pass over all words.
    mutating func train(_ tag: TrainingRows.Tag) -> Weights {
        for row in tag.rows { isPositive[Int(row)] = true }
        let chosen = tag.rows + negatives(of: tag)
        for row in chosen { alphas[Int(row)] = 0 }
        let bias = descend(
            chosen, halved: tag.halved, numbers: Xorshift64(seed: 88_172_645_463_325_252 + UInt64(tag.tag)))
        for row in tag.rows { isPositive[Int(row)] = false }
        defer { weights = [Double](repeating: 0, count: weights.count) }
        return pruned(bias: bias)
    }

    /// Returns the rows without the tag that are most similar to those with it, in ascending order.
    ///
    /// Similarity is the product with the sum of the tag's rows, over words that aren't very frequent. Items without
    /// such a word follow in ascending order; without them, a tag with unusual words would have too few negatives, and
    /// would fit an item of unknown words.
    private func negatives(of tag: TrainingRows.Tag) -> [Int32] {
        let limit = Self.negatives + Self.negativesPerUse * tag.rows.count
        let others = (0..<Int32(rows.count)).lazy.filter { !isPositive[Int($0)] }
        guard limit + tag.rows.count < rows.count else { return Array(others) }
        var centroid = [Float](repeating: 0, count: weights.count)
        for row in tag.rows {
            for entry in rows.byItem.range(of: Int(row)) {
                centroid[Int(rows.byItem.indexes[entry])] += rows.byItem.values[entry]
            }
        }
        var scores = [Float](repeating: 0, count: rows.count)
        let frequent = max(50, rows.count / 20)
        for (column, sum) in centroid.enumerated() where sum != 0 && rows.itemCounts[column] <= frequent {
            for entry in rows.byWord.range(of: column) {
                scores[Int(rows.byWord.indexes[entry])] += sum * rows.byWord.values[entry]
            }
        }
        let candidates = Array(others)
        let largest = candidates.map { scores[Int($0)] }.indexesOfLargest(limit)
        return largest.map { candidates[$0] }.sorted()
    }

    /// Runs the passes of dual coordinate descent and returns the bias.
    private mutating func descend(_ chosen: [Int32], halved: Set<Int32>, numbers: Xorshift64) -> Double {
        var (chosen, numbers) = (chosen, numbers)
        var bias = -1.0
        for _ in 0..<Self.passLimit where !chosen.isEmpty {
            numbers.shuffle(&chosen)
            var largestUpdate = 0.0
            var kept: [Int32] = []
            kept.reserveCapacity(chosen.count)
            for row in chosen {
                let index = Int(row)
                let sign: Double = isPositive[index] ? 1 : -1
                let alpha = alphas[index]
                let cost = halved.contains(row) ? Self.cost / 2 : Self.cost
                let gradient = sign * margin(ofRow: index, bias: bias) - 1 + alpha / (2 * cost)
                if alpha == 0, gradient >= 0.5 { continue }
                kept.append(row)
                if alpha == 0, gradient >= 0 { continue }
                let next = max(0, alpha - gradient / (2 + 1 / (2 * cost)))
                let step = (next - alpha) * sign
                alphas[index] = next
                largestUpdate = max(largestUpdate, abs(gradient))
                bias += step
                add(step, timesRow: index)
            }
            chosen = kept
            if largestUpdate < Self.tolerance { break }
        }
        return bias
    }

    private func margin(ofRow row: Int, bias: Double) -> Double {
        let entries = rows.byItem
        var margin = bias
        for entry in entries.range(of: row) {
            margin += weights[Int(entries.indexes[entry])] * Double(entries.values[entry])
        }
        return margin
    }

    private mutating func add(_ step: Double, timesRow row: Int) {
        let entries = rows.byItem
        for entry in entries.range(of: row) {
            weights[Int(entries.indexes[entry])] += step * Double(entries.values[entry])
        }
    }

    /// Keeps the words whose weight, times the fourth root of the number of items with the word, is largest.
    private func pruned(bias: Double) -> Weights {
        let columns = weights.indices.filter { weights[$0] != 0 }
        let sizes = columns.map { abs(weights[$0]) * Double(rows.itemCounts[$0]).squareRoot().squareRoot() }
        let kept = sizes.indexesOfLargest(Self.weightLimit).map { columns[$0] }.sorted()
        return Weights(columns: kept.map { Int32($0) }, weights: kept.map { weights[$0] }, bias: bias)
    }
}

/// A deterministic sequence of random numbers (Marsaglia 2003, xorshift with shifts 13, 7 and 17).
///
/// ```
/// var numbers = Xorshift64(seed: 7)
/// var list = [1, 2, 3]
/// numbers.shuffle(&list)  // always the same order
/// ```
struct Xorshift64: Sendable {
    private var state: UInt64

    /// Creates a sequence; the seed must not be zero.
    init(seed: UInt64) { state = seed }

    /// Returns the next number.
    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }

    /// Shuffles a list from its end (Fisher–Yates, with a remainder instead of unbiased numbers).
    mutating func shuffle(_ list: inout [Int32]) {
        for last in list.indices.dropFirst().reversed() { list.swapAt(last, Int((next() >> 32) % UInt64(last + 1))) }
    }
}
