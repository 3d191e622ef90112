internal import Foundation

/// What a number from outside counts as: itself, or 0 if it is NaN, infinite or negative.
@inline(__always)
func magnitude(_ value: Double) -> Double {
    let positive = value > 0 ? value : 0
    return positive < .infinity ? positive : 0
}

/// Returns a sum of lengths; one too large for a Double is the largest Double there is.
@inline(__always)
func bounded(_ sum: Double) -> Double {
    let most = Double.greatestFiniteMagnitude
    return sum > most ? most : (sum < -most ? -most : sum)
}

/// A length that a parent offers: NaN and negative ones count as 0; nil and infinity are no limit.
func lengthLimit(_ proposal: CGFloat?) -> Double {
    guard let proposal else { return .infinity }
    return proposal > 0 ? proposal.native : 0
}
