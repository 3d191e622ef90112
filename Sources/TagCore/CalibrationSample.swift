/// What an item taught about the scores of suggestions: the answer to a question that was asked before it was learnt.
///
/// The question gives a random part of the selection's tags; the sample says how the best tags scored and which of them the
/// selection holds. A ``Calibration`` learns from it.
package struct CalibrationSample: Hashable, Sendable {
    /// The number of tags that were given, from 1 to 255.
    package let given: Int
    /// The scores of the best tags, best first, from 0 to 1; at most ``mostScores``.
    package let scores: [Float]
    /// Which of them the selection holds, as bits.
    package let hits: UInt16
    /// The gains of mixtures with a model; `nil` where none was in use.
    package let mixture: MixtureGains?

    /// The greatest number of scores.
    package static let mostScores = 10

    /// Creates a sample; `nil` if a value is out of range.
    package init?(given: Int, scores: [Float], hits: UInt16, mixture: MixtureGains? = nil) {
        guard (1...255).contains(given), scores.count <= Self.mostScores,
            scores.allSatisfy({ (0...1).contains($0) }), Int(hits) < 1 << scores.count,
            mixture?.isValid ?? true
        else { return nil }
        self.given = given
        self.scores = scores
        self.hits = hits
        self.mixture = mixture
    }
}

/// How well mixtures of the own estimate with that of a model would have answered a question.
package struct MixtureGains: Hashable, Sendable {
    /// The first eight bytes of the model's hash.
    package let model: UInt64
    /// The NDCG@10 of the mixture by each share of ``Mixture/shares``.
    package let gains: [Float]

    package init(model: UInt64, gains: [Float]) {
        self.model = model
        self.gains = gains
    }

    /// Whether there is one gain from 0 to 1 for each share.
    var isValid: Bool {
        gains.count == Mixture.shares.count && gains.allSatisfy { (0...1).contains($0) }
    }
}

extension CalibrationSample {
    /// The sample as 32-bit words: the counts and the hits, the scores, and the gains with their model.
    package var words: [UInt32] {
        let first = UInt32(given) | UInt32(scores.count) << 8 | UInt32(hits) << 16
        let own = [first] + scores.map(\.bitPattern)
        guard let mixture else { return own }
        return own
            + [
                UInt32(truncatingIfNeeded: mixture.model),
                UInt32(truncatingIfNeeded: mixture.model >> 32),
            ]
            + mixture.gains.map(\.bitPattern)
    }

    /// Reads the words of a sample; `nil` if they are none.
    package init?(words: [UInt32]) {
        guard let first = words.first else { return nil }
        let count = Int(first >> 8 & 0xFF)
        let rest = words.dropFirst()
        var mixture: MixtureGains?
        if rest.count > count {
            guard rest.count == count + 2 + Mixture.shares.count else { return nil }
            let part = Array(rest.dropFirst(count))
            mixture = MixtureGains(
                model: UInt64(part[0]) | UInt64(part[1]) << 32,
                gains: part.dropFirst(2).map(Float.init(bitPattern:))
            )
        }
        guard rest.count >= count else { return nil }
        self.init(
            given: Int(first & 0xFF),
            scores: rest.prefix(count).map(Float.init(bitPattern:)),
            hits: UInt16(truncatingIfNeeded: first >> 16),
            mixture: mixture
        )
    }
}
