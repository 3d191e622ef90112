internal import Foundation

/// Some hundred items of an index that follow each other, and the lines that start among them.
struct FlowChunk: Sendable {
    /// The sizes of the items.
    private(set) var sizes: [CGSize]
    /// How many items there are; apart, so that to pass a chunk by is to look at nothing else.
    private(set) var count = 0
    /// What the chunk is measured with.
    private let metrics: FlowMetrics
    /// Where the items start on one line; nil if their lengths have to be added up each time.
    private(set) var ruler: FlowRuler?
    /// The depth of every item; nil if they differ.
    private(set) var depth: Double?
    /// The greatest depth of each item and the three after it; empty if all are the same.
    private var peaks: [Double] = []

    init(_ sizes: some Sequence<CGSize>, _ metrics: FlowMetrics) {
        self.sizes = Array(sizes)
        self.metrics = metrics
        measure()
    }

    /// Puts an item before another one, or at the end.
    mutating func insert(_ size: CGSize, at index: Int) {
        sizes.insert(size, at: index)
        measure()
    }

    /// Removes an item.
    mutating func remove(at index: Int) -> CGSize {
        defer { measure() }
        return sizes.remove(at: index)
    }

    /// Gives an item another size; if only its length is another, the ruler is shifted.
    mutating func replace(_ index: Int, with size: CGSize) {
        let old = sizes[index]
        sizes[index] = size
        guard depth == metrics.depth(of: size), var shifted = ruler else { return measure() }
        // Given up first, so that there is one ruler to change and not a copy.
        ruler = nil
        guard shifted.replace(index, metrics.length(of: old), with: metrics.length(of: size))
        else { return measure() }
        ruler = shifted
    }

    /// Takes in the sizes after they changed.
    private mutating func measure() {
        count = sizes.count
        ruler = FlowRuler(sizes, metrics)
        peaks = []
        let first = sizes.first.map { metrics.depth(of: $0) }
        depth = sizes.allSatisfy { metrics.depth(of: $0) == first } ? first : nil
        guard depth == nil else { return }
        peaks = sizes.map { metrics.depth(of: $0) }
        for distance in [1, 2] {
            for index in 0..<max(peaks.count - distance, 0) {
                peaks[index] = max(peaks[index], peaks[index + distance])
            }
        }
    }

    /// Returns the depth of the deepest of some items.
    ///
    /// - Complexity: O(items / 4).
    func deepest(_ items: Range<Int>) -> Double {
        if let depth { return items.isEmpty ? 0 : depth }
        guard items.count >= 4 else {
            return items.reduce(0) { max($0, metrics.depth(of: sizes[$1])) }
        }
        var deepest = peaks[items.upperBound - 4]
        var index = items.lowerBound
        while index + 4 < items.upperBound {
            deepest = max(deepest, peaks[index])
            index += 4
        }
        return deepest
    }
}

/// The lines that start in a chunk, in a container of some length.
struct ChunkLines: Sendable {
    /// How many items at the chunk's start stand on a line of an earlier chunk.
    var entry = 0
    /// How many lines start in the chunk.
    var count = 0
    /// The depths of these lines, each with the spacing after it.
    var advance = ExactSum()
    /// The length of the longest of these lines, in points; nil if they were only counted.
    var longest: Double? = 0
    /// How many items after the chunk's end stand on a line of this or an earlier chunk.
    var overshoot = 0

    /// Returns whether these are the lines that start after so many of a chunk's items.
    ///
    /// - Parameters:
    ///   - carry: How many items from the chunk's start on stand on a line of an earlier chunk.
    ///   - items: How many items the chunk has.
    /// - Returns: Whether breaking the chunk again would change nothing.
    func fits(_ carry: Int, _ items: Int) -> Bool {
        carry < items ? entry == carry : entry == items && overshoot == carry - items
    }
}
