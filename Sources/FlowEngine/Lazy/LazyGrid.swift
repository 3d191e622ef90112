public import Foundation

/// A grid that grows downwards and makes nodes only when they become visible.
///
/// Nodes fill one row after another, from the first column to the last; a row is as high as its highest node.
///
/// ```swift
/// let grid = LazyVGrid(columns: [GridItem(.adaptive(minimum: 80))]) {
///     ForEach(0..<1_000) { _ in Box(width: 60, height: 20) }
/// }
/// let placed = grid.layout(in: ProposedViewSize(width: 300, height: nil))
/// #expect(placed.children[3].frame.minY == 28)
/// ```
public struct LazyVGrid: LayoutNode {
    private let style: LazyGridStyle
    private let list: LayoutNodeList

    /// Creates a lazy grid of columns.
    ///
    /// - Parameters:
    ///   - columns: The columns; an empty array means a single column.
    ///   - alignment: The alignment of nodes in their columns, and of all columns in the grid.
    ///   - spacing: The distance between rows, in points; nil is 8.
    ///   - pinnedViews: Accepted as in SwiftUI, without effect, because FlowEngine has no sections.
    ///   - content: The nodes; those of a `ForEach` are made when they become visible.
    public init(
        columns: [GridItem], alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
        pinnedViews: PinnedScrollableViews = .init(), @LazyNodeBuilder content: () -> LayoutNodeList
    ) {
        style = LazyGridStyle(
            name: "LazyVGrid", spacing: spacing.map { finiteOrZero($0).native } ?? ViewSpacing.standardDistance,
            alignment: Alignment(horizontal: alignment, vertical: .center), tracks: .items(columns))
        list = content()
    }

    /// Creates the element of the grid.
    public func makeElement(in environment: LayoutEnvironment) -> LayoutElement {
        var inner = environment
        inner.stackOrientation = nil
        return LazyGridElement(style, list, along: .vertical, in: inner)
    }
}

/// A grid that grows sideways and makes nodes only when they become visible.
///
/// Nodes fill one column after another, from the first row to the last; a column is as wide as its widest node.
public struct LazyHGrid: LayoutNode {
    private let style: LazyGridStyle
    private let list: LayoutNodeList

    /// Creates a lazy grid of rows.
    ///
    /// - Parameters:
    ///   - rows: The rows; an empty array means a single row.
    ///   - alignment: The alignment of nodes in their rows, and of all rows in the grid.
    ///   - spacing: The distance between columns, in points; nil is 8.
    ///   - pinnedViews: Accepted as in SwiftUI, without effect, because FlowEngine has no sections.
    ///   - content: The nodes; those of a `ForEach` are made when they become visible.
    public init(
        rows: [GridItem], alignment: VerticalAlignment = .center, spacing: CGFloat? = nil,
        pinnedViews: PinnedScrollableViews = .init(), @LazyNodeBuilder content: () -> LayoutNodeList
    ) {
        style = LazyGridStyle(
            name: "LazyHGrid", spacing: spacing.map { finiteOrZero($0).native } ?? ViewSpacing.standardDistance,
            alignment: Alignment(horizontal: .center, vertical: alignment), tracks: .items(rows))
        list = content()
    }

    /// Creates the element of the grid.
    public func makeElement(in environment: LayoutEnvironment) -> LayoutElement {
        var inner = environment
        inner.stackOrientation = nil
        return LazyGridElement(style, list, along: .horizontal, in: inner)
    }
}

/// The parameters of a lazy stack or a lazy grid.
struct LazyGridStyle {
    let name: String
    /// The distance between lines, in points; nil uses the distance that they prefer.
    let spacing: Double?
    /// The alignment of items in their cells, and of the tracks in the container.
    let alignment: Alignment
    let tracks: Tracks

    /// The tracks of a container.
    enum Tracks {
        /// One track that is as long as the container is across.
        case single
        case items([GridItem])
    }

    /// Whether lines keep the distance that their items prefer.
    var usesPreferredSpacing: Bool { spacing == nil }

    /// Returns the tracks for a length across, at least one.
    func gridTracks(across length: Double?, along axis: Axis) -> [GridTrack] {
        guard case .items(let items) = tracks else { return [GridTrack(start: 0, length: length, alignment: nil)] }
        return (items.isEmpty ? [GridItem()] : items).tracks(in: length)
    }

    /// Returns the distance of the first track from the start of the container across.
    func start(of tracks: [GridTrack], in bounds: CGSize, along axis: Axis) -> Double {
        guard case .items = self.tracks, let end = tracks.last?.end else { return 0 }
        let isVertical = axis == .vertical
        let size = CGSize(width: isVertical ? end : 0, height: isVertical ? 0 : end)
        let origin = ViewDimensions(size: bounds).origin(of: ViewDimensions(size: size), alignedBy: alignment)
        return isVertical ? origin.x : origin.y
    }

    /// Returns the position of an item in its cell.
    func origin(of element: LayoutElement, _ proposal: ProposedViewSize, in cell: CGSize, _ track: GridTrack) -> CGPoint
    { ViewDimensions(size: cell).origin(of: element.dimensions(proposal), alignedBy: track.alignment ?? alignment) }
}

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
