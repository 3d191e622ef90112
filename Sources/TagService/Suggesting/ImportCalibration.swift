internal import TagStore

/// The samples of the items of an import: of at most 500, evenly spread, as if each were the last to be learned.
struct ImportCalibration {
    /// The most queries that an import asks.
    private static let most: Int64 = 500
    /// The features whose counts are kept for the next query: 4 MB.
    private static let mostKept = 1_000_000

    /// Learns from the items of a run of identifiers, which are the newest ones.
    static func learn(from run: Range<Int64>, with writer: StoreWriter, model: SharedModel?) throws
    {
        guard !run.isEmpty else { return }
        try writer.writeCounts()
        let counts = StoredCooccurrences(
            writer.reader,
            cache: CooccurrenceCache(limit: mostKept)
        )
        let count = min(Int64(run.count), most)
        for place in 0..<count {
            let id = run.lowerBound + place * Int64(run.count) / count
            guard let row = try writer.reader.item(id: id) else { continue }
            counts.leaveOut(row.tagIDs.ids)
            let query = CalibrationQuery(tagIDs: row.tagIDs.ids, id: id)
            let sample = try query.sample(from: counts, model: model, in: writer.reader)
            if let sample {
                try writer.learn(sample, ofNewItem: id)
            }
        }
    }
}
