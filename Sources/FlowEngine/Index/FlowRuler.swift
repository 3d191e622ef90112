internal import Foundation

/// Where the items of a chunk start if all stand on one line, in whole parts of 1/1024.
///
/// Whole numbers make differences exact, so that a line can be ended without adding its lengths up.
/// Text is measured in such parts, Pango's being the same. Items that are not whole parts long, or
/// very long, have no ruler.
struct FlowRuler: Sendable {
    /// Where each item starts, then where the next chunk does, then values that are out of reach.
    private(set) var starts: [Int32]
    /// A distance that is at least the greatest one between the starts of two neighbours.
    private(set) var widest: Int32
    /// The bits that are set in any distance between two neighbours.
    private(set) var grain: Int32

    /// How many parts a unit has.
    private static let scale = 1_024.0
    /// The length up to which a chunk has a ruler, in parts: sums of two stay below 2³¹.
    private static let capacity = 0x1p30

    /// How many values stand after the last start.
    static let padding = 1

    /// Measures the items of a chunk; nil if they are too long, or not whole parts long.
    init?(_ sizes: [CGSize], _ metrics: FlowMetrics) {
        guard let spacing = Self.parts(metrics.plainSpacing) else { return nil }
        var starts: [Int32] = []
        starts.reserveCapacity(sizes.count + 1 + Self.padding)
        var position: Int32 = 0
        var (widest, grain): (Int32, Int32) = (0, 0)
        for size in sizes {
            starts.append(position)
            guard let length = Self.parts(metrics.length(of: size)) else { return nil }
            position = position &+ length &+ spacing
            widest = max(widest, length &+ spacing)
            grain |= length &+ spacing
            // Neither term is more than a quarter of what there is room for.
            guard position < Int32(Self.capacity) else { return nil }
        }
        starts.append(position)
        starts.append(contentsOf: repeatElement(Int32.max, count: Self.padding))
        self.starts = starts
        self.widest = widest
        self.grain = grain
    }

    /// Gives an item another length; false if it has none in parts, or there is no room for it.
    mutating func replace(_ index: Int, _ old: Double, with new: Double) -> Bool {
        guard let before = Self.parts(old), let after = Self.parts(new) else { return false }
        let change = after - before
        guard Double(starts[count]) + Double(change) < Self.capacity else { return false }
        let distance = distance(at: index) + change
        widest = max(widest, distance)
        grain |= distance
        for next in (index + 1)...count { starts[next] &+= change }
        return true
    }

    /// Returns a length in parts; nil if it is very long, or not whole parts.
    @inline(__always)
    private static func parts(_ length: Double) -> Int32? {
        let parts = length * scale
        guard parts < capacity / 4 else { return nil }
        let whole = Int32(parts)
        return Double(whole) == parts ? whole : nil
    }

    /// The number of items.
    var count: Int { starts.count - 1 - Self.padding }

    /// Where the next chunk starts.
    var end: Int32 { starts[count] }

    /// Returns how far the start of an item is from that of the next one.
    func distance(at index: Int) -> Int32 {
        starts[index + 1] - starts[index]
    }

    /// Returns how far the start of the first item that is not on a line is from the line's at least.
    static func reach(limit: Double, _ metrics: FlowMetrics) -> Int32 {
        let fitting = ((limit + FlowMetrics.tolerance) * scale).rounded(.down)
        return Int32(min(max(fitting + metrics.plainSpacing * scale, 0), capacity - 1))
    }

    /// Returns the length of a line in units, from the distance between two starts.
    static func length(_ distance: Int32, _ metrics: FlowMetrics) -> Double {
        Double(distance) / scale - metrics.plainSpacing
    }

    /// Moves a walk past a line, looking at each item of it.
    @inline(__always)
    func step(_ walk: inout RulerWalk, reach: Int32) {
        let target = starts[walk.position] &+ reach
        var next = walk.position + 1
        while starts[next] <= target { next += 1 }
        walk.move(to: max(next - 1, walk.position + 1), starts)
    }

    /// Moves a walk to the end of the chunk.
    func walkOn(_ walk: inout RulerWalk, reach: Int32) {
        while walk.position < count { step(&walk, reach: reach) }
    }

    /// Returns whether the last line that a walk found may go on in the next chunk.
    func isOpen(_ walk: RulerWalk, reach: Int32) -> Bool {
        walk.position == count && starts[count] &- starts[walk.last] <= reach
    }
}

/// The lines that start in a chunk, as they are found.
struct RulerWalk {
    /// Where the next line starts.
    var position: Int
    /// Where the last line that was found starts.
    var last = 0
    /// How many lines were found.
    var count = 0
    /// The greatest distance between the starts of two lines, in parts.
    var longest: Int32 = 0

    init(position: Int) {
        self.position = position
    }

    /// Takes in a line that ends before an item, and stands there.
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
