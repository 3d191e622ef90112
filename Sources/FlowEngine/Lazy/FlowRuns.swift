internal import Foundation

/// The measured items of a lazy flow, and the gaps between them.
///
/// A run starts at the first item shown after a jump, and grows in both directions. If two runs meet, the line at the
/// boundary may be shorter than necessary, because visible lines aren't broken again. Runs are joined once they are out
/// of sight, or once all items have been measured.
struct FlowRuns {
    let layout: FlowLayout
    /// The length of the container.
    let length: Double
    /// The runs and gaps, in order.
    private(set) var pieces: [Piece]
    /// The distance between two lines, separator included, in points.
    let lineSpacing: Double
    /// The mean depth of an item from earlier measurements, used until an item of these runs is measured.
    private let prior: Double?

    /// A run of measured items, or a gap.
    struct Piece {
        /// The items.
        var items: Range<Int>
        /// The lines of the items; nil for a gap.
        var run: FlowRun?
    }

    init(_ layout: FlowLayout, length: Double, count: Int, prior: Double?) {
        self.layout = layout
        self.length = length
        lineSpacing = FlowMetrics(layout, direction: .leftToRight).plainLineSpacing
        self.prior = prior
        pieces = count > 0 ? [Piece(items: 0..<count)] : []
    }

    /// The assumed mean depth before any item is measured: two items on a line that is 28 points deep.
    private static let guess = 14.0

    /// Whether all items are in one run.
    var isComplete: Bool { pieces.isEmpty || pieces.count == 1 && pieces[0].run != nil }

    /// Whether all items were measured.
    var isMeasured: Bool { pieces.allSatisfy { $0.run != nil } }

    /// The mean depth that an item adds, with the spacing after its line; nil if none was measured.
    var measuredMean: Double? {
        let runs = pieces.compactMap(\.run).filter { $0.count > 0 }
        let count = runs.reduce(0) { $0 + $1.count }
        guard count > 0 else { return nil }
        return runs.reduce(0) { $0 + $1.depth + lineSpacing } / Double(count)
    }

    /// The depth that an unmeasured item is assumed to add.
    private var mean: Double { measuredMean ?? prior ?? Self.guess }

    /// Returns the depth of a piece with the spacing after it, in points.
    private func depth(of piece: Piece, _ mean: Double) -> Double {
        guard let run = piece.run else { return Double(piece.items.count) * mean }
        return run.count == 0 ? 0 : run.depth + lineSpacing
    }

    /// The depth of all lines: measured, or estimated.
    var extent: Double {
        guard !pieces.isEmpty else { return 0 }
        return max(top(of: pieces.count) - lineSpacing, 0)
    }

    /// Returns the distance of a piece from the start, in points.
    func top(of piece: Int) -> Double {
        let mean = mean
        return clampedToFinite(pieces[..<piece].reduce(0) { $0 + depth(of: $1, mean) })
    }

    /// Returns the item that is estimated to be at an offset.
    func item(at offset: Double) -> Int {
        let mean = mean
        var top = 0.0
        for piece in pieces {
            let depth = depth(of: piece, mean)
            guard top + depth <= offset else {
                if let run = piece.run {
                    let line = run.lines(from: offset - top, to: .infinity).first?.line
                    return piece.items.lowerBound + (line?.items.lowerBound ?? 0)
                }
                let place = wholeNumber((offset - top) / mean, below: piece.items.count)
                return piece.items.lowerBound + place
            }
            top += depth
        }
        return max((pieces.last?.items.upperBound ?? 0) - 1, 0)
    }

    /// Returns the estimated distance of an item's line from the start, in points.
    func offset(of item: Int) -> Double {
        guard let place = pieces.firstIndex(where: { $0.items.contains(item) }) else { return 0 }
        let within = item - pieces[place].items.lowerBound
        guard let run = pieces[place].run else { return top(of: place) + Double(within) * mean }
        return top(of: place) + (run.line(at: within)?.offset.native ?? 0)
    }

    /// Returns the index of the run that contains an item; if the item is in a gap, an empty run is started there.
    mutating func run(at item: Int) -> Int {
        guard let place = pieces.firstIndex(where: { $0.items.contains(item) }) else { return 0 }
        guard pieces[place].run == nil else { return place }
        let gap = pieces[place].items
        let empty = Piece(items: item..<item, run: FlowRun(layout, length: length))
        let before = Piece(items: gap.lowerBound..<item)
        let after = Piece(items: item..<gap.upperBound)
        let parts = (before.items.isEmpty ? [] : [before]) + [empty, after]
        pieces.replaceSubrange(place...place, with: parts)
        return place + parts.count - 2
    }

    /// Returns the items of the gap after a run; `nil` without a gap.
    func gap(after run: Int) -> Range<Int>? {
        guard run + 1 < pieces.count, pieces[run + 1].run == nil else { return nil }
        return pieces[run + 1].items
    }

    /// Appends measured items from the gap after a run.
    mutating func extend(_ run: Int, _ items: [FlowItem], arePlain: Bool) {
        pieces[run].run?.append(items, arePlain: arePlain)
        let end = pieces[run].items.upperBound + items.count
        pieces[run].items = pieces[run].items.lowerBound..<end
        pieces[run + 1].items = end..<pieces[run + 1].items.upperBound
        if pieces[run + 1].items.isEmpty { pieces.remove(at: run + 1) }
    }

    /// Inserts a run of measured items at the end of the gap before a piece.
    mutating func insert(_ items: [FlowItem], arePlain: Bool, before piece: Int) {
        let end = pieces[piece - 1].items.upperBound
        let start = end - items.count
        var run = FlowRun(layout, length: length)
        run.append(items, arePlain: arePlain)
        pieces.insert(Piece(items: start..<end, run: run), at: piece)
        pieces[piece - 1].items = pieces[piece - 1].items.lowerBound..<start
        if pieces[piece - 1].items.isEmpty { pieces.remove(at: piece - 1) }
    }

    /// Joins neighboring runs whose lines aren't visible, and all runs without gaps between them.
    ///
    /// - Parameters:
    ///   - visible: The visible items; nil to join all runs.
    ///   - arePlain: Whether only the sizes of items count.
    mutating func join(outside visible: Range<Int>?, arePlain: Bool) {
        var joined: [Piece] = []
        for piece in pieces {
            guard let run = piece.run, var last = joined.last, var before = last.run, isOutside(piece.items, visible)
            else {
                joined.append(piece)
                continue
            }
            joined.removeLast()
            last.run = nil
            before.append(run.items, arePlain: arePlain)
            last.run = before
            last.items = last.items.lowerBound..<piece.items.upperBound
            joined.append(last)
        }
        pieces = joined
    }

    private func isOutside(_ items: Range<Int>, _ visible: Range<Int>?) -> Bool {
        guard let visible else { return true }
        return items.lowerBound >= visible.upperBound || items.upperBound <= visible.lowerBound
    }
}
