/// The lengths of all items, transposed so that SIMD lanes break the lines of many chunks at once.
///
/// Each line starts where the previous one ended, which is sequential. The chunks are therefore divided into as many
/// stretches as there are lanes; each lane walks one stretch, and all append an item in the same step. A step is three
/// additions and a maximum, whether a line ends or not.
///
/// A lane has to predict the state in which its stretch starts. It does so by walking the end of the stretch before
/// it: greedy line breaks from different starts soon coincide. Wrong predictions are reported and repaired.
struct LaneTable<Row: LaneRow>: Sendable {
    typealias Vector = Row.Vector

    /// The number of chunks of a lane.
    private let stretch: Int
    /// The number of chunks.
    private let chunkCount: Int
    /// The lengths are in multiples of 2^shift prefix-sum units.
    let shift: Int32
    /// The first chunks of all lanes, then the second ones, and so on.
    private var blocks: [LaneBlock<Row>]

    /// The number of items that a lane walks for its prediction.
    ///
    /// It is that of a new chunk; lines of chips of various lengths coincide long before.
    private static var warmUpCount: Int { 1_024 }

    /// Creates the table of chunks with prefix sums, whose distances are all multiples of 2^shift.
    ///
    /// - Complexity: O(items).
    init(_ chunks: [FlowChunk], shift: Int32) {
        let stretch = (chunks.count + Vector.laneCount - 1) / Vector.laneCount
        self.shift = shift
        self.stretch = stretch
        chunkCount = chunks.count
        blocks = Array(repeating: LaneBlock(), count: stretch)
        for chunk in chunks.indices { fill(chunk, chunks[chunk]) }
        // The last chunk is broken separately, so its entry is not counted.
        blocks[(chunkCount - 1) % stretch].counted[(chunkCount - 1) / stretch] = 0
    }

    /// Stores the items of a chunk.
    ///
    /// - Complexity: O(items of the chunk).
    mutating func fill(_ chunk: Int, _ items: FlowChunk) {
        guard let prefixSums = items.prefixSums else { return }
        blocks[chunk % stretch].fill(chunk / stretch, prefixSums, shift: shift)
    }

    /// Walks all stretches.
    ///
    /// - Parameters:
    ///   - reach: The length of a line, in the table's units.
    ///   - lines: The lines of each chunk; their `entry` and `count` are set, except for the last chunk.
    /// - Returns: The chunks at whose start the prediction was wrong.
    /// - Complexity: O(items / lanes).
    func walk(reach: Vector.Scalar, _ lines: inout [ChunkLines]) -> [Int] {
        let bias = Vector(repeating: Vector.Scalar.max - reach)
        let predictions = predictions(bias)
        var open = predictions
        for (place, block) in blocks.enumerated() {
            let (entries, counts) = block.walk(&open, bias: bias)
            for lane in 0..<Vector.laneCount {
                let chunk = lane * stretch + place
                guard chunk < chunkCount else { break }
                lines[chunk].entry = Int(entries[lane])
                lines[chunk].count = Int(counts[lane])
            }
        }
        lines[0].entry = 0
        lines[0].count += 1
        return (1..<Vector.laneCount)
            .filter { $0 * stretch < chunkCount && open[$0 - 1] != predictions[$0] }
            .map { $0 * stretch }
    }

    /// Returns the predicted lengths of the lines that are open where the stretches start.
    private func predictions(_ bias: Vector) -> Vector {
        var ends = bias
        if let last = blocks.last { last.warmUp(&ends, Self.warmUpCount, bias: bias) }
        var predictions = bias
        for lane in 1..<Vector.laneCount { predictions[lane] = ends[lane - 1] }
        return predictions
    }
}

/// One chunk per lane, item by item.
struct LaneBlock<Row: LaneRow>: Sendable {
    typealias Vector = Row.Vector

    /// The distances from each item to the next one; 0 past the end of a chunk.
    private var rows: [Row] = []
    /// -1 in the lanes with a chunk whose entry is counted.
    var counted = Vector()

    /// Stores the items of one lane.
    mutating func fill(_ lane: Int, _ prefixSums: FlowPrefixSums, shift: Int32) {
        counted[lane] = -1
        let missing = prefixSums.count - rows.count
        if missing > 0 { rows += repeatElement(Row(), count: missing) }
        for row in rows.indices {
            rows[row][lane] =
                row < prefixSums.count
                ? Row.Length(truncatingIfNeeded: prefixSums.distance(at: row) >> shift) : 0
        }
    }

    /// Walks the last rows, keeping only the lengths of the open lines.
    func warmUp(_ open: inout Vector, _ count: Int, bias: Vector) {
        for row in rows.suffix(count) { _ = open.append(row.lengths, bias: bias) }
    }

    /// Walks all rows.
    ///
    /// - Parameters:
    ///   - open: The lengths of the open lines, before and after the walk, with the bias.
    ///   - bias: The bias.
    /// - Returns: For each lane, the number of items before the first line that starts here, and of lines that start.
    func walk(_ open: inout Vector, bias: Vector) -> (entries: Vector, counts: Vector) {
        var (line, entries, counts) = (open, Vector(), Vector())
        var before = counted
        var row = 0
        while row < rows.count, !before.isZero {
            // Checking whether all lines have started costs as much as several rows, so it is done every eight.
            let next = min(row + 8, rows.count)
            for row in rows[row..<next] {
                let starts = line.append(row.lengths, bias: bias)
                before.clear(starts)
                entries.count(before)
                counts.count(starts)
            }
            row = next
        }
        for row in rows[row...] { counts.count(line.append(row.lengths, bias: bias)) }
        open = line
        return (entries, counts)
    }
}
