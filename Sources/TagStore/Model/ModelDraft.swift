/// How much a model keeps of what it is built from.
package struct ModelReduction: Sendable {
    /// The number of pairs that are kept of each tag and each word, the largest ones.
    package var pairs: Int
    /// The number of items that are kept, drawn at random.
    package var selections: Int
    /// What the random draw follows from.
    package var seed: UInt64

    package init(pairs: Int, selections: Int, seed: UInt64) {
        self.pairs = pairs
        self.selections = selections
        self.seed = seed
    }
}

/// A model under construction: a new database under a temporary name, which is filled, reduced, sealed and put in its place.
package struct ModelDraft {
    private let target: String
    private let place: DatabasePath
    private let draft: DraftFile

    /// Begins a model; one that stands at the path is replaced in the end.
    ///
    /// - Throws: `StoreError` if the path is that of another file.
    package init(_ target: String) throws {
        self.target = target
        do {
            place = try DatabasePath(target, makesFolder: false)
            let exists = try FileStatus(path: place.resolved) != nil
            guard !exists || ModelFile(path: place.resolved).isModel else {
                throw StoreError.cannotCopy(
                    path: target,
                    reason: "it exists already and is no model"
                )
            }
            draft = try DraftFile(beside: place)
        } catch let error as SystemError {
            throw StoreError(error, path: target)
        }
    }

    /// The database to be filled, and closed.
    package var location: StoreLocation { .file(path: draft.path) }

    /// Reduces and seals what was filled, and puts it in its place.
    ///
    /// - Parameters:
    ///   - reduction: how much is kept.
    ///   - hash: returns the SHA-256 of bytes.
    /// - Throws: `StoreError`, and what `hash` throws.
    package func finish(
        _ reduction: ModelReduction,
        hash: ([UInt8]) throws -> [UInt8]
    ) throws {
        do {
            let model = ModelFile(path: draft.path)
            try StoreError.translating(path: target) {
                try model.reduce(reduction)
                try model.seal(with: hash)
            }
            try draft.synchronize()
            try draft.replace(place.resolved)
            try draft.synchronizeFolder()
        } catch let error as SystemError {
            throw StoreError(error, path: target)
        }
    }

    /// Removes what was begun.
    package func remove() { draft.removeDatabase() }
}

extension TagStore {
    /// Whether a file is a database of SQLite, of whatever program.
    package static func isDatabase(atPath path: String) -> Bool {
        OpenDatabases.holds(path) || DatabaseHeader(path: path) != nil
    }
}
