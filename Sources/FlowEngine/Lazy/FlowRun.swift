internal import Foundation

/// A run of consecutive measured items of a lazy flow; its lines contain no other items.
///
/// Items without requests are stored in a `FlowIndex`. Once an item has requests to its line, all items are arranged by
/// `FlowLayout.arrange`, again after each extension.
struct FlowRun {
    private let layout: FlowLayout
    /// The length of the container.
    private let length: Double
    private var content: Content

    private enum Content {
        case sizes(FlowIndex)
        case items([FlowItem], FlowArrangement)
    }

    /// Creates a run without items.
    init(_ layout: FlowLayout, length: Double) {
        self.layout = layout
        self.length = length
        content = .sizes(FlowIndex([], layout: layout, containerLength: CGFloat(length)))
    }

    /// The number of items.
    var count: Int {
        switch content {
        case .sizes(let index): index.count
        case .items(let items, _): items.count
        }
    }

    /// The depth of all lines with the spacing between them, in points.
    var depth: Double {
        switch content {
        case .sizes(let index): index.depth.native
        case .items(_, let arrangement): layout.depth(of: arrangement)
        }
    }

    /// All items.
    var items: [FlowItem] {
        switch content {
        case .sizes(let index): index.sizes.map { FlowItem(size: $0) }
        case .items(let items, _): items
        }
    }

    /// Appends items.
    ///
    /// - Parameters:
    ///   - items: The items.
    ///   - arePlain: Whether only their sizes count.
    mutating func append(_ items: [FlowItem], arePlain: Bool) {
        if arePlain, case .sizes(var index) = content {
            // Released first, so that the index is changed in place and not copied.
            content = .items([], .empty)
            index.append(contentsOf: items.map(\.size))
            content = .sizes(index)
            return
        }
        let all = self.items + items
        content = .items(all, layout.arrangement(of: all, length: length))
    }

    /// Returns the line of an item, or `nil` if the item doesn't exist.
    func line(at item: Int) -> FlowLine? {
        switch content {
        case .sizes(let index): return index.line(at: item)
        case .items(_, let arrangement): return arrangement.lines.first { $0.items.contains(item) }
        }
    }

    /// The last line; `nil` without items.
    var lastLine: FlowLine? { line(at: count - 1) }

    /// Returns the lines that intersect a range of offsets, with the frames of their items.
    ///
    /// - Complexity: That of `FlowIndex.frames(in:)`; O(lines) for items with requests.
    func lines(from low: Double, to high: Double) -> [PlacedLine] {
        switch content {
        case .sizes(let index):
            var lines: [PlacedLine] = []
            var iterator = LineIterator(index, offset: low)
            while let located = iterator.next(), located.line.offset <= high {
                guard located.line.offset + located.line.depth >= low else { continue }
                lines.append(PlacedLine(line: located.line, frames: index.frames(of: located)))
            }
            return lines
        case .items(_, let arrangement):
            return arrangement.lines.filter { $0.offset <= high && $0.offset + $0.depth >= low }
                .map { PlacedLine(line: $0, frames: Array(arrangement.frames[$0.items])) }
        }
    }

    /// Returns the separators that touch a range of offsets, in the coordinates of the run.
    ///
    /// - Parameters:
    ///   - low: The start of the range.
    ///   - high: The end of the range.
    ///   - endsFlow: Whether no lines follow this run; otherwise a separator follows its last line.
    /// - Returns: The separators between items, then those between lines.
    /// - Complexity: That of `lines(from:to:)`.
    func separators(from low: Double, to high: Double, endsFlow: Bool) -> [PlacedSeparator] {
        let (start, end) = (clampedToFinite(low), clampedToFinite(high))
        // As wide as half of the largest number, so that its edges are finite.
        let wide = Double.greatestFiniteMagnitude / 2
        let shown = layout.axis.frame(-wide / 2, start, wide, end - start)
        var found =
            switch content {
            case .sizes(let index): PlacedSeparator.all(index.separators(in: shown), index.lineSeparators(in: shown))
            case .items(_, let arrangement): PlacedSeparator.all(of: arrangement)
            }
        if !endsFlow, let frame = separatorAfterLastLine {
            found.append(PlacedSeparator(frame: frame, kind: .betweenLines))
        }
        return found.filter { $0.frame.touches(shown) }
    }

    /// The frame of the separator between the last line and the first line of the next run.
    private var separatorAfterLastLine: CGRect? {
        guard let last = lastLine else { return nil }
        let arranger = FlowArranger<CGSize>(layout, [], direction: .leftToRight)
        var next = last
        next.offset = last.offset + last.depth + arranger.metrics.plainLineSpacing
        let bounds = arranger.metrics.size(length: length, depth: 0)
        return arranger.lineSeparator(between: last, next, in: bounds)
    }

    /// A line with the frames of its items, in the coordinates of the run.
    struct PlacedLine {
        let line: FlowLine
        let frames: [CGRect]
    }
}

extension FlowArrangement {
    /// The arrangement of no items.
    fileprivate static var empty: FlowArrangement {
        FlowArrangement(frames: [], lines: [], size: .zero, hidden: 0, overflow: nil)
    }
}

extension FlowLayout {
    /// Returns the depth of an arrangement: its size across the lines.
    fileprivate func depth(of arrangement: FlowArrangement) -> Double {
        axis == .horizontal ? arrangement.size.height.native : arrangement.size.width.native
    }

    /// Returns the arrangement in a container of a given length that is as deep as the lines.
    func arrangement(of items: [FlowItem], length: Double) -> FlowArrangement {
        let proposal =
            axis == .horizontal
            ? ProposedViewSize(width: length, height: nil) : ProposedViewSize(width: nil, height: length)
        let answered = arrange(items, proposal: proposal)
        guard length < .infinity else { return answered }
        let bounds =
            axis == .horizontal
            ? CGSize(width: length, height: answered.size.height) : CGSize(width: answered.size.width, height: length)
        return arrange(items, proposal: proposal, bounds: bounds)
    }

    /// Whether lines don't depend on later items, so that they can be broken before those items are measured.
    var canBeLazy: Bool {
        let stacksBackwards = axis == .horizontal && verticalDirection == .up
        return lineBreaking == .greedy && maxLines == nil && !stacksBackwards
    }
}
