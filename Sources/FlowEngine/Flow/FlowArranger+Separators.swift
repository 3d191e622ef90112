internal import Foundation

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
