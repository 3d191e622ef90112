internal import Synchronization
internal import TagCore
internal import TagStore

/// The model that suggestions use beside one's own items.
extension TagService {
    /// Uses a model whatever the database says, as a server does for all of its spaces; `nil`: the one that the database names.
    public func use(_ model: SharedModel?) { modelChoice.withLock { $0.given = model } }

    /// Remembers a model for this database by its path and hash, or that none is used.
    ///
    /// This cannot be undone.
    ///
    /// - Parameter path: the path, or `nil` for no model; which should be absolute, since other processes use it too.
    /// - Returns: the model.
    /// - Throws: `ModelError` for what is no model, `StoreError`.
    public func chooseModel(path: String?) throws -> SharedModel? {
        let model = try path.map { try SharedModel(path: $0) }
        _ = try writing { writer in
            try writer.use(
                model.map { StoreReader.ModelReference(path: $0.path, hash: $0.store.hash) }
            )
        }
        modelChoice.withLock { $0.chosen = nil }
        return model
    }

    /// The model in use; `nil` for none.
    ///
    /// - Throws: `ModelError` for one that is gone, changed or damaged, which suggestions leave out.
    public func model() throws -> SharedModel? {
        if let given = modelChoice.withLock(\.given) { return given }
        return try store.read { try chosenModel(in: $0)?.model.get() }
    }

    /// The model in use, unless it cannot be used.
    func usableModel(in reader: StoreReader) throws -> SharedModel? {
        if let given = modelChoice.withLock(\.given) { return given }
        return try usable(chosenModel(in: reader))
    }

    /// The model of an index that follows the database, unless it cannot be used.
    func usableModel(of index: ResidentIndex) -> SharedModel? {
        if let given = modelChoice.withLock(\.given) { return given }
        return usable(chosenModel(index.model))
    }

    private func usable(_ chosen: ChosenModel?) -> SharedModel? {
        // One that is gone or has changed is left out, and told by model().
        guard case .success(let model) = chosen?.model else { return nil }
        return model
    }

    private func chosenModel(in reader: StoreReader) throws -> ChosenModel? {
        chosenModel(try reader.model())
    }

    private func chosenModel(_ reference: StoreReader.ModelReference?) -> ChosenModel? {
        guard let reference else { return nil }
        return modelChoice.withLock { choice in
            if let chosen = choice.chosen, chosen.reference == reference { return chosen }
            let chosen = ChosenModel(reference)
            choice.chosen = chosen
            return chosen
        }
    }
}

/// The model that a service uses.
struct ModelChoice: Sendable {
    /// The model that was given to the service, whatever the database says.
    var given: SharedModel?
    /// The model that the database named when it was last looked for.
    var chosen: ChosenModel?
}

/// What a model is built from, and how much of it is kept.
public struct ModelOptions: Hashable, Sendable {
    /// The number of pairs that are kept of each tag, the largest ones.
    public var pairs = 50
    /// The number of items that are kept.
    public var items = 25_000
    /// What the draw of the items follows from.
    public var seed: UInt64 = 1

    /// Creates the usual options.
    public init() {}
}

/// Something that a model is built from.
public enum ModelSource: Sendable {
    /// A database.
    case database(path: String)
    /// A file in a format of imports, which arrives in pieces.
    case file(ImportOptions, pieces: @Sendable () throws -> [UInt8])
}

/// What a model was built from.
public struct ModelReport: Hashable, Sendable, Codable {
    /// The number of items.
    public var items: Int
    /// The number of tags.
    public var tags: Int
}

extension TagService {
    /// Builds a model from databases and files; a model that stands at the path is replaced.
    ///
    /// - Parameters:
    ///   - path: the path of the model.
    ///   - sources: what it is built from, in this order.
    ///   - options: how much it keeps.
    /// - Returns: what it was built from.
    /// - Throws: `TagServiceError.badImport`, `StoreError`, what the sources throw.
    /// - Complexity: that of an import; linear memory for each database.
    public static func buildModel(
        at path: String,
        from sources: [ModelSource],
        options: ModelOptions = ModelOptions()
    ) throws -> ModelReport {
        var report = ModelReport(items: 0, tags: 0)
        let draft = try ModelDraft(path)
        do {
            let service = try TagService(draft.location, concurrency: .serial)
            for source in sources {
                let found = try service.bring(source)
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

    /// Whether a file is a database of SQLite.
    public static func isDatabase(atPath path: String) -> Bool { TagStore.isDatabase(atPath: path) }

    private func bring(_ source: ModelSource) throws -> ImportReport {
        switch source {
        case .file(var options, let pieces):
            options.isForModel = true
            return try importData(options: options, pieces: pieces)
        case .database(let path):
            let other = try TagService(.file(path: path), concurrency: .serial)
            let lines = Array(try other.exportNDJSON().utf8)
            try other.close()
            var options = ImportOptions(format: .ndjson, name: path)
            options.isForModel = true
            return try importData(lines, options: options)
        }
    }
}
