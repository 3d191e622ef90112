internal import Suggestions
internal import TagCore
internal import TagStore

/// Asks what a saved selection teaches about the scores of suggestions.
///
/// The question gives a random part of its tags, which its identifier determines, so that the same database always learns the same.
/// The counts must not contain the selection.
struct LessonQuestion {
    let tagIDs: [UInt32]
    let id: Int64

    /// Returns the lesson; `nil` for a selection of one tag, or where nothing is known of what is given.
    ///
    /// - Complexity: that of one question.
    func lesson(
        from counts: StoredCooccurrences,
        base: Base?,
        in reader: StoreReader
    ) throws -> Lesson? {
        var random = SeededSequence(seed: UInt64(bitPattern: id))
        guard tagIDs.count <= StoreWriter.pairedTagLimit, let given = random.part(of: tagIDs) else {
            return nil
        }
        let own = try NextTags().rank(given: given, limit: Lesson.mostScores, from: counts)
        if let base {
            do {
                let question = BaseQuestion(base: base, reader: reader, resident: nil)
                return try lesson(given, own, question)
            } catch is BaseError {
                // A damaged base teaches nothing; what is one's own does.
            }
        }
        guard let own, own.givenCount > 0 else { return nil }
        let best = own.scores(Lesson.mostScores)
        return lesson(own.givenCount, best.map { ($0.tag, $0.score) }, mixture: nil)
    }

    /// Returns the lesson about the mixture with a base.
    private func lesson(
        _ given: [UInt32],
        _ own: NextRanking?,
        _ question: BaseQuestion
    ) throws -> Lesson? {
        try question.base.read { reader, counts in
            let names = try question.reader.names(of: given.map { Int64($0) })
            let known = try question.given(Array(names.values), label: "", in: reader)
            let theirs = try NextTags()
                .rank(given: known.tags, limit: Lesson.mostScores, from: counts)
            let mixing = try question.mixing(
                own,
                theirs,
                limit: 2 * Lesson.mostScores,
                in: reader
            )
            guard mixing.givenCount > 0 else { return nil }
            let given = Set(given)
            let gains = mixing.gains(
                hidden: Set(tagIDs).subtracting(given),
                given: given,
                shares: Mixture.shares
            )
            let best = try mixing.best(Lesson.mostScores, share: question.share(), without: given)
            return lesson(
                mixing.givenCount,
                best,
                mixture: MixtureGains(base: question.base.mark, gains: gains.map { Float($0) })
            )
        }
    }

    private func lesson(
        _ givenCount: Int,
        _ best: [(tag: UInt32?, score: Double)],
        mixture: MixtureGains?
    ) -> Lesson? {
        let held = Set(tagIDs)
        var hits: UInt16 = 0
        for (place, found) in best.enumerated() where found.tag.map(held.contains) ?? false {
            hits |= 1 << UInt16(place)
        }
        return Lesson(
            given: givenCount,
            scores: best.map { Float($0.score) },
            hits: hits,
            mixture: mixture
        )
    }
}
