internal import Logging
internal import Suggestions
internal import Synchronization
internal import TagCore
internal import TagStore

/// The linear models of tags, which make suggestions more accurate in large collections.
///
/// They are trained with the stored words when the program is idle, and stored in a file next to the database. A missing, damaged or
/// outdated file only makes suggestions less accurate.
extension TagService.Suggestions {
    /// Identifies the form of the file.
    static let linearForm = BlockChecksum.of("linear model 1".utf8.map(UInt64.init))

    /// Returns the linear models of the database; `nil` if there are none that fit.
    ///
    /// - Complexity: O(1) if the file hasn't changed since the last query, otherwise linear in its size.
    func linearModel(in reader: StoreReader) throws -> LinearTagModel? {
        guard try reader.taggedItemCount() >= LinearTagModel.leastItems, let file = try store.linearModelFile(),
            let mark = file.mark
        else { return nil }
        let loaded = try service.linearModel.withLock { loaded in
            if loaded.mark != mark { loaded = try LoadedLinearModel(file, mark, in: reader) }
            return loaded
        }
        let changes = try Int(clamping: reader.itemChanges() - loaded.itemChanges)
        guard let model = loaded.model, changes >= 0, model.isUsable(afterChanges: changes) else { return nil }
        return model
    }

    /// Trains the linear models, replaces the file, and calibrates probabilities with items that the scoring model wasn't trained with.
    ///
    /// Saving and suggesting go on meanwhile. The same items always have the same result.
    ///
    /// - Parameters:
    ///   - progress: called with the completed share, from 0 to 1.
    ///   - isStopped: called often; when it returns true, the old file and the old calibration stay.
    /// - Returns: the numbers of items and tags; `nil` if there are too few items, the database has no file, or training was stopped.
    /// - Throws: `StoreError`, also if the file can't be written.
    /// - Complexity: about a second for 10,000 items; 16 bytes of memory for each word of each item.
    @discardableResult public func train(
        progress: (Double) -> Void = { _ in }, isStopped: () -> Bool = { false }
    ) throws -> LinearModelReport? {
        guard let file = try store.linearModelFile() else { return nil }
        do {
            let found = try store.read { reader in try LinearTrainingData(reader, isStopped: isStopped) }
            guard let found, let state = found.state else {
                file.remove()
                return nil
            }
            let (model, samples) = try crossFitted(found, progress: progress, isStopped: isStopped)
            guard !isStopped() else { return nil }
            var writer = ByteWriter()
            writer.write(Int(found.itemChanges))
            try file.write(form: Self.linearForm, state: state, writer.bytes + model.bytes)
            try recalibrate(with: samples)
            return LinearModelReport(items: model.itemCount, tags: model.tags.count)
        } catch is TrainingStopped { return nil }
    }

    /// Trains a model, and scores the items of each fold with a model that was trained without them.
    ///
    /// A single small fold is left out of the model that is kept, so that one training is enough.
    private func crossFitted(
        _ data: LinearTrainingData, progress: (Double) -> Void, isStopped: () -> Bool
    ) throws -> (model: LinearTagModel, samples: [(id: Int64, sample: CalibrationSample)]) {
        let folds = data.folds
        let rounds = folds.count == 1 ? 1 : folds.count + 1
        var kept: LinearTagModel?
        var samples: [(id: Int64, sample: CalibrationSample)] = []
        for round in 0..<rounds {
            let fold = round < folds.count ? folds[round] : []
            let model = LinearTagModel(
                training: data.rows(without: fold), usesElsewhere: data.uses(in: fold),
                progress: { progress((Double(round) + $0) / Double(rounds)) }, isStopped: isStopped)
            guard let model else { throw TrainingStopped() }
            kept = model
            guard !fold.isEmpty else { continue }
            let ids = fold.map { data.ids[$0] }
            samples += try store.read { reader in
                try self.samples(of: ids, model, hasItem: true, in: reader.unlimited, isStopped: isStopped)
            }
        }
        guard let kept else { throw TrainingStopped() }
        return (kept, samples)
    }

    /// Trains the linear models on another thread if enough items have changed since the last training.
    ///
    /// ``TagService/close()`` stops the training.
    ///
    /// - Complexity: O(1) for the caller.
    public func trainIfOutdated() {
        let training = service.training
        training.begin { [self] in
            do { if try isLinearModelOutdated() { try train(isStopped: { training.isStopped }) } } catch {
                logger.debug("can't learn linear models", metadata: ["error": "\(error)"])
            }
        }
    }

    /// Calls ``trainIfOutdated()`` soon and then every ten seconds until the database is closed, for a program with a user.
    ///
    /// - Complexity: O(1) for the caller.
    public func trainInBackground() { BackgroundTraining.watch(service) }

    /// Returns whether the linear models should be trained: there are enough items, and enough of them have changed.
    public func isLinearModelOutdated() throws -> Bool {
        try store.read { reader in
            guard try reader.taggedItemCount() >= LinearTagModel.leastItems, try store.linearModelFile() != nil else {
                return false
            }
            guard let model = try linearModel(in: reader) else { return true }
            let changes = try reader.itemChanges() - service.linearModel.withLock(\.itemChanges)
            return model.isOutdated(afterChanges: Int(clamping: changes))
        }
    }
}

/// Thrown within a training that was stopped.
struct TrainingStopped: Error {}

/// The numbers of items and tags that linear models were trained with.
public struct LinearModelReport: Hashable, Sendable, Codable {
    /// The number of tagged items.
    public var items: Int
    /// The number of tags with at least ten of them.
    public var tags: Int
}

/// The linear models that a service has loaded from their file.
struct LoadedLinearModel: Sendable {
    /// The size and time of the file; `nil` before one was loaded.
    private(set) var mark: LinearModelFile.Mark?
    /// `nil` if the file isn't usable.
    private(set) var model: LinearTagModel?
    /// The counter of item changes at the time of the training.
    private(set) var itemChanges: Int64 = 0

    init() {}

    /// Loads a file, and records an unusable file so that it isn't read again.
    init(_ file: LinearModelFile, _ mark: LinearModelFile.Mark, in reader: StoreReader) throws {
        self.mark = mark
        guard let stored = file.read(form: TagService.Suggestions.linearForm), try reader.hasPassed(stored.state) else {
            return
        }
        var start = ByteReader(bytes: stored.bytes)
        guard let changes = start.number() else { return }
        model = LinearTagModel(bytes: Array(start.rest))
        itemChanges = Int64(changes)
    }
}

/// The words and tags of all tagged items.
private struct LinearTrainingData {
    private(set) var ids: [Int64] = []
    private var words = WordLists()
    private var tags = TagLists()
    let itemChanges: Int64
    /// `nil` if the database has no commits yet.
    let state: StoreReader.DerivedState?

    /// A fold of one item in this many is left out of the model that is kept; larger ones need another training.
    private static let itemsPerLeftOut = 20
    /// The folds if there are too few items for a small one, and the items for each item of a fold.
    private static let (foldCount, itemsPerSample) = (2, 5)

    /// Reads all items; `nil` if there are too few.
    init?(_ reader: StoreReader, isStopped: () -> Bool) throws {
        guard try reader.taggedItemCount() >= LinearTagModel.leastItems else { return nil }
        itemChanges = try reader.itemChanges()
        state = try reader.derivedState()
        let byAI = try reader.tagsByAI()
        try reader.forEachTaggedItem { id, words, tags in
            if isStopped() { throw TrainingStopped() }
            ids.append(id)
            self.words.append(words: words.map(\.number), weights: words.weights.map { Float($0) })
            self.tags.append(tags, halved: byAI[id] ?? [])
        }
    }

    /// The positions of the items for calibration, in folds that are left out of one training each.
    var folds: [[Int]] {
        let count = min(TagService.Suggestions.mostSamples, ids.count / Self.itemsPerSample)
        let sampled = TagService.Suggestions.sampledPositions(count, of: ids.count)
        guard count > ids.count / Self.itemsPerLeftOut else { return [sampled] }
        return (0..<Self.foldCount)
            .map { fold in sampled.indices.filter { $0 % Self.foldCount == fold }.map { sampled[$0] } }
    }

    /// Returns the rows of all items but some.
    func rows(without positions: [Int]) -> TrainingRows {
        let leftOut = Set(positions)
        var (words, tags) = (WordLists(), TagLists())
        for position in ids.indices where !leftOut.contains(position) {
            let range = self.words.range(of: position)
            words.append(words: Array(self.words.words[range]), weights: Array(self.words.weights[range]))
            tags.append(
                Array(self.tags.tags[self.tags.range(of: position)]), halved: self.tags.halvedTags(of: position))
        }
        return TrainingRows(words: words, tags: tags)
    }

    /// Returns the uses of each tag in some items.
    func uses(in positions: [Int]) -> [UInt32: Int] {
        positions.reduce(into: [:]) { uses, position in
            for tag in tags.tags[tags.range(of: position)] { uses[tag, default: 0] += 1 }
        }
    }
}
