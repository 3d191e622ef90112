internal import TagStore

extension TagService {
    /// Makes a model of the files that the job in `Scale/learning` writes; a model that stands at the path is replaced.
    ///
    /// The model is read like one of ``buildModel(at:from:options:)``. The same files give the same bytes.
    ///
    /// - Parameters:
    ///   - path: the path of the model.
    ///   - files: the files of each kind in their order, which are read once.
    ///   - options: how much of them it keeps.
    /// - Returns: what it was made from.
    /// - Throws: ``LearntFileError``, `StoreError`, what the files throw.
    /// - Complexity: linear time, up to sorting, and linear memory.
    public static func packModel(
        at path: String,
        from files: [LearntFile.Kind: [LearntFile]],
        options: ModelOptions = ModelOptions()
    ) throws -> ModelReport {
        let draft = try ModelDraft(path)
        do {
            let store = try TagStore(draft.location)
            let report = try store.write(at: 0) { writer in
                var folder = LearntFolder(files, writer: writer)
                try folder.write()
                return ModelReport(
                    items: Int(folder.selectionCount),
                    tags: folder.tagCount
                )
            }
            try store.close()
            try draft.finish(ModelReduction(options)) { try SHA256.digest(of: $0) }
            return report
        } catch {
            draft.remove()
            throw error
        }
    }
}

extension ModelReduction {
    /// How much is kept, as the options say.
    init(_ options: ModelOptions) {
        self.init(pairs: options.pairs, selections: options.selections, seed: options.seed)
    }
}
