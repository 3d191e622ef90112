internal import Foundation

/// About a thousand consecutive items of an index.
struct FlowChunk: Sendable {
    /// The sizes of the items.
    private(set) var sizes: [CGSize]
    /// The number of items; stored, so that skipping a chunk reads nothing else.
    private(set) var count = 0
    /// The parameters of the flow.
    private let metrics: FlowMetrics
    /// The prefix sums of the items' lengths; nil if lengths have to be added up each time.
    private(set) var prefixSums: FlowPrefixSums?
    /// Whether all items have the same size.
    private(set) var isUniform = false
    /// The depth of every item; nil if depths vary.
    private(set) var depth: Double?
    /// The maximum depth of each item and the three after it; empty if the depth is uniform.
    private var peaks: [Double] = []

    init(_ sizes: some Sequence<CGSize>, _ metrics: FlowMetrics) {
        self.sizes = Array(sizes)
        self.metrics = metrics
        measure()
    }

    /// Inserts an item before another one, or at the end.
    mutating func insert(_ size: CGSize, at index: Int) {
        sizes.insert(size, at: index)
        measure()
    }

    /// Removes an item and returns its size.
    mutating func remove(at index: Int) -> CGSize {
        defer { measure() }
        return sizes.remove(at: index)
    }

    /// Changes the size of an item; if only its length changes, the prefix sums after it are shifted.
    mutating func replace(_ index: Int, with size: CGSize) {
        let old = sizes[index]
        sizes[index] = size
        guard depth == metrics.depth(of: size), var shifted = prefixSums else { return measure() }
        // Released first, so that the prefix sums are changed in place and not copied.
        prefixSums = nil
        guard shifted.replace(index, metrics.length(of: old), with: metrics.length(of: size))
        else { return measure() }
        prefixSums = shifted
        isUniform = false
    }

    /// Recomputes what depends on the sizes.
    private mutating func measure() {
        count = sizes.count
        prefixSums = FlowPrefixSums(sizes, metrics)
        peaks = []
        let first = sizes.first.map { metrics.depth(of: $0) }
        depth = sizes.allSatisfy { metrics.depth(of: $0) == first } ? first : nil
        let length = sizes.first.map { metrics.length(of: $0) }
        isUniform = depth != nil && sizes.allSatisfy { metrics.length(of: $0) == length }
        guard depth == nil else { return }
        peaks = sizes.map { metrics.depth(of: $0) }
        for distance in [1, 2] {
            for index in 0..<max(peaks.count - distance, 0) {
                peaks[index] = max(peaks[index], peaks[index + distance])
            }
        }
    }

    /// Returns the maximum depth of a range of items.
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

/// The lines that start in a chunk, in a container of a given length.
struct ChunkLines: Sendable {
    /// The number of items at the chunk's start that are on a line of an earlier chunk.
    var entry = 0
    /// The number of lines that start in the chunk.
    var count = 0
    /// The sum of the depths of these lines, each with the spacing after it, in points.
    var advance = ExactSum()
    /// The length of the longest of these lines, in points; nil if they were only counted.
    var longest: Double? = 0
    /// The number of items after the chunk's end that are on a line of this or an earlier chunk.
    var overshoot = 0

    /// Returns whether these lines are right for a given carry.
    ///
    /// - Parameters:
    ///   - carry: The number of items at the chunk's start that are on a line of an earlier chunk.
    ///   - items: The number of items of the chunk.
    /// - Returns: Whether breaking the chunk again would give the same lines.
    func isCurrent(_ carry: Int, _ items: Int) -> Bool {
        carry < items ? entry == carry : entry == items && overshoot == carry - items
    }
}
