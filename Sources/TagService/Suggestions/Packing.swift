internal import TagStore

extension TagService.Suggestions {
    /// Builds a model from the files that the job in `Scale/learning` writes, replacing an existing model.
    ///
    /// The result has the same format as a model from ``buildModel(at:from:options:)``. The same files produce the same bytes.
    ///
    /// - Parameters:
    ///   - path: the path of the model.
    ///   - files: the files of each kind in order; each is read once.
    ///   - options: how much of the data the model keeps.
    /// - Returns: the numbers of items and tags in the files.
    /// - Throws: ``LearnedFileError``, `StoreError`, errors from reading the files.
    /// - Complexity: O(*n* log *n*) time and linear memory in the size of the files.
    @discardableResult public static func packModel(
        at path: String, from files: [LearnedFile.Kind: [LearnedFile]], options: ModelOptions = ModelOptions()
    ) throws -> ModelReport {
        let draft = try ModelDraft(path)
        do {
            let store = try TagStore(draft.location)
            let report = try store.write(at: 0) { writer in
                var folder = LearnedFolder(files, writer: writer)
                try folder.write()
                return ModelReport(items: Int(folder.itemCount), tags: folder.tagCount)
            }
            try store.close()
            try draft.finish(ModelReduction(options)) { SHA256.digest(of: $0) }
            return report
        } catch {
            draft.remove()
            throw error
        }
    }
}

extension ModelReduction {
    /// Creates the reduction that the options describe.
    init(_ options: ModelOptions) { self.init(pairs: options.pairs, items: options.items, seed: options.seed) }
}
