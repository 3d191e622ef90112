internal import Foundation

/// The part of a lazy container that is in sight, along the axis of its lines.
struct LazyWindow {
    /// Its start, in points from the start of the container.
    var lower: Double
    /// Its end.
    var upper: Double
    /// The start of the visible part, without the margin.
    var shown: Double

    /// Creates the window of a container that is being placed; nil if everything is in sight.
    ///
    /// - Parameters:
    ///   - viewport: The visible part of the tree.
    ///   - origin: The upper left corner of the container, in the root's coordinates.
    ///   - size: The size of the container.
    ///   - axis: The axis of the lines.
    ///   - direction: The layout direction of the container.
    init?(_ viewport: Viewport, _ origin: CGPoint, _ size: CGSize, _ axis: Axis, _ direction: LayoutDirection) {
        guard let window = viewport.window, let rect = viewport.shown else { return nil }
        guard !window.isNull, Self.isBeside(window, origin, size, axis) else {
            (lower, upper, shown) = (0, -.infinity, 0)
            return
        }
        switch (axis, direction) {
        case (.vertical, _):
            (lower, upper) = (window.minY - origin.y, window.maxY - origin.y)
            shown = rect.minY - origin.y
        case (.horizontal, .leftToRight):
            (lower, upper) = (window.minX - origin.x, window.maxX - origin.x)
            shown = rect.minX - origin.x
        case (.horizontal, .rightToLeft):
            let right = origin.x + size.width
            (lower, upper) = (right - window.maxX, right - window.minX)
            shown = right - rect.maxX
        }
    }

    /// Whether nothing is in sight.
    var isEmpty: Bool { upper < lower || upper < 0 }

    /// Returns whether a container is in sight across its axis.
    private static func isBeside(_ window: CGRect, _ origin: CGPoint, _ size: CGSize, _ axis: Axis) -> Bool {
        axis == .vertical
            ? window.minX <= origin.x + size.width && origin.x <= window.maxX
            : window.minY <= origin.y + size.height && origin.y <= window.maxY
    }
}
