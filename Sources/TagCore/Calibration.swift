/// Converts the scores of suggestions into probabilities; learns from the tags of saved items.
///
/// There is one for each kind of evidence, whose scores have different distributions. Scores order tags but aren't
/// probabilities. With score p, rank r and k given tags, the probability is σ(a·logit p + b + c·ln r + d·x). For given tags
/// alone, x is ln k; with an item, it is ln(k + 1). For an item alone, p = S / (1 + S), and x is −ln(1 − S) for S up to
/// 0.98: the nearer S comes to 1, the more certain is the tag. a > 0, c ≤ 0 and, for an item alone, d ≥ 0 keep the order.
///
/// Each ``CalibrationSample`` moves the four weights by one Newton step of a logistic regression and adds to its curvature
/// H (online Laplace approximation). The state is 14 numbers. It depends only on the samples and the order of their items,
/// so it can be recomputed.
///
/// ```swift
/// var calibration = Calibration(of: .tags)
/// if let sample = CalibrationSample(given: 2, scores: [0.9, 0.4], hits: 0b01) { calibration.learn(sample) }
/// calibration.probability(score: 0.9, rank: 1, given: 2)
/// ```
package struct Calibration: Hashable, Sendable {
    /// The evidence of scores.
    package enum Evidence: Hashable, Sendable, CaseIterable {
        /// Given tags alone.
        case tags
        /// An item alone.
        case item
        /// An item and given tags.
        case itemAndTags

        /// Determines the evidence of a score.
        package init(hasItem: Bool, given: Int) { self = !hasItem ? .tags : given > 0 ? .itemAndTags : .item }
    }

    /// The evidence of the scores.
    package let evidence: Evidence
    /// The weights a, b, c and d.
    package private(set) var weights: [Double]
    /// The lower triangle of the curvature H, row by row.
    package private(set) var curvature = [20.0, 0, 20, 0, 0, 20, 0, 0, 0, 20]

    /// The state before the first sample, fitted to the suggestions of several collections.
    package init(of evidence: Evidence) {
        self.evidence = evidence
        weights =
            switch evidence {
            case .tags: [1, 0.3, -0.5, -0.2]
            case .item: [1.8, 1.1, -0.4, 0.2]
            case .itemAndTags: [2, 0.2, -0.6, 0.4]
            }
    }

    /// The number of values in the state.
    package static let size = 14

    /// The state: the weights, followed by the curvature.
    package var values: [Double] { weights + curvature }

    /// Restores a state; `nil` unless `values` has ``size`` finite numbers that keep the order of scores.
    package init?(of evidence: Evidence, values: [Double]) {
        guard values.count == Self.size, values.allSatisfy(\.isFinite), values[0] > 0, values[2] <= 0,
            evidence != .item || values[3] >= 0
        else { return nil }
        self.evidence = evidence
        weights = Array(values.prefix(4))
        curvature = Array(values.dropFirst(4))
    }

    /// Returns the probability that an item has a suggested tag.
    ///
    /// - Parameters:
    ///   - score: the tag's score from 0 to 1.
    ///   - rank: the tag's rank, from 1.
    ///   - given: the number of given tags.
    /// - Returns: a probability that decreases with the rank and increases with the score.
    package func probability(score: Double, rank: Int, given: Int) -> Double {
        Self.probability(logit(of: features(score: score, rank: rank, given: given)))
    }

    /// Returns the logit of a probability: the weighted sum of the features.
    private func logit(of features: SIMD4<Double>) -> Double {
        weights.indices.reduce(0) { $0 + weights[$1] * features[$1] }
    }

    /// Updates the weights with a sample of the same evidence.
    package mutating func learn(_ sample: CalibrationSample) {
        var gradient = [0.0, 0, 0, 0]
        var added = curvature
        for (index, score) in sample.scores.enumerated() {
            let x = features(score: Double(score), rank: index + 1, given: sample.given)
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
        if evidence == .item { weights[3] = max(weights[3], 0) }
    }

    /// The minimum of the weight a, which keeps probabilities increasing with the score.
    private static let leastSlope = 0.01

    /// The sum S of an item's evidence from which on a tag becomes no more certain by the last feature.
    private static let certain = 0.98

    private func features(score: Double, rank: Int, given: Int) -> SIMD4<Double> {
        let p = min(max(score.isNaN ? 0 : score, 1e-4), 1 - 1e-4)
        let odds = p / (1 - p)
        let last =
            switch evidence {
            case .tags: logarithm(Double(max(1, given)))
            case .item: -logarithm(1 - min(odds, Self.certain))
            case .itemAndTags: logarithm(Double(max(0, given) + 1))
            }
        return SIMD4(logarithm(odds), 1, logarithm(Double(max(1, rank))), last)
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

/// The scores of the best suggestions for part of an item's tags, and which of them the item has.
///
/// Before an item is learned, a random part of its tags is given to the ranking. The sample records how the best
/// remaining tags scored and which of them the item really has. ``Calibration`` learns from it.
///
/// ```swift
/// // Two tags were given; the item has the first of the two best suggestions.
/// let sample = CalibrationSample(given: 2, scores: [0.9, 0.4], hits: 0b01)
/// ```
package struct CalibrationSample: Hashable, Sendable {
    /// The number of given tags, from 1 to 255; also 0 if the item was given.
    package let given: Int
    /// Whether the item's title, location and note were given, which scores differently.
    package let hasItem: Bool
    /// The scores of the best tags, in descending order, from 0 to 1; at most ``mostScores``.
    package let scores: [Float]
    /// A bit for each score, from the lowest: whether the item has that tag.
    package let hits: UInt16
    /// How well mixtures with the shared model predicted the item; `nil` if no model was in use.
    package let mixture: MixtureGains?

    /// The maximum number of scores.
    package static let mostScores = 10

    /// Creates a sample; `nil` if a value is out of range.
    package init?(given: Int, hasItem: Bool = false, scores: [Float], hits: UInt16, mixture: MixtureGains? = nil) {
        guard (hasItem ? 0...255 : 1...255).contains(given), scores.count <= Self.mostScores,
            scores.allSatisfy({ (0...1).contains($0) }), Int(hits) < 1 << scores.count, mixture?.isValid ?? true
        else { return nil }
        self.given = given
        self.hasItem = hasItem
        self.scores = scores
        self.hits = hits
        self.mixture = mixture
    }
}

/// How well each mixture of the user's estimate with that of a shared model predicted an item.
package struct MixtureGains: Hashable, Sendable {
    /// The first eight bytes of the model's hash.
    package let model: UInt64
    /// The NDCG@10 of the mixture with each of ``Mixture/shares``.
    package let gains: [Float]

    package init(model: UInt64, gains: [Float]) {
        self.model = model
        self.gains = gains
    }

    /// Whether there is one gain from 0 to 1 for each share.
    var isValid: Bool { gains.count == Mixture.shares.count && gains.allSatisfy { (0...1).contains($0) } }
}

extension CalibrationSample {
    /// The evidence that the scores are based on.
    package var evidence: Calibration.Evidence { Calibration.Evidence(hasItem: hasItem, given: given) }

    private static let itemFlag: UInt32 = 1 << 15

    /// The sample as 32-bit words: counts and hits, the scores, then the model and its gains.
    package var words: [UInt32] {
        let first = UInt32(given) | UInt32(scores.count) << 8 | (hasItem ? Self.itemFlag : 0) | UInt32(hits) << 16
        let words = [first] + scores.map(\.bitPattern)
        guard let mixture else { return words }
        return words + [UInt32(truncatingIfNeeded: mixture.model), UInt32(truncatingIfNeeded: mixture.model >> 32)]
            + mixture.gains.map(\.bitPattern)
    }

    /// Decodes a sample from its words; `nil` if they aren't valid.
    package init?(words: [UInt32]) {
        guard let first = words.first else { return nil }
        let count = Int(first >> 8 & 0x7F)
        let rest = words.dropFirst()
        var mixture: MixtureGains?
        if rest.count > count {
            guard rest.count == count + 2 + Mixture.shares.count else { return nil }
            let part = Array(rest.dropFirst(count))
            mixture = MixtureGains(
                model: UInt64(part[0]) | UInt64(part[1]) << 32, gains: part.dropFirst(2).map(Float.init(bitPattern:)))
        }
        guard rest.count >= count else { return nil }
        self.init(
            given: Int(first & 0xFF), hasItem: first & Self.itemFlag != 0,
            scores: rest.prefix(count).map(Float.init(bitPattern:)), hits: UInt16(truncatingIfNeeded: first >> 16),
            mixture: mixture)
    }
}
