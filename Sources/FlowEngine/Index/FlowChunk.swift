internal import Foundation

/// About a thousand consecutive items of an index.
struct FlowChunk: Sendable {
    /// The sizes of the items.
    private(set) var sizes: [CGSize]
    /// The number of items; stored, so that skipping a chunk reads nothing else.
    private(set) var count = 0
    /// Whether all items have the same size.
    private(set) var isUniform = false

    init(_ sizes: some Sequence<CGSize>) {
        self.sizes = Array(sizes)
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

    /// Changes the size of an item.
    mutating func replace(_ index: Int, with size: CGSize) {
        sizes[index] = size
        measure()
    }

    /// Recomputes the values that depend on the sizes.
    private mutating func measure() {
        count = sizes.count
        isUniform = sizes.allSatisfy { $0 == sizes.first }
    }
}

extension FlowChunk {
    /// The lines that start in a chunk, in a container of a given length.
    struct Lines: Sendable {
        /// The number of items at the chunk's start that are on a line of an earlier chunk.
        var entry = 0
        /// The number of lines that start in the chunk.
        var count = 0
        /// The sum of the depths of these lines, each with the spacing after it, in points.
        var advance = ExactSum()
        /// The length of the longest of these lines, in points.
        var longest = 0.0
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
}
