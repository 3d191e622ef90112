internal import Foundation

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
