internal import Suggestions
internal import Synchronization
internal import TagCore
public import TagStore

/// A shared model: statistics of many people's items that supplement the user's.
///
/// It never changes. Any number of services of a process may use one, which then is in memory once.
///
/// ```swift
/// let model = try SharedModel(path: "team.model")
/// service.items.use(model)
/// ```
public final class SharedModel: Sendable {
    let store: ModelStore
    /// What queries have read; empty while a query uses it.
    private let memory = Mutex(CountCache())
    /// Every tag, once a query with typed text has read them.
    private let tags = Mutex<SearchableTags?>(nil)

    /// Opens a model; nothing of it is loaded ahead.
    public init(path: String) throws(ModelError) { store = try ModelStore(path: path) }

    /// The path as it was given.
    public var path: String { store.path }

    /// The hash of the file as hexadecimal digits.
    public var hash: String { store.hash.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }

    /// The number of items that it was built from.
    public var itemCount: Int { Int(store.itemCount) }

    /// The number by which samples refer to it.
    var mark: UInt64 { StoreReader.ModelReference.mark(of: store.hash) }

    /// Returns every tag of the model.
    func tags(in reader: StoreReader) throws -> SearchableTags {
        try tags.withLock { tags in
            let known = try tags ?? SearchableTags(reader)
            tags = known
            return known
        }
    }

    /// Reads rows and counts; one at a time.
    ///
    /// - Throws: the errors of `body`; ``ModelError/damaged(path:)``.
    func read<Result>(_ body: (StoreReader, StoredCounts) throws -> Result) throws -> Result {
        try store.read { reader in
            // Taken out, so that it is not copied when it grows.
            let cache = memory.withLock { memory in
                let cache = memory
                memory = CountCache()
                return cache
            }
            let counts = StoredCounts(reader, cache: cache)
            defer {
                let read = counts.nextCache
                memory.withLock { $0 = read }
            }
            return try body(reader, counts)
        }
    }
}

/// A model as a database names it, opened when it is first needed.
struct ChosenModel {
    let reference: StoreReader.ModelReference
    /// The model, or why it cannot be used.
    let model: Result<SharedModel, ModelError>

    init(_ reference: StoreReader.ModelReference) {
        self.reference = reference
        do throws(ModelError) {
            let model = try SharedModel(path: reference.path)
            guard model.store.hash == reference.hash else { throw .changed(path: reference.path) }
            self.model = .success(model)
        } catch { model = .failure(error) }
    }
}

/// The shared model that suggestions use in addition to the user's items.
extension TagService.Suggestions {
    /// Uses a model for all databases of a server; `nil` uses the model that is stored in the database.
    public func use(_ model: SharedModel?) { service.modelChoice.withLock { $0.given = model } }

    /// Stores the path and hash of the model to use in the database, or that none is used.
    ///
    /// This cannot be undone.
    ///
    /// - Parameter path: the path, or `nil` for no model; it should be absolute, because other processes use it too.
    /// - Returns: the model.
    /// - Throws: `ModelError` if the file isn't a model, `StoreError`.
    @discardableResult public func chooseModel(path: String?) throws -> SharedModel? {
        let model = try path.map { try SharedModel(path: $0) }
        _ = try writing { writer in
            try writer.use(model.map { StoreReader.ModelReference(path: $0.path, hash: $0.store.hash) })
        }
        service.modelChoice.withLock { $0.chosen = nil }
        return model
    }

    /// The model in use; `nil` for none.
    ///
    /// - Throws: `ModelError` if it is missing, changed or damaged; suggestions then ignore it.
    public func model() throws -> SharedModel? {
        if let given = service.modelChoice.withLock(\.given) { return given }
        return try store.read { try chosenModel(in: $0)?.model.get() }
    }

    /// The model in use; `nil` if it can't be used.
    func usableModel(in reader: StoreReader) throws -> SharedModel? {
        if let given = service.modelChoice.withLock(\.given) { return given }
        return try usable(chosenModel(in: reader))
    }

    /// The model that the database names, as read earlier, or the given model; `nil` if it can't be used.
    func usableModel(_ reference: StoreReader.ModelReference?) -> SharedModel? {
        if let given = service.modelChoice.withLock(\.given) { return given }
        return usable(chosenModel(reference))
    }

    private func usable(_ chosen: ChosenModel?) -> SharedModel? {
        // The error is thrown by model().
        guard case .success(let model) = chosen?.model else { return nil }
        return model
    }

    private func chosenModel(in reader: StoreReader) throws -> ChosenModel? { chosenModel(try reader.model()) }

    private func chosenModel(_ reference: StoreReader.ModelReference?) -> ChosenModel? {
        guard let reference else { return nil }
        return service.modelChoice.withLock { choice in
            if let chosen = choice.chosen, chosen.reference == reference { return chosen }
            let chosen = ChosenModel(reference)
            choice.chosen = chosen
            return chosen
        }
    }
}

/// The model that a service uses.
struct ModelChoice: Sendable {
    /// The model that was given to the service, which takes precedence.
    var given: SharedModel?
    /// The model that is stored in the database, as last opened.
    var chosen: ChosenModel?
}

/// The amount of data that a model keeps.
public struct ModelOptions: Hashable, Sendable {
    /// The maximum number of pairs of each tag; the most frequent are kept.
    public var pairs = 50
    /// The maximum number of items, chosen at random.
    public var items = 25_000
    /// The seed of the random choice.
    public var seed: UInt64 = 1

    /// Creates the default options.
    public init() {}
}

/// A source of items for a model.
public enum ModelSource: Sendable {
    /// A database.
    case database(path: String)
    /// A file in an import format, read in pieces.
    case file(ImportOptions, pieces: @Sendable () throws -> [UInt8])
}

/// The numbers of items and tags of a model.
public struct ModelReport: Hashable, Sendable, Codable {
    /// The number of items.
    public var items: Int
    /// The number of tags.
    public var tags: Int
}

extension TagService.Suggestions {
    /// Builds a model from databases and files, replacing an existing model.
    ///
    /// - Parameters:
    ///   - path: the path of the model.
    ///   - sources: the databases and files, in order.
    ///   - options: the amount of data to keep.
    /// - Returns: the numbers of items and tags.
    /// - Throws: `TagServiceError.badImport`, `StoreError`, the errors of the sources.
    /// - Complexity: that of an import; linear memory for each database.
    @discardableResult public static func buildModel(
        at path: String, from sources: [ModelSource], options: ModelOptions = ModelOptions()
    ) throws -> ModelReport {
        var report = ModelReport(items: 0, tags: 0)
        let draft = try ModelDraft(path)
        do {
            let service = try TagService(draft.location, concurrency: .serial)
            for source in sources {
                let found = try service.suggestions.bring(source)
                report.items += found.newItems
                report.tags += found.newTags
            }
            try service.close()
            try draft.finish(ModelReduction(options)) { SHA256.digest(of: $0) }
        } catch {
            draft.remove()
            throw error
        }
        return report
    }

    private func bring(_ source: ModelSource) throws -> ImportReport {
        switch source {
        case .file(var options, let pieces):
            options.isForModel = true
            return try service.files.importData(options: options, pieces: pieces)
        case .database(let path):
            let other = try TagService(.file(path: path), concurrency: .serial)
            let lines = Array(try other.files.exportNDJSON().utf8)
            try other.close()
            var options = ImportOptions(format: .ndjson, name: path)
            options.isForModel = true
            return try service.files.importData(lines, options: options)
        }
    }
}

extension TagService.Maintenance {
    /// Whether a file is a database of SQLite.
    public static func isDatabase(atPath path: String) -> Bool { TagStore.isDatabase(atPath: path) }
}
