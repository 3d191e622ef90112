internal import Foundation

/// The lengths of all items, transposed so that SIMD lanes break the lines of eight chunks at once.
///
/// Each line starts at the end of the previous line, which is sequential. The chunks are therefore divided into as many
/// stretches as there are lanes; each lane walks one stretch, and all append an item in the same step.
///
/// A lane has to predict the state at the start of its stretch. To do so, it walks the end of the previous stretch,
/// because greedy line breaks from different starts soon coincide. Wrong predictions are reported and repaired.
///
/// Lengths are integers, in units of 1/1024 point, so that their sums are exact and equal to those of `arrange`.
struct LaneTable: Sendable {
    typealias Vector = SIMD8<Int32>

    /// The number of chunks of a lane.
    private let stretch: Int
    /// The number of chunks.
    private let chunkCount: Int
    /// The first chunks of all lanes, then the second chunks, and so on; nil if the lanes can't walk these chunks.
    private var blocks: [LaneBlock]?
    /// The maximum distance between the starts of two neighbors.
    private var widest: Int32 = 0
    /// The length of the shortest chunk, without the last one.
    private var shortest = Int32.max

    /// The number of units in a point, as in Pango (`PANGO_SCALE`).
    private static let scale = 1_024.0
    /// The minimum number of chunks for lanes to be worthwhile; the last two chunks are always broken one by one.
    private static let minimumChunkCount = 5
    /// The number of items that a lane walks for its prediction.
    ///
    /// This is the size of a new chunk. With chips of various lengths, line breaks coincide long before that.
    private static let warmUpCount = 1_024

    /// Creates the table of chunks.
    ///
    /// The lanes can walk the chunks only if each chunk has a uniform depth that no separator exceeds, all lengths are
    /// whole units, and the number of items on a line isn't limited.
    ///
    /// - Complexity: O(items).
    init(_ chunks: [FlowChunk], _ metrics: FlowMetrics) {
        chunkCount = chunks.count
        stretch = (chunks.count + Vector.scalarCount - 1) / Vector.scalarCount
        guard chunks.count >= Self.minimumChunkCount, metrics.maxItemsPerLine == .max,
            let spacing = Self.units(metrics.plainSpacing)
        else { return }
        var blocks = Array(repeating: LaneBlock(), count: stretch)
        for (place, chunk) in chunks.enumerated() {
            guard let distances = Self.distances(chunk.sizes, metrics, spacing) else { return }
            // The last chunk is broken separately, so its entry is not counted.
            let isLast = place + 1 == chunks.count
            blocks[place % stretch].fill(place / stretch, distances, isCounted: !isLast)
            widest = max(widest, distances.max() ?? 0)
            guard !isLast else { break }
            shortest = Int32(clamping: min(Int(shortest), distances.reduce(0) { $0 + Int($1) }))
        }
        self.blocks = blocks
    }

    /// Returns the distance from each item to the next; nil if a distance isn't a whole number of units, or if depths
    /// vary.
    private static func distances(_ sizes: [CGSize], _ metrics: FlowMetrics, _ spacing: Int32) -> [Int32]? {
        guard let depth = sizes.first.map({ metrics.depth(of: $0) }), depth >= metrics.separatorDepth else {
            return nil
        }
        var distances: [Int32] = []
        distances.reserveCapacity(sizes.count)
        for size in sizes {
            guard metrics.depth(of: size) == depth, let length = units(metrics.length(of: size)) else { return nil }
            distances.append(length + spacing)
        }
        return distances
    }

    /// Returns a length in units; nil if the length is very long or not a whole number of units.
    private static func units(_ length: Double) -> Int32? {
        let units = length * scale
        return units < 0x1p28 ? Int32(exactly: units) : nil
    }

    /// Walks all stretches.
    ///
    /// - Parameters:
    ///   - limit: The length of the container, in points.
    ///   - spacing: The distance between two items, in points.
    ///   - lines: The lines of each chunk; their `entry` and `count` are set, except for the last chunk.
    /// - Returns: The chunks at whose start the prediction was wrong; nil if the lanes can't walk the chunks.
    /// - Complexity: O(items).
    func walk(limit: Double, spacing: Double, _ lines: inout [FlowChunk.Lines]) -> [Int]? {
        // The maximum distance from the start of a line to the start of the next one.
        let fitting = ((limit + FlowMetrics.tolerance) * Self.scale).rounded(.down)
        let reach = Int32(min(fitting + spacing * Self.scale, 0x1p30))
        guard let blocks, widest <= reach, shortest > reach else { return nil }
        let bias = Vector(repeating: .max - reach)
        let predictions = predictions(blocks, bias)
        var open = predictions
        for (place, block) in blocks.enumerated() {
            let (entries, counts) = block.walk(&open, bias: bias)
            for lane in 0..<Vector.scalarCount {
                let chunk = lane * stretch + place
                guard chunk < chunkCount else { break }
                lines[chunk].entry = Int(entries[lane])
                lines[chunk].count = Int(counts[lane])
            }
        }
        lines[0].entry = 0
        lines[0].count += 1
        return (1..<Vector.scalarCount).filter { $0 * stretch < chunkCount && open[$0 - 1] != predictions[$0] }
            .map { $0 * stretch }
    }

    /// Returns the predicted lengths of the open lines at the starts of the stretches.
    private func predictions(_ blocks: [LaneBlock], _ bias: Vector) -> Vector {
        var ends = bias
        blocks.last?.warmUp(&ends, Self.warmUpCount, bias: bias)
        var predictions = bias
        for lane in 1..<Vector.scalarCount { predictions[lane] = ends[lane - 1] }
        return predictions
    }
}

/// One chunk per lane, item by item.
private struct LaneBlock: Sendable {
    typealias Vector = LaneTable.Vector

    /// The distances from each item to the next one; 0 past the end of a chunk.
    private var rows: [Vector] = []
    /// -1 in the lanes with a chunk whose entry is counted.
    private var counted = Vector()

    /// Stores the items of one lane.
    mutating func fill(_ lane: Int, _ distances: [Int32], isCounted: Bool) {
        counted[lane] = isCounted ? -1 : 0
        let missing = distances.count - rows.count
        if missing > 0 { rows += repeatElement(Vector(), count: missing) }
        for (row, distance) in distances.enumerated() { rows[row][lane] = distance }
    }

    /// Walks the last rows, keeping only the lengths of the open lines.
    func warmUp(_ open: inout Vector, _ count: Int, bias: Vector) {
        for row in rows.suffix(count) { _ = open.append(row, bias: bias) }
    }

    /// Walks all rows.
    ///
    /// - Parameters:
    ///   - open: The lengths of the open lines, before and after the walk, with the bias.
    ///   - bias: The bias.
    /// - Returns: For each lane, the number of items before the first line that starts in this block, and the number of
    ///   lines that start in it.
    func walk(_ open: inout Vector, bias: Vector) -> (entries: Vector, counts: Vector) {
        var (line, entries, counts) = (open, Vector(), Vector())
        var before = counted
        for row in rows {
            let starts = line.append(row, bias: bias)
            before &= ~starts
            entries &-= before
            counts &-= starts
        }
        open = line
        return (entries, counts)
    }
}

extension LaneTable.Vector {
    /// Appends an item to the open line of each lane, or starts a line with it if it doesn't fit.
    ///
    /// The bias makes a line of the container's length the largest number of the type, so that a longer line wraps
    /// around to a negative number.
    ///
    /// - Parameters:
    ///   - distances: The lengths of the items with the spacing after them, none longer than a line.
    ///   - bias: The bias, which also represents a line without items.
    /// - Returns: -1 in lanes that start a line, 0 in the others.
    @inline(__always) mutating func append(_ distances: Self, bias: Self) -> Self {
        let longer = self &+ distances
        let starts = longer &>> Self(repeating: 31)
        self = longer &- ((self &- bias) & starts)
        return starts
    }
}
