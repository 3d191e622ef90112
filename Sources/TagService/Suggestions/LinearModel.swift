internal import Dispatch
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
            if loaded.mark != mark {
                let isTraining = loaded.isTraining
                loaded = try LoadedLinearModel(file, mark, in: reader)
                loaded.isTraining = isTraining
            }
            return loaded
        }
        let changes = try Int(clamping: reader.itemChanges() - loaded.itemChanges)
        guard let model = loaded.model, changes >= 0, model.isUsable(afterChanges: changes) else { return nil }
        return model
    }

    /// Trains the linear models with nearly all items, replaces the file, and calibrates probabilities with the items left out.
    ///
    /// Saving and suggesting go on meanwhile. The same items always have the same result.
    ///
    /// - Parameter isStopped: called before each tag; when it returns true, the old file stays.
    /// - Returns: the numbers of items and tags; `nil` if there are too few items, the database has no file, or training was stopped.
    /// - Throws: `StoreError`, also if the file can't be written.
    /// - Complexity: about a second for 10,000 items; 16 bytes of memory for each word of each item.
    @discardableResult public func train(isStopped: () -> Bool = { false }) throws -> LinearModelReport? {
        guard let file = try store.linearModelFile() else { return nil }
        let found = try store.read { reader in try LinearTrainingData(reader) }
        guard let found, let state = found.state else {
            file.remove()
            return nil
        }
        let rows = TrainingRows(words: found.words, tags: found.tags)
        let model = LinearTagModel(training: rows, usesElsewhere: found.leftOutUses, isStopped: isStopped)
        guard let model else { return nil }
        var writer = ByteWriter()
        writer.write(Int(found.itemChanges))
        try file.write(form: Self.linearForm, state: state, writer.bytes + model.bytes)
        try recalibrate(with: found.leftOut, model)
        return LinearModelReport(items: found.words.count, tags: model.tags.count)
    }

    /// Trains the linear models on another thread if enough items have changed since the last training.
    ///
    /// - Complexity: O(1) for the caller.
    public func trainIfOutdated() {
        let isFirst = service.linearModel.withLock { loaded in
            defer { loaded.isTraining = true }
            return !loaded.isTraining
        }
        guard isFirst else { return }
        DispatchQueue.global(qos: .background)
            .async { [self] in
                defer { service.linearModel.withLock { $0.isTraining = false } }
                do { if try isLinearModelOutdated() { _ = try train() } } catch {
                    logger.debug("can't learn linear models", metadata: ["error": "\(error)"])
                }
            }
    }

    private func isLinearModelOutdated() throws -> Bool {
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
    /// Whether a thread is training.
    var isTraining = false

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
    var words = WordLists()
    var tags = TagLists()
    let itemChanges: Int64
    /// `nil` if the database has no commits yet.
    let state: StoreReader.DerivedState?
    /// The items that aren't trained with: one in twenty, or fewer in a large collection.
    private(set) var leftOut: [Int64] = []
    /// The uses of each tag in the items left out.
    private(set) var leftOutUses: [UInt32: Int] = [:]

    private static let itemsPerLeftOut = 20

    /// Reads all items; `nil` if there are too few.
    init?(_ reader: StoreReader) throws {
        guard try reader.taggedItemCount() >= LinearTagModel.leastItems else { return nil }
        itemChanges = try reader.itemChanges()
        state = try reader.derivedState()
        let count = Int(clamping: try reader.taggedItemCount())
        let every = max(Self.itemsPerLeftOut, count / TagService.Suggestions.mostSamples)
        var place = 0
        try reader.forEachTaggedItem { id, words, tags in
            place += 1
            guard !place.isMultiple(of: every) else {
                leftOut.append(id)
                for tag in tags { leftOutUses[tag, default: 0] += 1 }
                return
            }
            self.words.append(words: words.map(\.number), weights: words.weights.map { Float($0) })
            self.tags.append(tags)
        }
    }
}
