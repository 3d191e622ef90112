/// The weight of the user's estimate relative to that of a shared model, validated on saved items.
///
/// The estimate of a tag is p_model + α · (p_user − p_model), unless only one side knows the given evidence. Before an
/// item is learned, each of seven shares α is tested on it. ``share(saved:)`` returns the mean of the shares, weighted
/// by exp(S − 2·(α − e)²): S is the sum of the share's gains over roughly the last fifty samples, and e = .3 + .3 · n /
/// (n + 100) is the share expected for n items.
///
/// The result is a mean because a few dozen samples aren't enough to identify the best share.
///
/// ```swift
/// let mixture = Mixture(model: 0x1234)
/// mixture.share(saved: 0)       // about 0.42: the shared model counts more
/// mixture.share(saved: 10_000)  // about 0.54: the user's items count more
/// ```
package struct Mixture: Hashable, Sendable {
    /// The shares α of the user's estimate that are compared.
    package static let shares = [0, 0.15, 0.3, 0.5, 0.7, 0.85, 1]
    /// The factor by which each new sample reduces the sums.
    private static let memory = 0.98

    /// The first eight bytes of the hash of the model that the sums belong to.
    package let model: UInt64
    /// The decayed sum of the gains of each share.
    package private(set) var sums = [Double](repeating: 0, count: shares.count)
    /// The decayed number of samples.
    package private(set) var weight = 0.0

    /// Creates the state before the first sample with a model.
    package init(model: UInt64) { self.model = model }

    /// The number of values in the state, without its model.
    package static let size = shares.count + 1

    /// The state: the sums, followed by the weight.
    package var values: [Double] { sums + [weight] }

    /// Restores a state; `nil` unless `values` has ``size`` finite numbers of at least 0.
    package init?(model: UInt64, values: [Double]) {
        guard values.count == Self.size, values.allSatisfy({ $0.isFinite && $0 >= 0 }) else { return nil }
        self.init(model: model)
        sums = Array(values.dropLast())
        weight = values[Self.size - 1]
    }

    /// Updates the sums with a sample; a sample of another model, or of none, changes nothing.
    package mutating func learn(_ sample: CalibrationSample) {
        guard let mixture = sample.mixture, mixture.model == model else { return }
        for (index, gain) in mixture.gains.enumerated() { sums[index] = Self.memory * sums[index] + Double(gain) }
        weight = Self.memory * weight + 1
    }

    /// Returns the share of the user's estimate, given the number of saved items.
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
