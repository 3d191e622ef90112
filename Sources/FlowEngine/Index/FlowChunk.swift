internal import Foundation

/// Some hundred items of an index that follow each other, and the lines that start among them.
struct FlowChunk: Sendable {
    /// The sizes of the items.
    private(set) var sizes: [CGSize]
    /// What the chunk is measured with.
    private let metrics: FlowMetrics
    /// Where the items start on one line; nil if their lengths have to be added up each time.
    fileprivate(set) var ruler: FlowRuler?
    /// The greatest distance between two starts on the ruler; out of reach if there is none.
    private(set) var widest = Int32.max
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
        widest = shifted.widest
        ruler = shifted
    }

    /// Takes in the sizes after they changed.
    private mutating func measure() {
        ruler = FlowRuler(sizes, metrics)
        widest = ruler?.widest ?? .max
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

    /// Lends the ruler's starts and marks to a function; both are there if the chunk is marked.
    @inline(__always)
    func withMarks<Value>(
        _ body: (UnsafeBufferPointer<Int32>, UnsafeBufferPointer<UInt16>) -> Value?
    ) -> Value? {
        guard let ruler, let marks = ruler.marks else { return nil }
        return unsafe ruler.starts.withUnsafeBufferPointer { starts in
            unsafe marks.firsts.withUnsafeBufferPointer { firsts in
                unsafe body(starts, firsts)
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
