internal import Foundation

/// The visible part of a lazy container, the starting point of the next pass.
struct LazySight {
    /// The visible lines, in order.
    var lines: [Line] = []
    /// Whether the start of the container was visible; if so, the start keeps its place instead of the first visible
    /// line.
    var isAtStart = true
    /// The distance of the visible lines from their estimated offsets, in points.
    var drift = 0.0

    /// A line that was in sight.
    struct Line {
        /// The identity of its first item.
        let id: NodeID
        /// The index of its first item.
        var item: Int
        /// Its distance from the start of the container, in points.
        let offset: Double
        /// Its depth, in points.
        let depth: Double
    }

    /// Returns the first line that is still visible; `nil` if the viewport is elsewhere or at the start.
    func anchor(in window: LazyWindow) -> Line? {
        guard !(isAtStart && window.shown <= 0) else { return nil }
        return lines.first { $0.offset + $0.depth >= window.lower && $0.offset <= window.upper }
    }
}
