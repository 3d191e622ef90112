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
