internal import Foundation

/// Some hundred items of an index that follow each other, and the lines that start among them.
struct FlowChunk: Sendable {
    /// The sizes of the items.
    var sizes: [CGSize] {
        didSet { measure() }
    }
    /// What the chunk is measured with.
    private let metrics: FlowMetrics
    /// Where the items start on one line; nil if their lengths have to be added up each time.
    fileprivate(set) var ruler: FlowRuler?
    /// The depth of every item; nil if they differ.
    private(set) var depth: Double?
    /// The greatest depth of each item and the three after it; empty if all are the same.
    private var peaks: [Double] = []

    init(_ sizes: some Sequence<CGSize>, _ metrics: FlowMetrics) {
        self.sizes = Array(sizes)
        self.metrics = metrics
        measure()
    }

    var count: Int { sizes.count }

    /// Whether the chunk has a ruler, and items of one depth.
    var isLevel: Bool { ruler != nil && depth != nil }

    /// Takes in the sizes after they changed.
    private mutating func measure() {
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

    /// Prepares the chunk for being walked as a whole.
    mutating func mark(shift: Int32) {
        if let marked = ruler?.marks?.shift, marked == shift { return }
        ruler?.mark(shift: shift)
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
    /// The length of the longest of these lines, in points.
    var longest = 0.0
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
