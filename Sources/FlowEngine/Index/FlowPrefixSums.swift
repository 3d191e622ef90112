internal import Foundation

/// The prefix sums of a chunk's item lengths with their spacing, in fixed point with units of 1/1024 point.
///
/// Integers make differences exact, so that the end of a line is found without adding its lengths up. Pango measures
/// text in the same units (`PANGO_SCALE`). Items that are not whole units long, or are very long, have no prefix sums.
struct FlowPrefixSums: Sendable {
    /// The start of each item, then that of the next chunk, then padding that is out of any reach.
    private(set) var starts: [Int32]
    /// An upper bound of the distance between the starts of two neighbours.
    private(set) var widest: Int32
    /// The union of the bits set in the distances between neighbours.
    private(set) var grain: Int32

    /// The number of units in a point: `PANGO_SCALE`, so that measured text has whole lengths.
    private static let scale = 1_024.0
    /// The maximum length of a chunk, in units: the sum of two stays below 2³¹.
    private static let capacity = 0x1p30

    /// The number of padding values, on which the search in `step` stops.
    static let padding = 1

    /// Computes the prefix sums of a chunk; fails if lengths are too large or not whole units.
    init?(_ sizes: [CGSize], _ metrics: FlowMetrics) {
        guard let spacing = Self.units(metrics.plainSpacing) else { return nil }
        var starts: [Int32] = []
        starts.reserveCapacity(sizes.count + 1 + Self.padding)
        var position: Int32 = 0
        var (widest, grain): (Int32, Int32) = (0, 0)
        for size in sizes {
            starts.append(position)
            guard let length = Self.units(metrics.length(of: size)) else { return nil }
            position = position &+ length &+ spacing
            widest = max(widest, length &+ spacing)
            grain |= length &+ spacing
            // Each term is at most a quarter of the capacity, so the addition above cannot have overflowed.
            guard position < Int32(Self.capacity) else { return nil }
        }
        starts.append(position)
        starts.append(contentsOf: repeatElement(Int32.max, count: Self.padding))
        self.starts = starts
        self.widest = widest
        self.grain = grain
    }

    /// Changes the length of an item; returns false if it is not whole units long or the capacity is exceeded.
    mutating func replace(_ index: Int, _ old: Double, with new: Double) -> Bool {
        guard let before = Self.units(old), let after = Self.units(new) else { return false }
        let change = after - before
        guard Double(starts[count]) + Double(change) < Self.capacity else { return false }
        let distance = distance(at: index) + change
        widest = max(widest, distance)
        grain |= distance
        for next in (index + 1)...count { starts[next] &+= change }
        return true
    }

    /// Returns a length in units; nil if it is very long or not whole units.
    @inline(__always)
    private static func units(_ length: Double) -> Int32? {
        let units = length * scale
        guard units < capacity / 4 else { return nil }
        let whole = Int32(units)
        return Double(whole) == units ? whole : nil
    }

    /// The number of items.
    var count: Int { starts.count - 1 - Self.padding }

    /// The start of the next chunk.
    var end: Int32 { starts[count] }

    /// Returns the distance from the start of an item to that of the next one.
    func distance(at index: Int) -> Int32 {
        starts[index + 1] - starts[index]
    }

    /// Returns the maximum distance, in units, from the start of a line to the start of the next line.
    static func reach(limit: Double, _ metrics: FlowMetrics) -> Int32 {
        let fitting = ((limit + FlowMetrics.tolerance) * scale).rounded(.down)
        return Int32(min(max(fitting + metrics.plainSpacing * scale, 0), capacity - 1))
    }

    /// Returns the length of a line in points, from the distance between its start and that of the next line.
    static func length(_ distance: Int32, _ metrics: FlowMetrics) -> Double {
        Double(distance) / scale - metrics.plainSpacing
    }

    /// Advances a walk past one line.
    ///
    /// - Complexity: O(items of the line).
    @inline(__always)
    func step(_ walk: inout PrefixSumWalk, reach: Int32) {
        let target = starts[walk.position] &+ reach
        var next = walk.position + 1
        while starts[next] <= target { next += 1 }
        walk.move(to: max(next - 1, walk.position + 1), starts)
    }

    /// Advances a walk to the end of the chunk.
    func walkToEnd(_ walk: inout PrefixSumWalk, reach: Int32) {
        while walk.position < count { step(&walk, reach: reach) }
    }

    /// Returns whether the last line of a walk may continue in the next chunk.
    func isOpen(_ walk: PrefixSumWalk, reach: Int32) -> Bool {
        walk.position == count && starts[count] &- starts[walk.last] <= reach
    }
}

/// A walk over the lines of a chunk.
struct PrefixSumWalk {
    /// The start of the next line.
    var position: Int
    /// The start of the last line found.
    var last = 0
    /// The number of lines found.
    var count = 0
    /// The maximum distance between the starts of two lines, in units.
    var longest: Int32 = 0

    init(position: Int) {
        self.position = position
    }

    /// Records a line that ends before an item, and moves there.
    @inline(__always)
    mutating func move(to end: Int, _ starts: [Int32]) {
        let span = starts.span
        // Safe: both are at most the number of items, which has a start.
        let distance = unsafe span[unchecked: end] &- span[unchecked: position]
        longest = longest > distance ? longest : distance
        count &+= 1
        last = position
        position = end
    }
}
