/// Converts the scores of suggestions into probabilities; learns from the tags of saved items.
///
/// There is one for given tags alone, and one for items, whose scores have another distribution. Scores order tags but aren't probabilities. With score p, rank r and k given features, the probability is σ(a·logit
/// p + b + c·ln r + d·ln k), for an item with d·ln(k + 1); a > 0 and c ≤ 0 keep the order. Each ``CalibrationSample`` moves the four weights by one
/// Newton step of a logistic regression and adds to its curvature H (online Laplace approximation). The state is 14
/// numbers. It depends only on the samples and the order of their items, so it can be recomputed.
///
/// ```swift
/// var calibration = Calibration()
/// if let sample = CalibrationSample(given: 2, scores: [0.9, 0.4], hits: 0b01) { calibration.learn(sample) }
/// calibration.probability(score: 0.9, rank: 1, given: 2)
/// ```
package struct Calibration: Hashable, Sendable {
    /// The weights a, b, c and d.
    package private(set) var weights = [1, 0.3, -0.5, -0.2]
    /// The lower triangle of the curvature H, row by row.
    package private(set) var curvature = [20.0, 0, 20, 0, 0, 20, 0, 0, 0, 20]

    /// The state before the first sample.
    package init(forItems isForItems: Bool = false) {
        // Fitted to the suggestions for items of eight collections.
        if isForItems { weights = [2, 1.4, -0.3, -0.7] }
    }

    /// The number of values in the state.
    package static let size = 14

    /// The state: the weights, followed by the curvature.
    package var values: [Double] { weights + curvature }

    /// Restores a state; `nil` unless `values` has ``size`` finite numbers that keep the order of scores.
    package init?(values: [Double]) {
        guard values.count == Self.size, values.allSatisfy(\.isFinite), values[0] > 0, values[2] <= 0 else {
            return nil
        }
        weights = Array(values.prefix(4))
        curvature = Array(values.dropFirst(4))
    }

    /// Returns the probability that an item has a suggested tag.
    ///
    /// - Parameters:
    ///   - score: the tag's score from 0 to 1.
    ///   - rank: the tag's rank, from 1.
    ///   - given: the number of given tags.
    ///   - hasItem: whether the score is that of an item, to which given tags only add.
    /// - Returns: a probability that decreases with the rank and increases with the score.
    package func probability(score: Double, rank: Int, given: Int, hasItem: Bool = false) -> Double {
        let count = hasItem ? given + 1 : given
        return Self.probability(logit(of: Self.features(score: score, rank: rank, given: count)))
    }

    /// Returns the logit of a probability: the weighted sum of the features.
    private func logit(of features: SIMD4<Double>) -> Double {
        weights.indices.reduce(0) { $0 + weights[$1] * features[$1] }
    }

    /// Updates the weights with a sample.
    package mutating func learn(_ sample: CalibrationSample) {
        var gradient = [0.0, 0, 0, 0]
        var added = curvature
        for (index, score) in sample.scores.enumerated() {
            let count = sample.hasItem ? sample.given + 1 : sample.given
            let x = Self.features(score: Double(score), rank: index + 1, given: count)
            let q = Self.probability(logit(of: x))
            let error = q - (sample.hits >> UInt16(index) & 1 == 1 ? 1 : 0)
            let weight = q * (1 - q) + 0.001
            var position = 0
            for row in 0..<4 {
                gradient[row] += x[row] * error
                for column in 0...row {
                    added[position] += weight * x[row] * x[column]
                    position += 1
                }
            }
        }
        curvature = added
        step(against: gradient)
    }

    /// Moves the weights by H⁻¹ · gradient, within the limits that keep the order of scores.
    private mutating func step(against gradient: [Double]) {
        let change = Self.solve(curvature, gradient)
        for index in weights.indices { weights[index] -= change[index] }
        weights[0] = max(weights[0], Self.leastSlope)
        weights[2] = min(weights[2], 0)
    }

    /// The minimum of the weight a, which keeps probabilities increasing with the score.
    private static let leastSlope = 0.01

    private static func features(score: Double, rank: Int, given: Int) -> SIMD4<Double> {
        let p = min(max(score.isNaN ? 0 : score, 1e-4), 1 - 1e-4)
        return SIMD4(logarithm(p / (1 - p)), 1, logarithm(Double(max(1, rank))), logarithm(Double(max(1, given))))
    }

    private static func probability(_ logit: Double) -> Double { 1 / (1 + exponential(-logit)) }

    /// Solves a positive definite system of four equations, given its lower triangle, by Cholesky decomposition.
    private static func solve(_ triangle: [Double], _ right: [Double]) -> [Double] {
        func at(_ row: Int, _ column: Int) -> Int { row * (row + 1) / 2 + column }
        var lower = triangle
        for row in 0..<4 {
            for column in 0...row {
                var value = lower[at(row, column)]
                for k in 0..<column { value -= lower[at(row, k)] * lower[at(column, k)] }
                lower[at(row, column)] =
                    row == column ? max(value, 1e-12).squareRoot() : value / lower[at(column, column)]
            }
        }
        var x = right
        for row in 0..<4 {
            for k in 0..<row { x[row] -= lower[at(row, k)] * x[k] }
            x[row] /= lower[at(row, row)]
        }
        for row in stride(from: 3, through: 0, by: -1) {
            for k in (row + 1)..<max(4, row + 1) { x[row] -= lower[at(k, row)] * x[k] }
            x[row] /= lower[at(row, row)]
        }
        return x
    }
}
