public import Foundation

/// One or more columns of a `LazyVGrid`, or rows of a `LazyHGrid`.
///
/// The space is divided as in SwiftUI: fixed items and spacing are subtracted first; then each other item in turn takes
/// an equal share of the remaining space, clamped to its bounds. An adaptive item divides its share into as many
/// columns as fit.
///
/// ```swift
/// let columns = [GridItem(.fixed(40)), GridItem(.adaptive(minimum: 50), spacing: 4)]
/// let grid = LazyVGrid(columns: columns, spacing: 0) {
///     ForEach(0..<6) { _ in Box { $0.replacingUnspecifiedDimensions() } }
/// }
/// let placed = grid.layout(in: ProposedViewSize(width: 212, height: nil))
/// #expect(placed.children.map(\.frame.width) == [40, 52, 52, 52, 40, 52])
/// ```
public struct GridItem: Sendable {
    /// The length of a column across a `LazyVGrid`, or of a row across a `LazyHGrid`.
    public enum Size: Sendable {
        /// A single item of a length, in points.
        case fixed(CGFloat)
        /// A single item of the space that is left, within bounds in points.
        case flexible(minimum: CGFloat = 10, maximum: CGFloat = .infinity)
        /// As many items as fit into the space of one flexible item, each within bounds in points.
        case adaptive(minimum: CGFloat, maximum: CGFloat = .infinity)
    }

    /// The length of the item.
    public var size: GridItem.Size
    /// The distance to the next item, in points; nil is 8.
    public var spacing: CGFloat?
    /// The alignment of each node in its cell; nil is that of the grid.
    public var alignment: Alignment?

    /// Creates an item of a grid.
    public init(_ size: GridItem.Size = .flexible(), spacing: CGFloat? = nil, alignment: Alignment? = nil) {
        self.size = size
        self.spacing = spacing
        self.alignment = alignment
    }
}

/// A column of a vertical grid, or a row of a horizontal one.
struct GridTrack {
    /// The distance from the start of the first track, in points.
    let start: Double
    /// The length, in points; nil means the length of the container.
    let length: Double?
    /// The alignment of nodes in the track's cells; nil means that of the grid.
    let alignment: Alignment?

    /// The distance from the start of the first track to the end of this track, in points.
    var end: Double { start + (length ?? 0) }
}

extension GridItem {
    /// The distance to the next item, in points.
    fileprivate var distance: Double { spacing.map { lengthOrZero($0) } ?? ViewSpacing.standardDistance }

    /// Returns the lengths of the item's columns in a share of the space; nil is an unspecified space.
    fileprivate func lengths(in share: Double?) -> [Double] {
        switch size {
        case .fixed(let length): return [lengthOrZero(length)]
        case .flexible(let minimum, let maximum): return [Self.clamp(share ?? 0, minimum, maximum)]
        case .adaptive(let minimum, let maximum):
            let least = lengthOrZero(minimum)
            let space = max(share ?? 0, least)
            let fitting = ((space + distance) / (least + distance)).rounded(.down)
            let count = fitting.isNaN ? 1 : min(max(fitting, 1), Self.maximumCount)
            let length = Self.clamp((space - distance * (count - 1)) / count, minimum, maximum)
            return Array(repeating: length, count: Int(count))
        }
    }

    /// The maximum number of adaptive columns, so that a minimum of 0 does not exhaust memory.
    private static let maximumCount = 10_000.0

    /// Returns a length within bounds; the minimum takes precedence.
    private static func clamp(_ length: Double, _ minimum: CGFloat, _ maximum: CGFloat) -> Double {
        max(min(lengthOrZero(length), lengthLimit(maximum)), lengthOrZero(minimum))
    }

    fileprivate var isFixed: Bool {
        if case .fixed = size { return true }
        return false
    }
}

extension [GridItem] {
    /// Returns the columns in a space, in points; `nil` is an unspecified space, which gives items their minimum.
    ///
    /// - Complexity: O(columns).
    func tracks(in space: Double?) -> [GridTrack] {
        let shares = shares(of: space)
        var tracks: [GridTrack] = []
        var position = 0.0
        for (item, lengths) in zip(self, shares) {
            for length in lengths {
                tracks.append(GridTrack(start: position, length: length, alignment: item.alignment))
                position = clampedToFinite(position + length + item.distance)
            }
        }
        return tracks
    }

    /// Returns the lengths of each item's columns.
    private func shares(of space: Double?) -> [[Double]] {
        let gaps = dropLast().reduce(0) { $0 + $1.distance }
        let fixed = filter(\.isFixed).reduce(0) { $0 + ($1.lengths(in: nil).first ?? 0) }
        var left = space.map { $0 - gaps - fixed }
        var waiting = count { !$0.isFixed }
        return map { item in
            guard !item.isFixed else { return item.lengths(in: nil) }
            let lengths = item.lengths(in: left.map { Swift.max($0, 0) / Double(waiting) })
            waiting -= 1
            let taken = lengths.reduce(0, +) + item.distance * Double(lengths.count - 1)
            left = left.map { $0 - taken }
            return lengths
        }
    }
}
