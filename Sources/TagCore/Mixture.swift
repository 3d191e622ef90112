/// How much the own estimate counts beside that of a model, validated on items.
///
/// A tag's estimate is p_base + α · (p_own − p_base), but for what either side knows of what is given. Each item says how well
/// each of seven shares α would have answered a question about it, before it is learnt. The mean of the shares counts, each with the weight
/// exp(S − 2·(α − e)²): S is the sum of what it gained in the last fifty samples or so, and e = .3 + .3 · n / (n + 100) what is expected of
/// n items.
///
/// A mean and no choice, since thirty samples do not tell the best share: the one that did best gains .5 of a point of NDCG@10 less.
package struct Mixture: Hashable, Sendable {
    /// The shares α of the own estimate that are compared.
    package static let shares = [0, 0.15, 0.3, 0.5, 0.7, 0.85, 1]
    /// How much of the sums remains with each sample.
    private static let memory = 0.98

    /// The first eight bytes of the hash of the model that the sums are about.
    package let model: UInt64
    /// The decayed sum of the gains of each share.
    package private(set) var sums = [Double](repeating: 0, count: shares.count)
    /// The decayed number of samples.
    package private(set) var weight = 0.0

    /// The state before the first sample with a model.
    package init(model: UInt64) { self.model = model }

    /// The number of values of the state without its model.
    package static let size = shares.count + 1

    /// The state as numbers: the sums, then the weight.
    package var values: [Double] { sums + [weight] }

    /// Restores a state; `nil` unless there are ``size`` numbers of at least 0.
    package init?(model: UInt64, values: [Double]) {
        guard values.count == Self.size, values.allSatisfy({ $0.isFinite && $0 >= 0 }) else {
            return nil
        }
        self.init(model: model)
        sums = Array(values.dropLast())
        weight = values[Self.size - 1]
    }

    /// Learns from a sample; one about another model, or none, changes nothing.
    package mutating func learn(_ sample: CalibrationSample) {
        guard let mixture = sample.mixture, mixture.model == model else { return }
        for (index, gain) in mixture.gains.enumerated() {
            sums[index] = Self.memory * sums[index] + Double(gain)
        }
        weight = Self.memory * weight + 1
    }

    /// Returns the share of the own estimate for a number of items.
    package func share(saved: Int) -> Double {
        let count = Double(max(0, saved))
        let expected = 0.3 + 0.3 * count / (count + 100)
        let merits = Self.shares.indices.map { index in
            let distance = Self.shares[index] - expected
            return sums[index] - 2 * distance * distance
        }
        let best = merits.max() ?? 0
        let weights = merits.map { exponential($0 - best) }
        let sum = zip(weights, Self.shares).reduce(0) { $0 + $1.0 * $1.1 }
        return sum / weights.reduce(0, +)
    }
}
