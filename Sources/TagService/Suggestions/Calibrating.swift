internal import Suggestions
internal import TagCore
internal import TagStore

/// Calibrating the probabilities of suggestions.
///
/// Suggestions take longer than saving, so they are made before the transaction that saves an item, or after an import.
extension TagService.Suggestions {
    /// Returns the calibration sample to save with a new item; `nil` if it has none.
    ///
    /// - Parameters:
    ///   - draft: the fields of the item; an item that replaces another has no sample.
    ///   - names: the keys of its tags; tags that don't exist yet are ignored.
    ///   - reference: the set of the item.
    /// - Returns: the sample; `nil` within a transaction, because other writers wait for it.
    /// - Throws: `StoreError`.
    /// - Complexity: that of one query.
    func calibrationSample(
        of draft: CheckedDraft, tagged names: [TagKey], in reference: SetReference
    ) throws -> CalibrationSample? {
        guard !names.isEmpty, !store.isInTransaction else { return nil }
        return try store.read { reader in
            // The calibration includes all sets, even if the caller is limited to some.
            let reader = reader.unlimited
            let id = try reader.lastID(of: .item) + 1
            guard CalibrationQuery.isAsked(ofItem: id) else { return nil }
            if let location = draft.location, try !reader.itemIDs(atLocation: location).isEmpty { return nil }
            let tags = try names.compactMap { key in try reader.target(of: key).flatMap { UInt32(exactly: $0.tag.id) } }
            let evidence = ItemEvidence(
                title: draft.title ?? "", location: draft.location, note: draft.note ?? "", text: draft.text ?? "")
            let set = try reader.sets().count > 1 ? Self.existingSet(reference, in: reader) : nil
            let source = SuggestionSnapshot(
                reader: reader, counts: StoredCounts(reader, inSet: set?.id), linear: try linearModel(in: reader),
                model: try usableModel(in: reader))
            let query = CalibrationQuery(
                tags: Set(tags).sorted(), item: try evidence.question(to: source.counts), evidence: evidence, id: id)
            return try query.sample(from: source)
        }
    }

    /// The most samples after an import or training; more hardly change the probabilities.
    static let mostSamples = 400
    /// The samples after an import of so many items or more.
    private static let leastSamples = 60
    /// The number of imported items for each sample beyond those.
    private static let itemsPerSample = 4

    /// Returns the positions of items for samples, evenly spread over the newer half, which is most like the next items.
    static func sampledPositions(_ wanted: Int, of count: Int) -> [Int] {
        let wanted = min(wanted, count)
        let newer = max(wanted, count / 2)
        return (0..<wanted).map { count - newer + $0 * newer / wanted }
    }

    /// Adds calibration samples to items of an import, each computed without the item itself.
    ///
    /// - Parameter run: the identifiers of the items.
    /// - Throws: `StoreError`.
    /// - Complexity: that of 60 to 400 queries.
    func calibrate(withImported run: Range<Int64>) throws {
        guard !run.isEmpty, !store.isInTransaction else { return }
        let wanted = max(Self.leastSamples, min(Self.mostSamples, run.count / Self.itemsPerSample))
        let ids = Self.sampledPositions(wanted, of: run.count).map { run.lowerBound + Int64($0) }
        let samples = try store.read { reader in
            let reader = reader.unlimited
            let unsampled = try ids.filter { try reader.item(id: $0)?.sample == nil }
            return try self.samples(of: unsampled, try linearModel(in: reader), in: reader)
        }
        _ = try store.write(at: milliseconds) { writer in
            for (id, sample) in samples { try writer.learn(sample, ofItem: id) }
        }
    }

    /// Replaces the calibration of scores with an item, which a new linear model changes.
    ///
    /// - Parameter samples: the samples of items that the scoring model wasn't trained with.
    /// - Throws: `StoreError`.
    /// - Complexity: O(samples).
    func recalibrate(with samples: [(id: Int64, sample: CalibrationSample)]) throws {
        _ = try store.write(at: milliseconds) { writer in
            try writer.forgetItemSamples()
            for (id, sample) in samples { try writer.learn(sample, ofItem: id) }
        }
    }

    /// Returns the samples of saved items, each computed without the item itself.
    ///
    /// Items with tags that a language model attached have none, because nobody knows whether those are right.
    ///
    /// - Parameters:
    ///   - ids: the items.
    ///   - linear: the linear model, which wasn't trained with the items.
    ///   - hasItem: whether no query gives tags alone, if an item has words.
    ///   - reader: the snapshot of all sets.
    ///   - isStopped: called before each item.
    /// - Returns: the samples; items whose query has no result have none.
    /// - Throws: ``TrainingStopped`` if `isStopped` returns true; SQLite's errors.
    /// - Complexity: that of a query for each item.
    func samples(
        of ids: [Int64], _ linear: LinearTagModel?, hasItem: Bool = false, in reader: StoreReader,
        isStopped: () -> Bool = { false }
    ) throws -> [(id: Int64, sample: CalibrationSample)] {
        let hasSeveralSets = try reader.sets().count > 1
        var sources: [Int64: SuggestionSnapshot] = [:]
        var samples: [(id: Int64, sample: CalibrationSample)] = []
        let byAI = try reader.tagsByAI()
        for id in ids {
            if isStopped() { throw TrainingStopped() }
            guard let row = try reader.item(id: id), byAI[id] == nil else { continue }
            let source =
                try sources[row.setID]
                ?? SuggestionSnapshot(
                    reader: reader, counts: StoredCounts(reader, inSet: hasSeveralSets ? row.setID : nil),
                    linear: linear, model: usableModel(in: reader))
            sources[row.setID] = source
            try source.counts.leaveOut(id)
            let countsAll = try source.counts.selectionCount() >= ItemQuestion.itemsWithFunctionWords
            let words = try reader.weightedWords(ofItem: id, withFunctionWords: countsAll)
            let query = CalibrationQuery(
                tags: row.tagIDs.ids,
                item: words.isEmpty ? nil : ItemQuestion(words: words, names: try reader.currentNames(ofItem: id)),
                evidence: ItemEvidence(title: row.title, location: row.location, note: row.note), id: id,
                hasItem: hasItem)
            if let sample = try query.sample(from: source) { samples.append((id, sample)) }
        }
        return samples
    }
}

/// Computes the calibration sample of an item.
///
/// The query gives the item's title, location and note, a random part of its tags, or both. The identifier determines the choice, so that
/// the same items always have the same samples. The counts must not contain the item.
private struct CalibrationQuery {
    let tags: [UInt32]
    /// The item; `nil` if only its tags are known.
    let item: ItemQuestion?
    /// The item's fields, because words have other numbers in a shared model.
    let evidence: ItemEvidence?
    let id: Int64
    /// Whether an item is always given.
    var hasItem = false

    /// Every item up to this number has a sample, and later items at an interval, because the calibration hardly changes then.
    private static let enough: Int64 = 100
    private static let interval: Int64 = 5

    /// Returns whether the item with an identifier has a sample.
    static func isAsked(ofItem id: Int64) -> Bool { id <= enough || id % interval == 0 }

    /// Returns the sample; `nil` if the evidence is unknown.
    ///
    /// - Complexity: that of one query.
    func sample(from source: SuggestionSnapshot) throws -> CalibrationSample? {
        guard !tags.isEmpty, tags.count <= StoreWriter.pairedTagLimit, let query = question() else { return nil }
        let own = try EvidenceScores(
            given: query.given, item: query.hasItem ? item : nil, model: source.linear,
            limit: CalibrationSample.mostScores, from: source.counts)
        if let model = source.model {
            do {
                return try model.read { reader, counts in
                    try sample(query, own, ModelQuery(model: model, own: source, reader: reader, counts: counts))
                }
            } catch is ModelError {
                // Ignore a damaged model.
            }
        }
        guard let own, own.hasItem || own.givenCount > 0 else { return nil }
        let best = own.scores(CalibrationSample.mostScores)
        return sample(own.givenCount, hasItem: own.hasItem, best.map { ($0.tag, $0.score) }, mixture: nil)
    }

    /// The evidence of the query; `nil` if it includes a part of the tags, and there is only one.
    ///
    /// The number of tags must not decide which evidence is chosen: items with one tag get fewer right suggestions.
    private func question() -> (given: [UInt32], hasItem: Bool)? {
        var random = SeededSequence(seed: UInt64(bitPattern: id))
        let part = random.part(of: tags)
        guard item != nil else { return part.map { ($0, false) } }
        switch random.next(below: 4) {
        case 0 where !hasItem: return part.map { ($0, false) }
        case 1: return part.map { ($0, true) }
        default: return ([], true)
        }
    }

    /// Returns the sample about the mixture with a model.
    private func sample(
        _ query: (given: [UInt32], hasItem: Bool), _ own: EvidenceScores?, _ modelQuery: ModelQuery
    ) throws -> CalibrationSample? {
        let names = try modelQuery.own.reader.names(of: query.given.map { Int64($0) })
        let known = try modelQuery.given(Array(names.values))
        let modelScores = try EvidenceScores(
            given: known.tags, item: query.hasItem ? try evidence?.question(to: modelQuery.counts) : nil,
            limit: CalibrationSample.mostScores, from: modelQuery.counts)
        let mixing = try modelQuery.mixing(own, modelScores, limit: 2 * CalibrationSample.mostScores)
        guard mixing.hasItem || mixing.givenCount > 0 else { return nil }
        let given = Set(query.given)
        let gains = mixing.gains(hidden: Set(tags).subtracting(given), given: given, shares: Mixture.shares)
        let best = try mixing.best(CalibrationSample.mostScores, share: modelQuery.share(), without: given)
        return sample(
            mixing.givenCount, hasItem: mixing.hasItem, best,
            mixture: MixtureGains(model: modelQuery.model.mark, gains: gains.map { Float($0) }))
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
