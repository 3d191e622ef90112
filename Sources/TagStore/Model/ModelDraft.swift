/// The amount of data that a shared model keeps.
package struct ModelReduction: Sendable {
    /// The maximum number of pairs kept for each tag and each word; the most frequent pairs are kept.
    package var pairs: Int
    /// The maximum number of items kept, chosen at random.
    package var items: Int
    /// The seed of the random choice.
    package var seed: UInt64

    package init(pairs: Int, items: Int, seed: UInt64) {
        self.pairs = pairs
        self.items = items
        self.seed = seed
    }
}

/// A shared model under construction: a new database with a temporary name that is filled, reduced, sealed and renamed.
///
/// ```swift
/// let draft = try ModelDraft("team.model")
/// defer { draft.remove() }
/// let store = try TagStore(draft.location)
/// // … fill the store …
/// try store.close()
/// try draft.finish(ModelReduction(pairs: 100, items: 2_000, seed: 1), hash: sha256)
/// ```
package struct ModelDraft {
    private let target: String
    private let destination: DatabasePath
    private let draft: DraftFile

    /// Creates the draft of a model; ``finish(_:hash:)`` replaces a model at the same path.
    ///
    /// - Throws: `StoreError` if another kind of file exists at the path.
    package init(_ target: String) throws {
        self.target = target
        do {
            destination = try DatabasePath(target, makesFolder: false)
            let exists = try FileStatus(path: destination.resolved) != nil
            guard !exists || ModelFile(path: destination.resolved).isModel else {
                throw StoreError.cannotCopy(path: target, reason: "it already exists and isn't a model")
            }
            draft = try DraftFile(nextTo: destination)
        } catch let error as SystemError { throw StoreError(error, path: target) }
    }

    /// The database to fill and close before ``finish(_:hash:)``.
    package var location: StoreLocation { .file(path: draft.path) }

    /// Reduces and seals the filled database and renames it.
    ///
    /// - Parameters:
    ///   - reduction: the amount of data to keep.
    ///   - hash: returns the SHA-256 of a byte array.
    /// - Throws: `StoreError`, and the errors of `hash`.
    package func finish(_ reduction: ModelReduction, hash: ([UInt8]) throws -> [UInt8]) throws {
        do {
            let model = ModelFile(path: draft.path)
            try StoreError.translating(path: target) {
                try model.reduce(reduction)
                try model.seal(with: hash)
            }
            try draft.synchronize()
            try draft.replace(destination.resolved)
            try draft.synchronizeFolder()
        } catch let error as SystemError { throw StoreError(error, path: target) }
    }

    /// Removes the draft, if it hasn't been renamed.
    package func remove() { draft.removeDatabase() }
}

extension TagStore {
    /// Returns whether a file is a SQLite database, of any program.
    package static func isDatabase(atPath path: String) -> Bool {
        OpenDatabases.holds(path) || DatabaseHeader(path: path) != nil
    }
}
