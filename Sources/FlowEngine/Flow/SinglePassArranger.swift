internal import Foundation

extension FlowArranger {
    /// Whether each frame depends only on the elements before it.
    ///
    /// Elements can then be placed while lines are broken, before a line is complete.
    var allowsSinglePass: Bool {
        Element.isPlain && metrics.alignment == .leading && metrics.contentAlignment == .leading
            && metrics.crossAlignment == .start && !metrics.mirrorsLength && !metrics.mirrorsDepth
            && !metrics.justified && layout.lineBreaking == .greedy && layout.maxLines == nil
    }

    /// Breaks, stacks and places in a single pass.
    ///
    /// Separate passes take twice as long: breaking is bound by the latency of its additions and comparisons, which
    /// placing can overlap with.
    ///
    /// - Returns: The arrangement; nil if a sum of lengths is too large for a Double.
    func singlePassArrangement(limit: Double) -> FlowArrangement? {
        var arranger = SinglePassArranger(limit: limit, metrics)
        let count = elements.count
        // Safe: `arrange` initialises each of the `count` frames, in order.
        let frames = unsafe [CGRect](unsafeUninitializedCapacity: count) { buffer, initialized in
            unsafe elements.withUnsafeBufferPointer { elements in
                unsafe arranger.arrange(elements, along: metrics.axis, into: buffer)
            }
            initialized = count
        }
        let size = metrics.size(
            length: arranger.longest,
            depth: clampedToFinite(arranger.end)
        )
        let most = CGFloat.greatestFiniteMagnitude
        guard size.width < most, size.height < most else { return nil }
        return FlowArrangement(
            frames: frames,
            lines: arranger.lines,
            size: size,
            hidden: 0,
            overflow: nil
        )
    }
}

/// Breaks leading lines of plain elements and writes each frame in the same pass.
struct SinglePassArranger {
    /// The finished lines.
    private(set) var lines: [FlowLine] = []
    /// The length of the longest finished line.
    private(set) var longest = 0.0
    /// The offset at which the last finished line ends.
    private(set) var end = 0.0
    /// The maximum length of a line, tolerance included.
    private let fitting: Double
    private let spacing: Double
    private let lineSpacing: Double
    /// The offset of the current line.
    private var offset = ExactSum()

    init(limit: Double, _ metrics: FlowMetrics) {
        fitting = limit + FlowMetrics.tolerance
        spacing = metrics.plainSpacing
        lineSpacing = metrics.plainLineSpacing
    }

    /// Writes the frames of all elements into a buffer with room for as many.
    mutating func arrange<Element: FlowElement>(
        _ elements: UnsafeBufferPointer<Element>,
        along axis: Axis,
        into frames: UnsafeMutableBufferPointer<CGRect>
    ) {
        // Each axis has its own copy of the loop, so that the axis is a constant in it.
        switch axis {
        case .horizontal: unsafe arrangeHorizontally(elements, into: frames)
        case .vertical: unsafe arrangeVertically(elements, into: frames)
        }
    }

    @inline(never)
    private mutating func arrangeHorizontally<Element: FlowElement>(
        _ elements: UnsafeBufferPointer<Element>,
        into frames: UnsafeMutableBufferPointer<CGRect>
    ) {
        unsafe arrange(elements, inLinesAlong: .horizontal, into: frames)
    }

    @inline(never)
    private mutating func arrangeVertically<Element: FlowElement>(
        _ elements: UnsafeBufferPointer<Element>,
        into frames: UnsafeMutableBufferPointer<CGRect>
    ) {
        unsafe arrange(elements, inLinesAlong: .vertical, into: frames)
    }

    @inline(__always)
    private mutating func arrange<Element: FlowElement>(
        _ elements: UnsafeBufferPointer<Element>,
        inLinesAlong axis: Axis,
        into frames: UnsafeMutableBufferPointer<CGRect>
    ) {
        guard !elements.isEmpty else { return }
        let (fitting, spacing) = (fitting, spacing)
        var top = 0.0
        var line = unsafe OpenLine(start: 0, elements[0], along: axis)
        unsafe frames.initializeElement(at: 0, to: axis.frame(0, top, line.length, line.depth))
        for index in 1..<max(elements.count, 1) {
            // Safe: the index is below the number of elements, which is that of the frames.
            let element = unsafe OpenLine(start: index, elements[index], along: axis)
            var position = line.length + spacing
            let length = position + element.length
            if length <= fitting {
                line.extend(to: length, depth: element.depth)
            } else {
                top = close(line, before: index, of: elements.count)
                position = 0
                line = element
            }
            let frame = axis.frame(position, top, element.length, element.depth)
            unsafe frames.initializeElement(at: index, to: frame)
        }
        _ = close(line, before: elements.count, of: elements.count)
    }

    /// Stores a finished line; returns the offset of the next one.
    @inline(never)
    private mutating func close(_ line: OpenLine, before end: Int, of total: Int) -> Double {
        let closed = line.closed(before: end, at: offset.value)
        lines.append(closed)
        if lines.count == Self.sampleLineCount { lines.reserve(for: total, after: end) }
        longest = max(longest, closed.length.native)
        self.end = offset.value + line.depth
        offset.add(line.depth + lineSpacing)
        return offset.value
    }

    /// The number of lines from which the total number is estimated; fewer would estimate badly, and growing an
    /// array to 32 costs next to nothing.
    private static let sampleLineCount = 32
}

extension Axis {
    /// Returns the frame of an element from its position, offset, length and depth on lines along this axis.
    @inline(__always)
    func frame(_ position: Double, _ offset: Double, _ length: Double, _ depth: Double) -> CGRect {
        self == .horizontal
            ? CGRect(x: position, y: offset, width: length, height: depth)
            : CGRect(x: offset, y: position, width: depth, height: length)
    }
}

extension [FlowLine] {
    /// Reserves room for the lines of all elements, estimated from the lines so far plus a tenth.
    ///
    /// Growing by doubling would copy the lines of a million elements several times over.
    mutating func reserve(for total: Int, after seen: Int) {
        let lines = Double(count) * Double(total) / Double(Swift.max(seen, 1))
        reserveCapacity(Int(Swift.min(lines * 1.1, Double(total))) + 1)
    }
}
