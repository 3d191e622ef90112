/// The lengths of all items, so laid out that a processor breaks the lines of many chunks at once.
///
/// Where a line starts depends on where the one before ended. The chunks are therefore cut into as
/// many stretches as there are lanes, each lane walks one, and all take an item in the same step. What
/// a step does is three additions and a comparison, whether a line ends or not.
///
/// A lane must guess the state in which its stretch starts. It guesses by walking the end of the
/// stretch before it: lines that start apart soon meet.
struct LaneTable<Row: LaneRow>: Sendable {
    typealias Vector = Row.Vector

    /// How many chunks a lane has.
    private let stretch: Int
    /// How many chunks there are.
    private let chunkCount: Int
    /// The lengths are in units of two to this power parts of a ruler.
    let shift: Int32
    /// The first chunks of all lanes, then the second ones, and so on.
    private var blocks: [LaneBlock<Row>]

    /// How many items a lane walks for its guess.
    private static var approach: Int { 1_024 }

    /// Makes the table of chunks with rulers, in units that all distances are multiples of.
    ///
    /// - Complexity: O(items).
    init(_ chunks: [FlowChunk], shift: Int32) {
        let stretch = (chunks.count + Vector.laneCount - 1) / Vector.laneCount
        self.shift = shift
        self.stretch = stretch
        chunkCount = chunks.count
        blocks = Array(repeating: LaneBlock(), count: stretch)
        for chunk in chunks.indices { fill(chunk, chunks[chunk]) }
        // How far the last line goes is not asked here: there is no next chunk to tell.
        blocks[(chunkCount - 1) % stretch].counted[(chunkCount - 1) / stretch] = 0
    }

    /// Takes in the items of a chunk.
    ///
    /// - Complexity: O(items of the chunk).
    mutating func fill(_ chunk: Int, _ items: FlowChunk) {
        guard let ruler = items.ruler else { return }
        blocks[chunk % stretch].fill(chunk / stretch, ruler, shift: shift)
    }

    /// Walks all stretches.
    ///
    /// - Parameters:
    ///   - reach: The length of a line, in units.
    ///   - lines: The lines of each chunk, of which the entry and the count are set; those of the last
    ///     chunk are not.
    /// - Returns: The chunks before which the guess was wrong.
    /// - Complexity: O(items / lanes).
    func walk(reach: Vector.Scalar, _ lines: inout [ChunkLines]) -> [Int] {
        let reach = Vector(repeating: reach)
        let guesses = guesses(reach)
        var open = guesses
        for (place, block) in blocks.enumerated() {
            let (entries, counts) = block.walk(&open, reach: reach)
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
            .filter { $0 * stretch < chunkCount && open[$0 - 1] != guesses[$0] }
            .map { $0 * stretch }
    }

    /// Returns the lengths of the lines that are open where the stretches start, by guess.
    private func guesses(_ reach: Vector) -> Vector {
        var ends = Vector()
        if let last = blocks.last { last.approach(&ends, Self.approach, reach: reach) }
        var guesses = Vector()
        for lane in 1..<Vector.laneCount { guesses[lane] = ends[lane - 1] }
        return guesses
    }
}

/// A chunk for each lane, item by item.
struct LaneBlock<Row: LaneRow>: Sendable {
    typealias Vector = Row.Vector

    /// The distances from each item to the next one; 0 after the end of a chunk.
    private var rows: [Row] = []
    /// -1 in the lanes that have a chunk of which is asked where its first line starts.
    var counted = Vector()

    /// Takes in the items of one lane.
    mutating func fill(_ lane: Int, _ ruler: FlowRuler, shift: Int32) {
        counted[lane] = -1
        let missing = ruler.count - rows.count
        if missing > 0 { rows += repeatElement(Row(), count: missing) }
        for row in rows.indices {
            rows[row][lane] =
                row < ruler.count
                ? Row.Length(truncatingIfNeeded: ruler.distance(at: row) >> shift) : 0
        }
    }

    /// Walks the last rows, of which only the open lines are of interest.
    func approach(_ open: inout Vector, _ count: Int, reach: Vector) {
        for row in rows.suffix(count) { _ = open.put(row.lengths, reach: reach) }
    }

    /// Walks all rows.
    ///
    /// - Parameters:
    ///   - open: The lengths of the open lines, before and after.
    ///   - reach: The length of a line.
    /// - Returns: How many items stand before the first line that starts here, and how many start.
    func walk(_ open: inout Vector, reach: Vector) -> (entries: Vector, counts: Vector) {
        var (line, entries, counts) = (open, Vector(), Vector())
        var before = counted
        var row = 0
        while row < rows.count, !before.isZero {
            // To ask whether all lines have started costs as much as some rows.
            let next = min(row + 8, rows.count)
            for row in rows[row..<next] {
                let starts = line.put(row.lengths, reach: reach)
                before.clear(starts)
                entries.count(before)
                counts.count(starts)
            }
            row = next
        }
        for row in rows[row...] { counts.count(line.put(row.lengths, reach: reach)) }
        open = line
        return (entries, counts)
    }
}
