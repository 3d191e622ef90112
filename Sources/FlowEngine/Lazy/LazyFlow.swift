public import Foundation

/// A flow that makes nodes only when they become visible; SwiftUI has no equivalent.
///
/// The flow fills the proposed length, and its lines are those of `FlowLayout` in a container of that length. It uses
/// `FlowIndex`, so that a million nodes take no more time than a thousand. The depth of lines that were never visible
/// is estimated from the mean. After a jump, lines are broken from the first visible node, so they may differ from
/// those of `FlowLayout` until all nodes have been visible.
///
/// ```swift
/// let board = ScrollView {
///     LazyFlow(spacing: 8) {
///         ForEach(0..<1_000_000) { Box(width: 20 + CGFloat($0 % 100), height: 20) }
///     }
/// }
/// let window = CGRect(x: 0, y: 0, width: 600, height: 400)
/// let placed = board.layout(in: ProposedViewSize(window.size), showing: window)
/// #expect(placed.children[0].children.count < 300)
/// ```
///
/// A flow with balanced lines, a maximum number of lines, lines from the bottom, or without a finite length makes all of
/// its nodes, since each line depends on all of them.
public struct LazyFlow: LayoutNode {
    private let layout: FlowLayout
    private let list: LayoutNodeList

    /// Creates a lazy flow with the parameters of a layout.
    ///
    /// - Parameters:
    ///   - layout: The parameters.
    ///   - content: The nodes; those of a `ForEach` are made when they become visible.
    public init(_ layout: FlowLayout, @LazyNodeBuilder content: () -> LayoutNodeList) {
        self.layout = layout
        list = content()
    }

    /// Creates a lazy flow; by default, nodes run from the leading edge, 8 points apart.
    ///
    /// - Parameters:
    ///   - axis: The direction of a line.
    ///   - alignment: How the leftover space of a line is distributed.
    ///   - lineAlignment: The position of a node across its line.
    ///   - spacing: The distance between two nodes of a line, in points; nil uses the distance that they prefer.
    ///   - lineSpacing: The distance between two lines, in points; nil uses the distance that their nodes prefer.
    ///   - justified: Whether nodes grow to fill every line but the last.
    ///   - content: The nodes; those of a `ForEach` are made when they become visible.
    public init(
        axis: Axis = .horizontal, alignment: FlowAlignment = .leading, lineAlignment: FlowLineAlignment = .top,
        spacing: CGFloat? = 8, lineSpacing: CGFloat? = 8, justified: Bool = false,
        @LazyNodeBuilder content: () -> LayoutNodeList
    ) {
        let layout = FlowLayout(
            axis: axis, alignment: alignment, lineAlignment: lineAlignment, spacing: spacing, lineSpacing: lineSpacing,
            justified: justified)
        self.init(layout, content: content)
    }

    /// Creates the element of the flow.
    public func makeElement(in environment: LayoutEnvironment) -> LayoutElement {
        var inner = environment
        inner.stackOrientation = nil
        return LazyFlowElement(layout, list, in: inner)
    }
}

/// The element of a lazy flow.
final class LazyFlowElement: LazyElement {
    private let layout: FlowLayout
    /// Measurements by the length of a line.
    private var flows: [Double: FlowRuns] = [:]
    /// The length of a line in the last placement.
    private var placed: Double?
    /// The mean depth of an item before a change.
    private var prior: Double?
    /// Whether only the sizes of the items measured so far count.
    private var arePlain = true
    /// The items in sight.
    private var visible: Range<Int>?

    init(_ layout: FlowLayout, _ list: LayoutNodeList, in environment: LayoutEnvironment) {
        self.layout = layout
        let axis: Axis = layout.axis == .horizontal ? .vertical : .horizontal
        super.init(list, along: axis, in: environment)
    }

    override var name: String { "LazyFlow" }

    override func discardMeasurements() {
        flows = [:]
        placed = nil
        visible = nil
    }

    override func adopt(_ old: LayoutElement) {
        super.adopt(old)
        guard let old = old as? LazyFlowElement else { return }
        prior = old.placed.flatMap { old.flows[$0]?.measuredMean } ?? old.prior
    }

    override func estimatedSize(_ proposal: ProposedViewSize) -> CGSize {
        guard let length = lazyLength(proposal) else { return wholeArrangement(proposal).arrangement.size }
        var runs = runs(length)
        if runs.measuredMean == nil, items.count > 0, prior == nil, placed == nil {
            let run = runs.run(at: 0)
            extend(run, by: 1, &runs)
        }
        let extent = runs.extent + (placed == length ? sight.drift : 0)
        flows[length] = runs
        return size(along: max(extent, 0), across: length)
    }

    /// Returns the length of a line; nil if the lines depend on all items.
    private func lazyLength(_ proposal: ProposedViewSize) -> Double? { layout.canBeLazy ? across(proposal) : nil }

    private func runs(_ length: Double) -> FlowRuns {
        if let runs = flows[length] { return runs }
        let mean = placed.flatMap { flows[$0]?.measuredMean } ?? prior
        return FlowRuns(layout, length: length, count: items.count, prior: mean)
    }

    override func places(in window: LazyWindow?, _ placement: Placement) -> [LazyPlace] {
        guard let length = lazyLength(placement.proposal) else { return wholePlaces(placement) }
        var runs = runs(length)
        separators = []
        if placed != length { (sight.drift, visible) = (0, nil) }
        placed = length
        flows = [:]
        defer { flows[length] = runs }
        guard items.count > 0 else { return [] }
        guard let window else {
            measureAll(&runs)
            sight = LazySight()
            return places(from: 0, in: LazyWindow.everything, runs)
        }
        guard !window.isEmpty, window.lower <= runs.extent + sight.drift else { return [] }
        runs.join(outside: visible, arePlain: arePlain)
        return measureLines(in: window, &runs)
    }

    /// Measures all items and breaks them into the lines of a flow that isn't lazy.
    private func measureAll(_ runs: inout FlowRuns) {
        while let gap = runs.pieces.first(where: { $0.run == nil })?.items {
            let run = runs.run(at: gap.lowerBound)
            extend(run, by: gap.count, &runs)
        }
        runs.join(outside: nil, arePlain: arePlain)
        for item in 0..<items.count { _ = self.item(at: item) }
    }

    /// Measures the lines in sight; returns the placements of their items.
    private func measureLines(in window: LazyWindow, _ runs: inout FlowRuns) -> [LazyPlace] {
        let anchor = sight.anchor(in: window)
        let item = anchor?.item ?? runs.item(at: window.lower)
        let place = anchor?.offset ?? runs.offset(of: item)
        var run = runs.run(at: item)
        let within = item - runs.pieces[run].items.lowerBound
        let line = runs.pieces[run].run?.line(at: within)?.offset.native ?? 0
        var top = place - line
        fill(from: run, top, to: window.upper, &runs)
        while top > window.lower, run > 0 {
            run = fillBefore(run, top - window.lower, &runs)
            top -= (runs.pieces[run].run?.depth ?? 0) + runs.lineSpacing
        }
        if runs.isMeasured, runs.pieces.count > 1 {
            // From now on, the lines are those of the whole flow.
            runs.join(outside: nil, arePlain: arePlain)
            (run, top) = (0, place - runs.offset(of: item))
        }
        let drift = top - runs.top(of: run)
        let isSettled = run == 0 && runs.pieces[0].items.lowerBound == 0 || runs.isComplete
        var shown = window
        if isSettled, drift != 0 {
            top -= drift
            moveSight(by: -drift)
            shown = window.moved(by: -drift)
        }
        sight.drift = isSettled ? 0 : drift
        sight.isAtStart = shown.shown <= 0
        return places(from: top, run, in: shown, runs)
    }

    /// Measures items after a run, and after the runs that follow, until the last line is out of sight.
    private func fill(from run: Int, _ top: Double, to end: Double, _ runs: inout FlowRuns) {
        var (run, top) = (run, top)
        while run < runs.pieces.count {
            while let gap = runs.gap(after: run) {
                let last = runs.pieces[run].run?.lastLine
                let rest = end - top - (last?.offset.native ?? 0)
                if last != nil, rest < 0 { return }
                // Measure slightly fewer items than estimated, so that no items are made out of sight.
                let estimate = 0.75 * rest / (runs.measuredMean ?? .infinity)
                let count = max(last?.items.count ?? 1, wholeNumber(estimate, below: gap.count), 1)
                extend(run, by: min(count, gap.count), &runs)
            }
            top += (runs.pieces[run].run?.depth ?? 0) + runs.lineSpacing
            guard top <= end else { return }
            run += 1
        }
    }

    /// Measures items of the gap after a run.
    private func extend(_ run: Int, by count: Int, _ runs: inout FlowRuns) {
        guard let gap = runs.gap(after: run) else { return }
        let next = gap.prefix(count).map { measured($0, length: runs.length).item }
        runs.extend(run, next, arePlain: arePlain)
    }

    /// Ensures that a run ends directly before another run, by measuring items of the gap backwards; returns its index.
    private func fillBefore(_ run: Int, _ needed: Double, _ runs: inout FlowRuns) -> Int {
        guard runs.pieces[run - 1].run == nil else { return run - 1 }
        let gap = runs.pieces[run - 1].items
        let metrics = FlowMetrics(layout, direction: .leftToRight)
        var measured: [FlowItem] = []
        // Breaking lines from the end gives as many lines as from the start.
        var (line, depth, closed, count) = (0.0, 0.0, 0.0, 0)
        for index in gap.reversed() {
            let item = self.measured(index, length: runs.length).item
            let length = metrics.length(of: item)
            let longer = line > 0 ? line + metrics.plainSpacing + length : length
            let isFull = longer > runs.length + FlowMetrics.tolerance
            if !measured.isEmpty, isFull || count == metrics.maxItemsPerLine {
                closed += depth + runs.lineSpacing
                if closed >= needed { break }
                (line, depth, count) = (length, metrics.depth(of: item), 1)
            } else {
                (line, depth) = (longer, max(depth, metrics.depth(of: item)))
                if count > 0 { depth = max(depth, metrics.separatorDepth) }
                count += 1
            }
            measured.append(item)
        }
        let isWhole = measured.count == gap.count
        runs.insert(measured.reversed(), arePlain: arePlain, before: run)
        return isWhole ? run - 1 : run
    }

    /// Returns the placements of the items in sight.
    private func places(from top: Double, _ first: Int = 0, in window: LazyWindow, _ runs: FlowRuns) -> [LazyPlace] {
        var places: [LazyPlace] = []
        sight.lines = []
        var top = top
        for piece in runs.pieces[first...] {
            guard let run = piece.run, top <= window.upper else { break }
            var lines = run.lines(from: window.lower - top, to: window.upper - top)
            lines += madeLine(lines.last?.line.items.upperBound, of: piece, run)
            lines = madeLine(lines.first.map { $0.line.items.lowerBound - 1 }, of: piece, run) + lines
            for placed in lines {
                let item = piece.items.lowerBound + placed.line.items.lowerBound
                sight.lines.append(
                    LazySight.Line(
                        id: items.id(at: item), item: item, offset: top + placed.line.offset.native,
                        depth: placed.line.depth.native))
                for (offset, frame) in placed.frames.enumerated() {
                    places.append(self.place(item + offset, frame, top, runs.length))
                }
            }
            let shown = run.separators(
                from: window.lower - top, to: window.upper - top, endsFlow: piece.items.upperBound == items.count)
            separators += shown.map { $0.moved(by: point(along: top, across: 0)) }
            top += run.depth + runs.lineSpacing
        }
        visible = places.first.map { $0.index..<(places.last?.index ?? 0) + 1 }
        return places
    }

    /// Returns the line of an item next to the visible lines, if its items were created to break lines.
    private func madeLine(_ item: Int?, of piece: FlowRuns.Piece, _ run: FlowRun) -> [FlowRun.PlacedLine] {
        guard let item, let line = run.line(at: item), line.items.allSatisfy({ isMade(piece.items.lowerBound + $0) })
        else { return [] }
        return run.lines(from: line.offset.native, to: line.offset.native).filter { $0.line.items == line.items }
    }

    /// Returns the placement of an item with a frame in its run.
    private func place(_ index: Int, _ frame: CGRect, _ top: Double, _ length: Double) -> LazyPlace {
        let shift = point(along: top, across: 0)
        let origin = CGPoint(x: frame.minX + shift.x, y: frame.minY + shift.y)
        let (item, proposal) = measured(index, length: length)
        var placement = Placement(origin: origin, proposal: .unspecified, size: item.size)
        if let proposal { placement.proposal = proposal }
        if layout.grows(item, to: frame) { placement.proposal = ProposedViewSize(frame.size) }
        placement.size = self.item(at: index).size(placement.proposal)
        return LazyPlace(index: index, placement: placement)
    }

    /// Measures an item.
    ///
    /// - Parameters:
    ///   - index: The index of the item.
    ///   - length: The length of a line.
    /// - Returns: The item, and its proposal if that is not unspecified.
    private func measured(_ index: Int, length: Double) -> (item: FlowItem, proposal: ProposedViewSize?) {
        let element = item(at: index)
        let size = element.size(.unspecified)
        let ideal = CGSize(width: lengthOrZero(size.width), height: lengthOrZero(size.height))
        let isLong = layout.isLonger(ideal, than: length)
        if !isLong, layout.isPlain, element.traits.hasNoValues { return (FlowItem(size: ideal), nil) }
        arePlain = false
        let subview = LayoutSubview(SubviewStorage(element), at: 0)
        let proposal = isLong ? self.proposal(across: length) : nil
        let answered = proposal.map { element.size($0) } ?? ideal
        var item = layout.item(subview, size: answered, proposal ?? .unspecified)
        item.standsAlone = isLong
        item.maximumLength = layout.maximum(of: subview)
        return (item, proposal)
    }

    /// Returns the arrangement of all items, whose lines depend on each other.
    private func wholeArrangement(_ proposal: ProposedViewSize) -> (arrangement: FlowArrangement, length: Double) {
        let length = lengthLimit(layout.axis == .horizontal ? proposal.width : proposal.height)
        let measured = (0..<items.count).map { self.measured($0, length: length).item }
        let arrangement =
            arePlain
            ? layout.arrange(measured.map(\.size), proposal: proposal) : layout.arrange(measured, proposal: proposal)
        return (arrangement, length)
    }

    private func wholePlaces(_ placement: Placement) -> [LazyPlace] {
        let (answered, length) = wholeArrangement(placement.proposal)
        var arrangement = answered
        if placement.size != answered.size {
            let measured = (0..<items.count).map { self.measured($0, length: length).item }
            arrangement = layout.arrange(measured, proposal: placement.proposal, bounds: placement.size)
        }
        separators = PlacedSeparator.all(of: arrangement)
        return arrangement.frames.enumerated().map { place($0.offset, $0.element, 0, length) }
    }
}

extension LazyWindow {
    /// The window that shows everything.
    static let everything = LazyWindow(lower: -.infinity, upper: .infinity, shown: 0)

    /// Returns the window moved by a distance.
    func moved(by distance: Double) -> LazyWindow {
        LazyWindow(lower: lower + distance, upper: upper + distance, shown: shown + distance)
    }

    private init(lower: Double, upper: Double, shown: Double) {
        self.lower = lower
        self.upper = upper
        self.shown = shown
    }
}
