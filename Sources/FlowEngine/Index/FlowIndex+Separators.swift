public import Foundation

extension FlowIndex {
    /// Returns the frames of the separators between items that intersect or touch a rectangle, in order.
    ///
    /// - Complexity: That of `frames(in:)`.
    public func separators(in rect: CGRect) -> [CGRect] {
        if let fullArrangement { return fullArrangement.separators.filter { $0.touches(rect) } }
        guard metrics.separator != nil else { return [] }
        var found: [CGRect] = []
        forEachLine(in: offsets(of: rect)) { located in
            let (arranger, line, isLast) = arranger(of: located)
            found += arranger.separators(of: [line], in: bounds, endsFlow: isLast).filter { $0.touches(rect) }
        }
        return found
    }

    /// Returns the frames of the separators between lines that intersect or touch a rectangle, in order.
    ///
    /// - Complexity: That of `frames(in:)`.
    public func lineSeparators(in rect: CGRect) -> [CGRect] {
        if let fullArrangement { return fullArrangement.lineSeparators.filter { $0.touches(rect) } }
        guard metrics.lineSeparator != nil else { return [] }
        let (low, high) = offsets(of: rect)
        // The line before a separator ends before the rectangle, but not by more than the distance between two lines.
        var iterator = LineIterator(self, offset: low - metrics.plainLineSpacing)
        let arranger = FlowArranger<CGSize>(layout: layout, metrics: metrics, elements: [])
        let bounds = bounds
        var found: [CGRect] = []
        var previous = iterator.next()?.line
        while let first = previous, first.offset <= high, let second = iterator.next()?.line {
            if let separator = arranger.lineSeparator(between: first, second, in: bounds), separator.touches(rect) {
                found.append(separator)
            }
            previous = second
        }
        return found
    }
}
