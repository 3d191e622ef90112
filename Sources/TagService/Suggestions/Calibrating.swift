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
    /// - Returns: the sample; `nil` within a transaction, because other writers wait for it.
    /// - Throws: `StoreError`.
    /// - Complexity: that of one query.
    func calibrationSample(of draft: CheckedDraft, tagged names: [TagKey]) throws -> CalibrationSample? {
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
            let source = SuggestionEngine.Source(
                reader: reader, tags: nil, counts: StoredCounts(reader), linear: try linearModel(in: reader),
                model: try usableModel(in: reader))
            let query = CalibrationQuery(
                tags: Set(tags).sorted(), item: try evidence.question(to: source.counts), evidence: evidence, id: id)
            return try query.sample(from: source)
        }
    }

    /// The most samples after an import or training; more hardly change the probabilities.
    static let mostSamples = 150
    /// The samples after an import of so many items or more.
    private static let leastSamples = 60
    /// The number of imported items for each sample beyond those.
    private static let itemsPerSample = 20

    /// Adds calibration samples to evenly spread items of an import, each computed without the item itself.
    ///
    /// - Parameter run: the identifiers of the items.
    /// - Throws: `StoreError`.
    /// - Complexity: that of 60 to 150 queries.
    func calibrate(withImported run: Range<Int64>) throws {
        guard !run.isEmpty, !store.isInTransaction else { return }
        let wanted = max(Self.leastSamples, min(Self.mostSamples, run.count / Self.itemsPerSample))
        let count = Int64(min(run.count, wanted))
        let ids = (0..<count).map { run.lowerBound + $0 * Int64(run.count) / count }
        let samples = try store.read { reader in
            let reader = reader.unlimited
            let unsampled = try ids.filter { try reader.item(id: $0)?.sample == nil }
            return try self.samples(of: unsampled, try linearModel(in: reader), in: reader)
        }
        _ = try store.write(at: milliseconds) { writer in
            for (id, sample) in samples { try writer.learn(sample, ofItem: id) }
        }
    }

    /// Replaces the calibration of scores with an item, whose scores a new linear model changes.
    ///
    /// - Parameters:
    ///   - ids: items that the model wasn't trained with.
    ///   - model: the model.
    /// - Throws: `StoreError`.
    /// - Complexity: that of a query for each item.
    func recalibrate(with ids: [Int64], _ model: LinearTagModel) throws {
        let samples = try store.read { reader in try self.samples(of: ids, model, in: reader.unlimited) }
        _ = try store.write(at: milliseconds) { writer in
            try writer.forgetItemSamples()
            for (id, sample) in samples { try writer.learn(sample, ofItem: id) }
        }
    }

    /// Returns the samples of saved items, each computed without the item itself.
    private func samples(
        of ids: [Int64], _ linear: LinearTagModel?, in reader: StoreReader
    ) throws -> [(id: Int64, sample: CalibrationSample)] {
        let source = SuggestionEngine.Source(
            reader: reader, tags: nil, counts: StoredCounts(reader), linear: linear, model: try usableModel(in: reader))
        var samples: [(id: Int64, sample: CalibrationSample)] = []
        for id in ids {
            guard let row = try reader.item(id: id) else { continue }
            try source.counts.leaveOut(id)
            let words = try reader.storedWords(ofItem: id)
            let query = CalibrationQuery(
                tags: row.tagIDs.ids,
                item: words.isEmpty
                    ? nil
                    : ItemQuestion(
                        words: zip(words, words.weights).map { ($0.number, $1) },
                        names: try reader.currentNames(ofItem: id)),
                evidence: ItemEvidence(title: row.title, location: row.location, note: row.note), id: id)
            if let sample = try query.sample(from: source) { samples.append((id, sample)) }
        }
        return samples
    }
}
