/// The tables by which the lines of all chunks are broken at once, made when they are first needed.
struct FlowLanes: Sendable {
    /// Lengths as numbers of 16 bits: those of most boards, whose items are a few thousand units long.
    private var narrow: LaneTable<SIMD16<Int16>>?
    /// Lengths as numbers of 32 bits, for all others.
    private var wide: LaneTable<SIMD8<Int32>>?
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
        if (reach >> facts.shift) + (facts.widest >> facts.shift) <= Int32(Int16.max) {
            let table = narrow ?? LaneTable(chunks, shift: facts.shift)
            narrow = table
            return table.walk(reach: Int16(reach >> facts.shift), &lines)
        }
        let table = wide ?? LaneTable(chunks, shift: facts.shift)
        wide = table
        return table.walk(reach: reach >> facts.shift, &lines)
    }

    /// Brings the tables up to date; returns what decides about their use.
    private mutating func refreshed(_ chunks: [FlowChunk]) -> Facts? {
        if let facts, stale.isEmpty { return facts }
        let new = Facts(chunks)
        let fits = facts.map { $0.areLevel && new.areLevel && $0.shift == new.shift } ?? false
        if !fits || stale.count > chunks.count / 2 { forgetAll() }
        for chunk in Set(stale) {
            narrow?.fill(chunk, chunks[chunk])
            wide?.fill(chunk, chunks[chunk])
        }
        stale = []
        facts = new
        return new
    }
}
