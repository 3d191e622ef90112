/// The tables by which the lines of all chunks are broken at once, made when they are first needed.
struct FlowLanes: Sendable {
    /// Lengths of 8 bits, in lines of 16: chips in whole points or cells.
    private var small: LaneTable<ByteRow>?
    /// Lengths of 16 bits, in lines of 16: longer ones, and those in halves or quarters.
    private var medium: LaneTable<SIMD16<Int16>>?
    /// Lengths of 32 bits, in lines of 32: those of text.
    private var large: LaneTable<SIMD8<Int32>>?
    private var facts: Facts?
    /// The chunks that changed since the tables were made.
    private var stale: [Int] = []

    /// What decides whether chunks can be walked side by side; lengths are in parts of a ruler.
    private struct Facts {
        /// Whether each chunk has a ruler, and items of one depth.
        var areLevel = true
        /// A distance that is at least the greatest one between the starts of two neighbours.
        var widest: Int32 = 0
        /// The length of the shortest chunk but the last.
        var shortest = Int32.max
        /// All distances are multiples of two to this power.
        var shift: Int32 = 0

        init(_ chunks: [FlowChunk]) {
            var grain: Int32 = 0
            for (index, chunk) in chunks.enumerated() {
                guard chunk.depth != nil, let ruler = chunk.ruler else {
                    areLevel = false
                    return
                }
                widest = max(widest, ruler.widest)
                grain |= ruler.grain
                if index + 1 < chunks.count { shortest = min(shortest, ruler.end) }
            }
            shift = min(Int32(grain.trailingZeroBitCount), 20)
        }
    }

    /// How many chunks there must be for a walk side by side to pay.
    private static let worthwhile = 5

    /// Forgets what is known of some chunks.
    mutating func forget(_ chunks: ClosedRange<Int>) {
        guard facts != nil, chunks != stale.last.map({ $0...$0 }) else { return }
        stale += chunks
    }

    /// Forgets everything; to be called when there are other chunks than before.
    mutating func forgetAll() {
        self = FlowLanes()
    }

    /// Finds out where the lines of all chunks but the last start.
    ///
    /// - Parameters:
    ///   - chunks: The chunks.
    ///   - reach: The length of a line, in parts.
    ///   - lines: The lines of each chunk, of which the entry and the count are set.
    /// - Returns: The chunks before which what was found may be wrong; nil if nothing was found.
    mutating func walk(
        _ chunks: [FlowChunk],
        reach: Int32,
        _ lines: inout [ChunkLines]
    ) -> [Int]? {
        guard chunks.count >= Self.worthwhile, let facts = refreshed(chunks), facts.areLevel,
            facts.widest <= reach, facts.shortest > reach
        else { return nil }
        let (reach, widest) = (reach >> facts.shift, facts.widest >> facts.shift)
        guard let shortReach = Int16(exactly: reach), reach + widest <= Int32(Int16.max) else {
            return Self.made(&large, of: chunks, facts).walk(reach: reach, &lines)
        }
        return widest <= Int32(UInt8.max)
            ? Self.made(&small, of: chunks, facts).walk(reach: shortReach, &lines)
            : Self.made(&medium, of: chunks, facts).walk(reach: shortReach, &lines)
    }

    /// Returns a table, which is made if there is none.
    private static func made<Row: LaneRow>(
        _ table: inout LaneTable<Row>?,
        of chunks: [FlowChunk],
        _ facts: Facts
    ) -> LaneTable<Row> {
        let made = table ?? LaneTable(chunks, shift: facts.shift)
        table = made
        return made
    }

    /// Brings the tables up to date; returns what decides about their use.
    private mutating func refreshed(_ chunks: [FlowChunk]) -> Facts? {
        if let facts, stale.isEmpty { return facts }
        let new = Facts(chunks)
        let fits = facts.map { $0.areLevel && new.areLevel && $0.shift == new.shift } ?? false
        if !fits || stale.count > chunks.count / 2 { forgetAll() }
        for chunk in Set(stale) {
            // Lengths that have become too long for a table are not looked up in it.
            small?.fill(chunk, chunks[chunk])
            medium?.fill(chunk, chunks[chunk])
            large?.fill(chunk, chunks[chunk])
        }
        stale = []
        facts = new
        return new
    }
}
