internal import Foundation

/// Arranges elements: breaks them into lines, stacks the lines, places the elements.
struct FlowArranger<Element: FlowElement> {
    let layout: FlowLayout
    let metrics: FlowMetrics
    let elements: [Element]
}

extension FlowArranger {
    init(_ layout: FlowLayout, _ elements: [Element], direction: LayoutDirection) {
        self.init(layout: layout, metrics: FlowMetrics(layout, direction: direction), elements: elements)
    }

    /// Breaks, stacks and places the elements, hiding those past the maximum number of lines.
    func arrangement(proposal: ProposedViewSize, bounds: CGSize?, overflow: ((Int) -> Element)?) -> FlowArrangement {
        let limit = lengthLimit(metrics.axis == .horizontal ? proposal.width : proposal.height)
        if allowsSinglePass {
            let proposed = singlePassArrangement(limit: limit)
            guard let bounds, !hasSameLength(proposed.size, bounds) else { return proposed }
            var placed = singlePassArrangement(limit: innerLength(of: bounds))
            placed.size = proposed.size
            return placed
        }
        let proposed = visibleLines(limit: limit, overflow: overflow)
        let size = proposed.arranger.size(of: proposed.lines, limit: limit)
        guard let bounds, !hasSameLength(size, bounds) else {
            return proposed.arrangement(in: bounds ?? size, size: size, of: elements.count)
        }
        return visibleLines(limit: innerLength(of: bounds), overflow: overflow)
            .arrangement(in: bounds, size: size, of: elements.count)
    }

    /// Returns the length of bounds along a line.
    private func innerLength(of bounds: CGSize) -> Double {
        lengthOrZero(metrics.axis == .horizontal ? bounds.width : bounds.height)
    }

    /// Returns whether a size and bounds have the same length along a line, so that lines break the same way in both.
    private func hasSameLength(_ size: CGSize, _ bounds: CGSize) -> Bool {
        let difference = metrics.axis == .horizontal ? bounds.width - size.width : bounds.height - size.height
        return abs(difference) < FlowMetrics.tolerance
    }
}

extension FlowArranger {
    /// Returns the lines of the first `count` elements, stacked from offset 0.
    func lines(count: Int, limit: Double) -> [FlowLine] {
        let breaker = LineBreaker(metrics: metrics, elements: elements, limit: limit, count: count)
        let minLines = min(layout.minLines, layout.maxLines ?? .max)
        var lines = layout.lineBreaking == .balanced ? breaker.balancedLines(atLeast: minLines) : breaker.greedyLines()
        if !Element.isPlain { deepenForBaselines(&lines) }
        stack(&lines)
        return lines
    }

    /// Sets the offsets of lines, one after the other.
    private func stack(_ lines: inout [FlowLine]) {
        var offset = ExactSum()
        for index in lines.indices {
            lines[index].offset = CGFloat(offset.value)
            guard index + 1 < lines.count else { break }
            offset.add(lines[index].depth + lineSpacing(lines[index], lines[index + 1]))
        }
    }

    /// Returns the distance between two lines.
    private func lineSpacing(_ first: FlowLine, _ second: FlowLine) -> Double {
        if let spacing = metrics.lineSpacing { return spacing }
        if Element.isPlain { return metrics.plainLineSpacing }
        let axis: Axis = metrics.axis == .horizontal ? .vertical : .horizontal
        let distance = spacing(of: first).distance(to: spacing(of: second), along: axis)
        let separator = metrics.lineSeparator?.depth
        return FlowMetrics.distance(lengthOrZero(distance), around: separator)
    }

    /// Returns the union of the spacing preferences of a line's elements.
    private func spacing(of line: FlowLine) -> ViewSpacing {
        elements[line.items].reduce(into: ViewSpacing()) { $0.formUnion($1.item.spacing) }
    }

    /// Deepens lines whose elements or separators are aligned by their baselines.
    private func deepenForBaselines(_ lines: inout [FlowLine]) {
        for index in lines.indices {
            let baselines = baselines(of: lines[index])
            var depth = lines[index].depth.native
            for element in elements[lines[index].items] { depth = max(depth, baselines.depth(of: element, metrics)) }
            if let separator = separator(in: lines[index]) {
                depth = max(depth, baselines.depth(of: separator, metrics))
            }
            lines[index].depth = CGFloat(depth)
        }
    }

    /// Returns the baselines of a line: the lowest first and last baseline among its elements and separators.
    func baselines(of line: FlowLine) -> Baselines {
        var baselines = Baselines()
        for element in elements[line.items] { baselines.include(element, metrics) }
        if let separator = separator(in: line) { baselines.include(separator, metrics) }
        return baselines
    }

    /// Returns a separator of a line, with the depth that it requires; nil without one.
    private func separator(in line: FlowLine) -> Element? {
        guard metrics.separator != nil, line.items.count > 1 else { return nil }
        return .separator(metrics.size(length: 0, depth: metrics.separatorDepth), nil)
    }

    /// Returns the size of lines that were broken for a container of a given length.
    func size(of lines: [FlowLine], limit: Double) -> CGSize {
        guard let last = lines.last else { return .zero }
        var longest = lines.reduce(0) { max($0, $1.length.native) }
        if lines.count > 1 { longest = max(longest, metrics.lineSeparatorLength) }
        if metrics.justified || hasWeight(0..<last.items.upperBound), limit < .infinity {
            longest = max(longest, limit)
        }
        return metrics.size(length: longest, depth: clampedToFinite(last.offset + last.depth))
    }

    /// Returns whether any element of a range has a weight.
    func hasWeight(_ items: Range<Int>) -> Bool {
        !Element.isPlain && elements[items].contains { $0.item.finiteWeight > 0 }
    }

    /// Distributes the leftover depth of a container among its lines.
    func align(_ lines: inout [FlowLine], in extent: Double) {
        guard let last = lines.last, metrics.contentAlignment != .leading else { return }
        let free = extent - (last.offset + last.depth)
        guard free > 0, free < .infinity else { return }
        let (start, gap) = metrics.contentAlignment.distribute(free, among: lines.count)
        for index in lines.indices { lines[index].offset += CGFloat(start + gap * Double(index)) }
    }
}

// Kept in this file because the compiler (Swift 6.3) doesn't inline the methods of LinePlacer if this is in
// LinePlacer.swift, which costs a fifth more instructions for flows of items.
extension FlowArranger {
    /// Returns the frames of the elements of lines that were stacked and aligned, placed into bounds.
    ///
    /// `endsFlow` is whether the last of these lines is the last line of the flow, which is never justified.
    func frames(of lines: [FlowLine], in bounds: CGSize, endsFlow: Bool = true) -> [CGRect] {
        let count = lines.last?.items.upperBound ?? 0
        // Safe: every index below `count` is on exactly one line, and is written once.
        return unsafe [CGRect](unsafeUninitializedCapacity: count) { buffer, initialized in
            for index in lines.indices {
                let isLast = endsFlow && index == lines.count - 1
                let placer = placer(for: lines[index], isLast: isLast, in: bounds)
                unsafe place(lines[index].items, with: placer, into: buffer)
            }
            initialized = count
        }
    }

    /// Writes the frames of the elements of one line.
    @inline(__always) private func place(
        _ items: Range<Int>, with placer: LinePlacer, into buffer: UnsafeMutableBufferPointer<CGRect>
    ) {
        var placer = placer
        var element = elements[items.lowerBound]
        for index in items {
            unsafe buffer.initializeElement(at: index, to: placer.frame(of: element))
            guard index + 1 < items.upperBound else { return }
            let next = elements[index + 1]
            placer.advance(past: element, to: next)
            element = next
        }
    }

    /// Returns the placer of a line.
    @inline(__always) func placer(for line: FlowLine, isLast: Bool, in bounds: CGSize) -> LinePlacer {
        let isHorizontal = metrics.axis == .horizontal
        let container = lengthOrZero(isHorizontal ? bounds.width : bounds.height)
        let extent = lengthOrZero(isHorizontal ? bounds.height : bounds.width)
        var growth = LineGrowth()
        let isJustified = metrics.justified && !isLast
        if isJustified || hasWeight(line.items) {
            growth = LineGrowth(elements[line.items], free: container - line.length, metrics, isJustified: isJustified)
        }
        var placer = LinePlacer(
            line, metrics: metrics, length: line.length + growth.total, container: container, extent: extent)
        placer.growth = growth
        if !Element.isPlain { placer.baselines = baselines(of: line) }
        return placer
    }
}

extension FlowArranger {
    /// Returns the frames of the separators between the items of lines that were stacked and aligned.
    ///
    /// A separator is in the middle of the gap between its neighbors, however wide the alignment makes the gap.
    ///
    /// - Parameters:
    ///   - lines: The lines.
    ///   - bounds: The size that the lines are placed into.
    ///   - endsFlow: Whether the last of these lines is the last line of the flow, which is never justified.
    /// - Returns: The frames, line by line: one less than the items of each line.
    /// - Complexity: O(items of the lines).
    func separators(of lines: [FlowLine], in bounds: CGSize, endsFlow: Bool = true) -> [CGRect] {
        guard let separator = metrics.separator else { return [] }
        var frames: [CGRect] = []
        for (index, line) in lines.enumerated() where line.items.count > 1 {
            let isLast = endsFlow && index == lines.count - 1
            var items = placer(for: line, isLast: isLast, in: bounds)
            var separators = items
            separators.growth = LineGrowth()
            let spansLine = separator.depth == .infinity
            let size = metrics.size(length: separator.length, depth: spansLine ? line.depth.native : separator.depth)
            let element = Element.separator(size, spansLine ? .top : nil)
            for (previous, next) in zip(elements[line.items], elements[line.items].dropFirst()) {
                let end = items.position + items.length(of: previous)
                items.advance(past: previous, to: next)
                // Halved before they are added, so that the sum of long lengths is finite.
                separators.position = end / 2 + (items.position / 2 - separator.length / 2)
                frames.append(separators.frame(of: element))
            }
        }
        return frames
    }

    /// Returns the frames of the separators between lines that were stacked and aligned.
    func lineSeparators(of lines: [FlowLine], in bounds: CGSize) -> [CGRect] {
        zip(lines, lines.dropFirst()).compactMap { lineSeparator(between: $0, $1, in: bounds) }
    }

    /// Returns the frame of the separator between two lines, which is in the middle between them.
    ///
    /// It is placed along the lines like a line with a single item.
    func lineSeparator(between first: FlowLine, _ second: FlowLine, in bounds: CGSize) -> CGRect? {
        guard let separator = metrics.lineSeparator else { return nil }
        let isHorizontal = metrics.axis == .horizontal
        let container = lengthOrZero(isHorizontal ? bounds.width : bounds.height)
        let length = separator.length == .infinity ? container : separator.length
        // Halved before they are added, so that the sum of long lengths is finite.
        let middle = (first.offset / 2 + first.depth / 2) + second.offset / 2
        let line = FlowLine(items: 0..<1, length: length, depth: separator.depth, offset: middle - separator.depth / 2)
        let placer = LinePlacer(
            line, metrics: metrics, length: length, container: container,
            extent: lengthOrZero(isHorizontal ? bounds.height : bounds.width))
        let size = metrics.size(length: length, depth: separator.depth)
        return placer.frame(of: Element.separator(size, .top))
    }
}

extension FlowArranger {
    /// Whether each frame depends only on the elements before it, so that an element can be placed before its line is
    /// complete.
    var allowsSinglePass: Bool {
        Element.isPlain && metrics.alignment == .leading && metrics.contentAlignment == .leading
            && metrics.crossAlignment == .start && !metrics.mirrorsLength && !metrics.mirrorsDepth && !metrics.justified
            && layout.lineBreaking == .greedy && layout.maxLines == nil && layout.maxItemsPerLine == nil
            && metrics.separator == nil && metrics.lineSeparator == nil
    }

    /// Breaks, stacks and places in a single pass, which takes less than half the time of separate passes.
    func singlePassArrangement(limit: Double) -> FlowArrangement {
        // The loop is specialized for each axis, so that it doesn't test the axis for each element.
        metrics.axis == .horizontal
            ? singlePassArrangement(limit: limit, along: .horizontal)
            : singlePassArrangement(limit: limit, along: .vertical)
    }

    @inline(__always) private func singlePassArrangement(limit: Double, along axis: Axis) -> FlowArrangement {
        let fitting = limit + FlowMetrics.tolerance
        let spacing = metrics.plainSpacing
        var lines: [FlowLine] = []
        var (index, longest, offset) = (0, 0.0, ExactSum())
        // Safe: the loop initializes each frame once, in order.
        let frames = unsafe [CGRect](unsafeUninitializedCapacity: elements.count) { buffer, count in
            count = elements.count
            while index < count {
                var line = OpenLine(start: index, length: 0, depth: 0)
                var position = 0.0
                repeat {
                    let (width, height) = (elements[index].width, elements[index].height)
                    let length = lengthOrZero(axis == .horizontal ? width : height)
                    let depth = lengthOrZero(axis == .horizontal ? height : width)
                    guard index == line.start || position + length <= fitting else { break }
                    line.extend(to: position + length, depth: depth)
                    let start = clampedToFinite(position)
                    let frame = axis.frame(start, offset.value, length, depth)
                    unsafe buffer.initializeElement(at: index, to: frame)
                    position = line.length + spacing
                    index += 1
                } while index < count
                lines.append(line.closed(before: index, at: offset.value))
                longest = max(longest, line.length)
                offset.add(line.depth + metrics.plainLineSpacing)
            }
        }
        let size = metrics.size(
            length: clampedToFinite(longest), depth: clampedToFinite(lines.last.map { $0.offset + $0.depth } ?? 0))
        return FlowArrangement(frames: frames, lines: lines, size: size, hidden: 0, overflow: nil)
    }
}

extension Axis {
    /// Returns the frame of an element from its position, offset, length and depth on lines along this axis.
    @inline(__always) func frame(_ position: Double, _ offset: Double, _ length: Double, _ depth: Double) -> CGRect {
        self == .horizontal
            ? CGRect(x: position, y: offset, width: length, height: depth)
            : CGRect(x: offset, y: position, width: depth, height: length)
    }
}

/// A line that still accepts elements.
///
/// `LineBreaker`, `ChunkBreaker` and `FlowArranger.singlePassArrangement` fill lines with this type. All three compute
/// the length of a line as `length + spacing + element`, in this order, so that their lines are identical to the bit.
/// Each compares the length with the container's separately, because a shared function cost a tenth to a quarter more
/// instructions. The article "Greedy line breaking" lists the tests that check that all three agree.
struct OpenLine {
    let start: Int
    var length: Double
    var depth: Double

    @inline(__always) init(start: Int, length: Double, depth: Double) {
        self.start = start
        self.length = length
        self.depth = depth
    }

    /// Starts a line with an element.
    @inline(__always) init(start: Int, _ metrics: FlowMetrics, _ element: some FlowElement) {
        let length = metrics.length(of: element)
        self.init(start: start, length: length, depth: metrics.depth(of: element))
    }

    /// Appends an element that makes the line `length` long.
    @inline(__always) mutating func extend(to length: Double, depth: Double) {
        self.length = length
        self.depth = self.depth > depth ? self.depth : depth
    }

    /// Appends an element, and the separator before it, that make the line `length` long.
    @inline(__always) mutating func extend(to length: Double, _ metrics: FlowMetrics, _ element: some FlowElement) {
        extend(to: length, depth: max(metrics.depth(of: element), metrics.separatorDepth))
    }

    /// Returns the finished line.
    @inline(__always) func closed(before end: Int, at offset: Double = 0) -> FlowLine {
        FlowLine(items: start..<end, length: clampedToFinite(length), depth: depth, offset: offset)
    }
}
