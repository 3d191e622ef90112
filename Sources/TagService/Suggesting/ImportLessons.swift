internal import TagStore

/// The lessons of the saved selections of an import: of at most 500, evenly spread, as if each were the last to be learnt.
struct ImportLessons {
    /// The most questions that an import asks.
    private static let most: Int64 = 500
    /// The features whose counts are kept for the next question: 4 MB.
    private static let mostKept = 1_000_000

    /// Learns from the saved selections of a run of identifiers, which are the newest ones.
    static func learn(from run: Range<Int64>, with writer: StoreWriter, base: Base?) throws {
        guard !run.isEmpty else { return }
        try writer.writeCounts()
        let counts = StoredCooccurrences(
            writer.reader,
            cache: CooccurrenceCache(limit: mostKept)
        )
        let count = min(Int64(run.count), most)
        for place in 0..<count {
            let id = run.lowerBound + place * Int64(run.count) / count
            guard let row = try writer.reader.savedSelection(id: id) else { continue }
            counts.leaveOut(row.tagIDs.ids)
            let question = LessonQuestion(tagIDs: row.tagIDs.ids, id: id)
            let lesson = try question.lesson(from: counts, base: base, in: writer.reader)
            if let lesson {
                try writer.learn(lesson, ofNewSelection: id)
            }
        }
    }
}
