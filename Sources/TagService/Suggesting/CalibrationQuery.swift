internal import Suggestions
internal import TagCore
internal import TagStore

/// Asks what an item teaches about the scores of suggestions.
///
/// The query gives a random part of its tags, which its identifier determines, so that the same database always learns the same.
/// The counts must not contain the selection.
struct CalibrationQuery {
    let tagIDs: [UInt32]
    let id: Int64

    /// Returns the sample; `nil` for a selection of one tag, or where nothing is known of what is given.
    ///
    /// - Complexity: that of one query.
    func sample(
        from counts: StoredCooccurrences,
        model: SharedModel?,
        in reader: StoreReader
    ) throws -> CalibrationSample? {
        var random = SeededSequence(seed: UInt64(bitPattern: id))
        guard tagIDs.count <= StoreWriter.pairedTagLimit, let given = random.part(of: tagIDs) else {
            return nil
        }
        let own = try NextTags()
            .rank(given: given, limit: CalibrationSample.mostScores, from: counts)
        if let model {
            do {
                let modelQuery = ModelQuery(model: model, reader: reader, resident: nil)
                return try sample(given, own, modelQuery)
            } catch is ModelError {
                // A damaged model teaches nothing; what is one's own does.
            }
        }
        guard let own, own.givenCount > 0 else { return nil }
        let best = own.scores(CalibrationSample.mostScores)
        return sample(own.givenCount, best.map { ($0.tag, $0.score) }, mixture: nil)
    }

    /// Returns the sample about the mixture with a model.
    private func sample(
        _ given: [UInt32],
        _ own: NextRanking?,
        _ modelQuery: ModelQuery
    ) throws -> CalibrationSample? {
        try modelQuery.model.read { reader, counts in
            let names = try modelQuery.reader.names(of: given.map { Int64($0) })
            let known = try modelQuery.given(Array(names.values), title: "", in: reader)
            let theirs = try NextTags()
                .rank(given: known.tags, limit: CalibrationSample.mostScores, from: counts)
            let mixing = try modelQuery.mixing(
                own,
                theirs,
                limit: 2 * CalibrationSample.mostScores,
                in: reader
            )
            guard mixing.givenCount > 0 else { return nil }
            let given = Set(given)
            let gains = mixing.gains(
                hidden: Set(tagIDs).subtracting(given),
                given: given,
                shares: Mixture.shares
            )
            let best = try mixing.best(
                CalibrationSample.mostScores,
                share: modelQuery.share(),
                without: given
            )
            return sample(
                mixing.givenCount,
                best,
                mixture: MixtureGains(model: modelQuery.model.mark, gains: gains.map { Float($0) })
            )
        }
    }

    private func sample(
        _ givenCount: Int,
        _ best: [(tag: UInt32?, score: Double)],
        mixture: MixtureGains?
    ) -> CalibrationSample? {
        let held = Set(tagIDs)
        var hits: UInt16 = 0
        for (place, found) in best.enumerated() where found.tag.map(held.contains) ?? false {
            hits |= 1 << UInt16(place)
        }
        return CalibrationSample(
            given: givenCount,
            scores: best.map { Float($0.score) },
            hits: hits,
            mixture: mixture
        )
    }
}
