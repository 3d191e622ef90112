internal import Synchronization
internal import TagCore
internal import TagStore

/// The base that suggestions use beside one's own saved selections.
extension TagService {
    /// Uses a base whatever the database says, as a server does for all of its spaces; `nil`: the one that the database names.
    public func use(_ base: Base?) { baseChoice.withLock { $0.given = base } }

    /// Remembers a base for this database by its path and hash, or that none is used.
    ///
    /// This cannot be undone.
    ///
    /// - Parameter path: the path, or `nil` for no base; which should be absolute, since other processes use it too.
    /// - Returns: the base.
    /// - Throws: `BaseError` for what is no base, `StoreError`.
    public func chooseBase(path: String?) throws -> Base? {
        let base = try path.map { try Base(path: $0) }
        _ = try writing { writer in
            try writer.use(base.map { BaseReference(path: $0.path, hash: $0.store.hash) })
        }
        baseChoice.withLock { $0.chosen = nil }
        return base
    }

    /// The base in use; `nil` for none.
    ///
    /// - Throws: `BaseError` for one that is gone, changed or damaged, which suggestions leave out.
    public func base() throws -> Base? {
        if let given = baseChoice.withLock(\.given) { return given }
        return try store.read { try chosenBase(in: $0)?.base.get() }
    }

    /// The base in use, unless it cannot be used.
    func usableBase(in reader: StoreReader) throws -> Base? {
        if let given = baseChoice.withLock(\.given) { return given }
        return try usable(chosenBase(in: reader))
    }

    /// The base of an index that follows the database, unless it cannot be used.
    func usableBase(of index: ResidentIndex) -> Base? {
        if let given = baseChoice.withLock(\.given) { return given }
        return usable(chosenBase(index.base))
    }

    private func usable(_ chosen: ChosenBase?) -> Base? {
        // One that is gone or has changed is left out, and told by base().
        guard case .success(let base) = chosen?.base else { return nil }
        return base
    }

    private func chosenBase(in reader: StoreReader) throws -> ChosenBase? {
        chosenBase(try reader.base())
    }

    private func chosenBase(_ reference: BaseReference?) -> ChosenBase? {
        guard let reference else { return nil }
        return baseChoice.withLock { choice in
            if let chosen = choice.chosen, chosen.reference == reference { return chosen }
            let chosen = ChosenBase(reference)
            choice.chosen = chosen
            return chosen
        }
    }
}

/// The base that a service uses.
struct BaseChoice: Sendable {
    /// The base that was given to the service, whatever the database says.
    var given: Base?
    /// The base that the database named when it was last looked for.
    var chosen: ChosenBase?
}

/// What a base is built from, and how much of it is kept.
public struct BaseOptions: Hashable, Sendable {
    /// The number of pairs that are kept of each tag, the largest ones.
    public var pairs = 50
    /// The number of saved selections that are kept.
    public var selections = 25_000
    /// What the draw of the saved selections follows from.
    public var seed: UInt64 = 1

    /// Creates the usual options.
    public init() {}
}

/// Something that a base is built from.
public enum BaseSource: Sendable {
    /// A database.
    case database(path: String)
    /// A file in a format of imports, which arrives in pieces.
    case file(ImportOptions, pieces: @Sendable () throws -> [UInt8])
}

/// What a base was built from.
public struct BaseReport: Hashable, Sendable, Codable {
    /// The number of saved selections.
    public var savedSelections: Int
    /// The number of tags.
    public var tags: Int
}

extension TagService {
    /// Builds a base from databases and files; a base that stands at the path is replaced.
    ///
    /// - Parameters:
    ///   - path: the path of the base.
    ///   - sources: what it is built from, in this order.
    ///   - options: how much it keeps.
    /// - Returns: what it was built from.
    /// - Throws: `TagServiceError.badImport`, `StoreError`, what the sources throw.
    /// - Complexity: that of an import; linear memory for each database.
    public static func buildBase(
        at path: String,
        from sources: [BaseSource],
        options: BaseOptions = BaseOptions()
    ) throws -> BaseReport {
        var report = BaseReport(savedSelections: 0, tags: 0)
        let draft = try BaseDraft(path)
        do {
            let service = try TagService(draft.location, concurrency: .serial)
            for source in sources {
                let found = try service.bring(source)
                report.savedSelections += found.newSavedSelections
                report.tags += found.newTags
            }
            try service.close()
            try draft.finish(BaseReduction(options)) { try SHA256.digest(of: $0) }
        } catch {
            draft.remove()
            throw error
        }
        return report
    }

    /// Whether a file is a database of SQLite.
    public static func isDatabase(atPath path: String) -> Bool { TagStore.isDatabase(atPath: path) }

    private func bring(_ source: BaseSource) throws -> ImportReport {
        switch source {
        case .file(var options, let pieces):
            options.isForBase = true
            return try importData(options: options, pieces: pieces)
        case .database(let path):
            let other = try TagService(.file(path: path), concurrency: .serial)
            let lines = Array(try other.exportNDJSON().utf8)
            try other.close()
            var options = ImportOptions(format: .ndjson, source: path)
            options.isForBase = true
            return try importData(lines, options: options)
        }
    }
}
