internal import Synchronization
internal import TagCore
internal import TagStore

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
    public func chooseModel(path: String?) throws -> SharedModel? {
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
    public static func buildModel(
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
            try draft.finish(ModelReduction(options)) { try SHA256.digest(of: $0) }
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
