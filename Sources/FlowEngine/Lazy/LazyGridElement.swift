internal import Foundation

/// The element of a lazy stack or a lazy grid: lines of as many items as there are tracks.
///
/// A stack is a grid of one track that is as wide as the container.
final class LazyGridElement: LazyElement {
    private let style: LazyGridStyle
    /// Measurements by the proposed length across.
    private var grids: [LengthKey: MeasuredGrid] = [:]
    /// The length across of the last placement.
    private var placed: LengthKey?
    /// The mean distance between lines before a change.
    private var prior = LazyLines.Mean.guess

    /// A proposed length; nil is unspecified.
    private struct LengthKey: Hashable { let length: Double? }

    /// The tracks for a length across, and the lines that were measured with them.
    private struct MeasuredGrid {
        let tracks: [GridTrack]
        var lines: LazyLines
        /// The length of the longest item across.
        var widest = 0.0
    }

    init(_ style: LazyGridStyle, _ list: LayoutNodeList, along axis: Axis, in environment: LayoutEnvironment) {
        self.style = style
        super.init(list, along: axis, in: environment)
    }

    override var name: String { style.name }

    override func discardMeasurements() {
        grids = [:]
        placed = nil
    }

    override func adopt(_ old: LayoutElement) {
        super.adopt(old)
        guard let old = old as? LazyGridElement, let key = old.placed else { return }
        prior = old.grids[key]?.lines.mean() ?? old.prior
    }

    override func estimatedSize(_ proposal: ProposedViewSize) -> CGSize {
        let key = LengthKey(length: across(proposal))
        var grid = grid(key)
        if grid.lines.measuredCount == 0, grid.lines.count > 0, placed == nil, prior.weight == 0 { measure(0, &grid) }
        let extent = grid.lines.extent() + (key == placed ? sight.drift : 0)
        grids[key] = grid
        return size(along: max(extent, 0), across: acrossLength(of: grid, key))
    }

    private func acrossLength(of grid: MeasuredGrid, _ key: LengthKey) -> Double {
        switch style.tracks {
        case .single: key.length ?? grid.widest
        case .items: grid.tracks.last?.end ?? 0
        }
    }

    /// Returns the measurements for a length across.
    private func grid(_ key: LengthKey) -> MeasuredGrid {
        if let grid = grids[key] { return grid }
        let tracks = style.gridTracks(across: key.length, along: axis)
        let lines = (items.count + tracks.count - 1) / tracks.count
        // For another length across, the lines have other extents, so their mean is only a first guess.
        var mean = prior
        if let placed, var grid = grids[placed] {
            mean = LazyLines.Mean(distance: grid.lines.mean().distance, weight: 0)
        }
        return MeasuredGrid(tracks: tracks, lines: LazyLines(count: lines, spacing: style.spacing, prior: mean))
    }

    /// Returns the items of a line.
    private func items(of line: Int, _ grid: MeasuredGrid) -> Range<Int> {
        let start = line * grid.tracks.count
        return start..<min(start + grid.tracks.count, items.count)
    }

    /// Measures the items of a line.
    private func measure(_ line: Int, _ grid: inout MeasuredGrid) {
        var measured = LazyLines.Line(extent: 0)
        for (index, track) in zip(items(of: line, grid), grid.tracks) {
            let element = item(at: index)
            let size = element.size(proposal(across: track.length))
            measured.extent = max(measured.extent, along(size))
            grid.widest = max(grid.widest, across(size))
            guard style.usesPreferredSpacing else { continue }
            let (before, after) = element.spacing.preferences(along: axis)
            measured.before = larger(measured.before, before)
            measured.after = larger(measured.after, after)
        }
        grid.lines.set(line, measured)
    }

    private func larger(_ first: Double?, _ second: Double?) -> Double? {
        guard let first, let second else { return first ?? second }
        return max(first, second)
    }

    override func places(in window: LazyWindow?, _ placement: Placement) -> [LazyPlace] {
        let key = LengthKey(length: across(placement.proposal))
        var grid = grid(key)
        if let placed, placed != key { sight.drift = 0 }
        placed = key
        grids = [:]
        defer { grids[key] = grid }
        guard grid.lines.count > 0 else { return [] }
        guard let window else {
            for line in 0..<grid.lines.count { measure(line, &grid) }
            sight = LazySight()
            return places(of: 0..<grid.lines.count, from: 0, grid, placement)
        }
        let isPastEnd = window.lower > grid.lines.extent() + sight.drift
        guard !window.isEmpty, !isPastEnd else { return [] }
        let (lines, top) = measureLines(in: window, &grid)
        return places(of: lines, from: top, grid, placement)
    }

    /// Measures the lines in sight.
    ///
    /// - Parameters:
    ///   - window: The part of the container that is in sight.
    ///   - grid: The measurements.
    /// - Returns: The lines in sight, and the place of the first one.
    private func measureLines(in window: LazyWindow, _ grid: inout MeasuredGrid) -> (lines: Range<Int>, top: Double) {
        let anchor = sight.anchor(in: window)
        let line = anchor.map { $0.item / grid.tracks.count } ?? grid.lines.line(at: window.lower)
        let place = anchor?.offset ?? grid.lines.offset(of: line)
        var (first, top) = (line, place)
        var (last, bottom) = (line, place)
        measure(line, &grid)
        bottom += grid.lines[line]?.extent ?? 0
        // The distance that the next line prefers isn't known until the line is made.
        while last + 1 < grid.lines.count, bottom + grid.lines.assumedDistance(after: last) <= window.upper {
            measure(last + 1, &grid)
            bottom += grid.lines.distance(after: last)
            last += 1
            bottom += grid.lines[last]?.extent ?? 0
        }
        while first > 0, top - grid.lines.assumedDistance(before: first) > window.lower {
            first -= 1
            measure(first, &grid)
            top -= grid.lines.distance(after: first) + (grid.lines[first]?.extent ?? 0)
        }
        // Include a line that was made but turned out to end before the visible part.
        if first > 0, items(of: first - 1, grid).allSatisfy({ isMade($0) }) {
            first -= 1
            measure(first, &grid)
            top -= grid.lines.distance(after: first) + (grid.lines[first]?.extent ?? 0)
        }
        let drift = place - grid.lines.offset(of: line)
        top -= settle(drift, isComplete: first == 0 || grid.lines.isComplete)
        if first == 0 { top = 0 }
        sight.isAtStart = window.shown - (drift - sight.drift) <= 0
        return (first..<last + 1, top)
    }

    /// Records a drift, or ends it by moving the visible lines if the offsets are exact.
    ///
    /// - Returns: The distance that the lines move up.
    private func settle(_ drift: Double, isComplete: Bool) -> Double {
        sight.drift = isComplete ? 0 : drift
        guard isComplete else { return 0 }
        moveSight(by: -drift)
        return drift
    }

    /// Returns the placements of lines that were measured.
    private func places(
        of lines: Range<Int>, from top: Double, _ grid: MeasuredGrid, _ placement: Placement
    ) -> [LazyPlace] {
        let bounds = placement.size
        let start = style.start(of: grid.tracks, in: bounds, along: axis)
        var places: [LazyPlace] = []
        var top = top
        sight.lines = []
        for line in lines {
            let extent = grid.lines[line]?.extent ?? 0
            let items = items(of: line, grid)
            let id = self.items.id(at: items.lowerBound)
            sight.lines.append(LazySight.Line(id: id, item: items.lowerBound, offset: top, depth: extent))
            for (index, track) in zip(items, grid.tracks) {
                let proposal = proposal(across: track.length)
                let cell = size(along: extent, across: track.length ?? across(bounds))
                let inner = style.origin(of: item(at: index), proposal, in: cell, track)
                let corner = point(along: top, across: start + track.start)
                let origin = CGPoint(x: corner.x + inner.x, y: corner.y + inner.y)
                let size = item(at: index).size(proposal)
                places.append(
                    LazyPlace(index: index, placement: Placement(origin: origin, proposal: proposal, size: size)))
            }
            top += extent
            top += grid.lines.distance(after: line)
        }
        return places
    }
}

extension ViewSpacing {
    /// The preferred distances before and after the view along an axis.
    fileprivate func preferences(along axis: Axis) -> (before: Double?, after: Double?) {
        axis == .vertical ? (top, bottom) : (leading, trailing)
    }
}
