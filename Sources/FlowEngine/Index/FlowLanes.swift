/// The tables with which the lines of all chunks are broken in parallel SIMD lanes, built on first use.
struct FlowLanes: Sendable {
    /// Lengths of 8 bits on lines of 16 bits: chips in whole points or cells.
    private var small: LaneTable<ByteRow>?
    /// Lengths of 16 bits on lines of 16 bits: longer ones, and those in halves or quarters.
    private var medium: LaneTable<SIMD16<Int16>>?
    /// Lengths of 32 bits on lines of 32 bits: those of text.
    private var large: LaneTable<SIMD8<Int32>>?
    private var profile: Profile?
    /// The chunks that changed since the tables were built.
    private var stale: [Int] = []

    /// The properties that decide whether chunks can be walked in parallel; lengths are in prefix-sum units.
    private struct Profile {
        /// Whether every chunk has prefix sums and uniform depth.
        var haveUniformDepth = true
        /// An upper bound of the distance between the starts of two neighbours.
        var widest: Int32 = 0
        /// The length of the shortest chunk, without the last one.
        var shortest = Int32.max
        /// The largest power of two, as an exponent, that divides all distances.
        var shift: Int32 = 0

        init(_ chunks: [FlowChunk]) {
            var grain: Int32 = 0
            for (index, chunk) in chunks.enumerated() {
                guard chunk.depth != nil, let prefixSums = chunk.prefixSums else {
                    haveUniformDepth = false
                    return
                }
                widest = max(widest, prefixSums.widest)
                grain |= prefixSums.grain
                if index + 1 < chunks.count { shortest = min(shortest, prefixSums.end) }
            }
            // Capped, since 0 has 32 trailing zero bits.
            shift = min(Int32(grain.trailingZeroBitCount), 20)
        }
    }

    /// The number of chunks from which a parallel walk is worthwhile; the last two are always broken one by one.
    private static let minimumChunkCount = 5

    /// Marks chunks as changed, so that their table entries are rebuilt before the next walk.
    mutating func invalidate(_ chunks: ClosedRange<Int>) {
        guard profile != nil, chunks != stale.last.map({ $0...$0 }) else { return }
        stale += chunks
    }

    /// Discards all tables, after chunks were added or removed.
    mutating func invalidateAll() {
        self = FlowLanes()
    }

    /// Finds where the lines of all chunks but the last start.
    ///
    /// - Parameters:
    ///   - chunks: The chunks.
    ///   - reach: The length of a line, in prefix-sum units.
    ///   - lines: The lines of each chunk; their `entry` and `count` are set.
    /// - Returns: The chunks whose `entry` was predicted wrongly; nil if a parallel walk is not possible.
    mutating func walk(
        _ chunks: [FlowChunk],
        reach: Int32,
        _ lines: inout [ChunkLines]
    ) -> [Int]? {
        guard chunks.count >= Self.minimumChunkCount, let profile = refreshed(chunks),
            profile.haveUniformDepth,
            profile.widest <= reach, profile.shortest > reach
        else { return nil }
        let (reach, widest) = (reach >> profile.shift, profile.widest >> profile.shift)
        guard let shortReach = Int16(exactly: reach), reach + widest <= Int32(Int16.max) else {
            return Self.table(&large, of: chunks, profile).walk(reach: reach, &lines)
        }
        return widest <= Int32(UInt8.max)
            ? Self.table(&small, of: chunks, profile).walk(reach: shortReach, &lines)
            : Self.table(&medium, of: chunks, profile).walk(reach: shortReach, &lines)
    }

    /// Returns a table, building it if there is none.
    private static func table<Row: LaneRow>(
        _ table: inout LaneTable<Row>?,
        of chunks: [FlowChunk],
        _ profile: Profile
    ) -> LaneTable<Row> {
        let built = table ?? LaneTable(chunks, shift: profile.shift)
        table = built
        return built
    }

    /// Brings the tables up to date; returns the current profile.
    private mutating func refreshed(_ chunks: [FlowChunk]) -> Profile? {
        if let profile, stale.isEmpty { return profile }
        let new = Profile(chunks)
        let fits =
            profile.map { $0.haveUniformDepth && new.haveUniformDepth && $0.shift == new.shift }
            ?? false
        if !fits || stale.count > chunks.count / 2 { invalidateAll() }
        for chunk in Set(stale) {
            // A table whose rows are too narrow for a new length is not used any more, so truncation is harmless.
            small?.fill(chunk, chunks[chunk])
            medium?.fill(chunk, chunks[chunk])
            large?.fill(chunk, chunks[chunk])
        }
        stale = []
        profile = new
        return new
    }
}
