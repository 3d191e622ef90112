internal import Foundation

/// Returns a length from outside, or 0 if it is NaN, infinite or negative.
@inline(__always) func lengthOrZero(_ value: Double) -> Double {
    let positive = value > 0 ? value : 0
    return positive < .infinity ? positive : 0
}

/// Returns a sum of lengths, with infinity replaced by the largest Double.
@inline(__always) func clampedToFinite(_ sum: Double) -> Double {
    let most = Double.greatestFiniteMagnitude
    return sum > most ? most : (sum < -most ? -most : sum)
}

/// Returns the limit that a proposed length sets: 0 for NaN and negative lengths, infinity for nil.
func lengthLimit(_ proposal: CGFloat?) -> Double {
    guard let proposal else { return .infinity }
    return proposal > 0 ? proposal.native : 0
}
