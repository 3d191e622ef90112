internal import Foundation

/// The bounds of one dimension of a flexible frame, with minimum ≤ ideal ≤ maximum.
struct LengthBounds: Sendable {
    let min: CGFloat?
    let ideal: CGFloat?
    let max: CGFloat?

    /// Creates ordered bounds; NaN and negative bounds count as 0.
    init(min: CGFloat?, ideal: CGFloat?, max: CGFloat?) {
        let least = min.map { CGFloat(lengthLimit($0)) }
        var preferred = ideal.map { CGFloat(lengthLimit($0)) }
        var greatest = max.map { CGFloat(lengthLimit($0)) }
        if let least, let value = preferred { preferred = Swift.max(value, least) }
        if let floor = preferred ?? least, let value = greatest { greatest = Swift.max(value, floor) }
        self.min = least
        self.ideal = preferred
        self.max = greatest
    }

    /// Returns a length clamped to the bounds.
    func clamp(_ length: CGFloat) -> CGFloat { Swift.min(Swift.max(length, min ?? 0), max ?? .infinity) }

    /// Returns the proposal of the child.
    func childProposal(_ proposal: CGFloat?) -> CGFloat? { (proposal ?? ideal).map(clamp) }

    /// Returns the length of the frame.
    ///
    /// - Parameters:
    ///   - proposal: The length proposed to the frame.
    ///   - child: The length the child answered.
    /// - Returns: The clamped proposal, the ideal length, or the child's length clamped to the bounds.
    func length(_ proposal: CGFloat?, child: CGFloat) -> CGFloat {
        guard let proposal else { return ideal ?? clamp(child) }
        let offered = CGFloat(lengthLimit(proposal))
        switch (min, max) {
        case (nil, nil): return child
        case (let least?, nil): return Swift.max(least, Swift.min(offered, child))
        case (nil, let greatest?): return Swift.min(greatest, Swift.max(offered, child))
        case (_?, _?): return clamp(offered)
        }
    }
}
