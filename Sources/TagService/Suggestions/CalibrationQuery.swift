internal import Suggestions
internal import TagCore
internal import TagStore

/// Computes the calibration sample of an item.
///
/// The query gives the item's title, location and note, a random part of its tags, or both. The identifier determines the choice, so that
/// the same items always have the same samples. The counts must not contain the item.
struct CalibrationQuery {
    let tags: [UInt32]
    /// The item; `nil` if only its tags are known.
    let item: ItemQuestion?
    /// The item's fields, because words have other numbers in a shared model.
    let evidence: ItemEvidence?
    let id: Int64

    /// Every item up to this number has a sample, and later items at an interval, because the calibration hardly changes then.
    private static let enough: Int64 = 100
    private static let interval: Int64 = 5

    /// Returns whether the item with an identifier has a sample.
    static func isAsked(ofItem id: Int64) -> Bool { id <= enough || id % interval == 0 }

    /// Returns the sample; `nil` if the evidence is unknown.
    ///
    /// - Complexity: that of one query.
    func sample(from source: SuggestionEngine.Source) throws -> CalibrationSample? {
        guard !tags.isEmpty, tags.count <= StoreWriter.pairedTagLimit, let query = question() else { return nil }
        let own = try EvidenceScores(
            given: query.given, item: query.hasItem ? item : nil, model: source.linear,
            limit: CalibrationSample.mostScores, from: source.counts)
        if let model = source.model {
            do {
                let modelQuery = ModelQuery(model: model, source: source)
                return try sample(query, own, modelQuery)
            } catch is ModelError {
                // Ignore a damaged model.
            }
        }
        guard let own, own.hasItem || own.givenCount > 0 else { return nil }
        let best = own.scores(CalibrationSample.mostScores)
        return sample(own.givenCount, hasItem: own.hasItem, best.map { ($0.tag, $0.score) }, mixture: nil)
    }

    /// The evidence of the query; `nil` for an item with one tag and no words.
    private func question() -> (given: [UInt32], hasItem: Bool)? {
        var random = SeededSequence(seed: UInt64(bitPattern: id))
        let part = random.part(of: tags)
        guard item != nil else { return part.map { ($0, false) } }
        guard let part else { return ([], true) }
        switch random.next(below: 4) {
        case 0: return (part, false)
        case 1: return (part, true)
        default: return ([], true)
        }
    }

    /// Returns the sample about the mixture with a model.
    private func sample(
        _ query: (given: [UInt32], hasItem: Bool), _ own: EvidenceScores?, _ modelQuery: ModelQuery
    ) throws -> CalibrationSample? {
        try modelQuery.model.read { reader, counts in
            let names = try modelQuery.source.reader.names(of: query.given.map { Int64($0) })
            let known = try modelQuery.given(Array(names.values), in: reader)
            let mixing = try modelQuery.mixing(
                own,
                try EvidenceScores(
                    given: known.tags, item: query.hasItem ? try evidence?.question(to: counts) : nil,
                    limit: CalibrationSample.mostScores, from: counts), limit: 2 * CalibrationSample.mostScores,
                in: reader)
            guard mixing.hasItem || mixing.givenCount > 0 else { return nil }
            let given = Set(query.given)
            let gains = mixing.gains(hidden: Set(tags).subtracting(given), given: given, shares: Mixture.shares)
            let best = try mixing.best(CalibrationSample.mostScores, share: modelQuery.share(), without: given)
            return sample(
                mixing.givenCount, hasItem: mixing.hasItem, best,
                mixture: MixtureGains(model: modelQuery.model.mark, gains: gains.map { Float($0) }))
        }
    }

    private func sample(
        _ givenCount: Int, hasItem: Bool, _ best: [(tag: UInt32?, score: Double)], mixture: MixtureGains?
    ) -> CalibrationSample? {
        let held = Set(tags)
        var hits: UInt16 = 0
        for (place, found) in best.enumerated() where found.tag.map(held.contains) ?? false {
            hits |= 1 << UInt16(place)
        }
        return CalibrationSample(
            given: givenCount, hasItem: hasItem, scores: best.map { Float($0.score) }, hits: hits, mixture: mixture)
    }
}
