internal import Foundation

/// Writes leading lines of plain elements, each frame as soon as the one before it is known.
struct LineWriter {
    /// The lines that were written.
    private(set) var lines: [FlowLine] = []
    /// The length of the longest of them.
    private(set) var longest = 0.0
    /// The offset at which the last of them ends.
    private(set) var end = 0.0
    /// The length up to which elements fit on a line.
    private let fitting: Double
    private let spacing: Double
    private let lineSpacing: Double
    /// The offset of the line that is being written.
    private var offset = ExactSum()

    init(limit: Double, _ metrics: FlowMetrics) {
        fitting = limit + FlowMetrics.tolerance
        spacing = metrics.plainSpacing
        lineSpacing = metrics.plainLineSpacing
    }

    /// Writes the frames of all elements; the buffer has room for as many.
    mutating func write<Element: FlowElement>(
        _ elements: UnsafeBufferPointer<Element>,
        along axis: Axis,
        into frames: UnsafeMutableBufferPointer<CGRect>
    ) {
        // Each axis has a loop of its own, so that no step of it asks which one it is.
        switch axis {
        case .horizontal: unsafe writeAcross(elements, into: frames)
        case .vertical: unsafe writeDown(elements, into: frames)
        }
    }

    @inline(never)
    private mutating func writeAcross<Element: FlowElement>(
        _ elements: UnsafeBufferPointer<Element>,
        into frames: UnsafeMutableBufferPointer<CGRect>
    ) {
        unsafe write(elements, inLinesAlong: .horizontal, into: frames)
    }

    @inline(never)
    private mutating func writeDown<Element: FlowElement>(
        _ elements: UnsafeBufferPointer<Element>,
        into frames: UnsafeMutableBufferPointer<CGRect>
    ) {
        unsafe write(elements, inLinesAlong: .vertical, into: frames)
    }

    @inline(__always)
    private mutating func write<Element: FlowElement>(
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

    /// Takes in a line that is complete; returns the offset of the next one.
    @inline(never)
    private mutating func close(_ line: OpenLine, before end: Int, of total: Int) -> Double {
        let closed = line.closed(before: end, at: offset.value)
        lines.append(closed)
        if lines.count == 32 { lines.reserve(for: total, after: end) }
        longest = max(longest, closed.length.native)
        self.end = offset.value + line.depth
        offset.add(line.depth + lineSpacing)
        return offset.value
    }
}

extension OpenLine {
    /// Starts a line with an element.
    @inline(__always)
    init(start: Int, _ element: some FlowElement, along axis: Axis) {
        let (width, height) = (magnitude(element.width), magnitude(element.height))
        self.init(
            start: start,
            length: axis == .horizontal ? width : height,
            depth: axis == .horizontal ? height : width
        )
    }
}

extension Axis {
    /// Returns the frame of something along and across lines of this axis.
    @inline(__always)
    func frame(_ position: Double, _ offset: Double, _ length: Double, _ depth: Double) -> CGRect {
        self == .horizontal
            ? CGRect(x: position, y: offset, width: length, height: depth)
            : CGRect(x: offset, y: position, width: depth, height: length)
    }
}

extension [FlowLine] {
    /// Makes room for the lines of all elements, judging by those of the first ones.
    ///
    /// Growing by doubling would copy a million chips' lines several times over.
    mutating func reserve(for total: Int, after seen: Int) {
        let lines = Double(count) * Double(total) / Double(Swift.max(seen, 1))
        reserveCapacity(Int(Swift.min(lines * 1.1, Double(total))) + 1)
    }
}
