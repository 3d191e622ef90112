internal import TagStore

extension TagService {
    /// Makes a base of the files that the job in `Scale/learning` writes; a base that stands at the path is replaced.
    ///
    /// The base is read like one of ``buildBase(at:from:options:)``. The same files give the same bytes.
    ///
    /// - Parameters:
    ///   - path: the path of the base.
    ///   - files: the files of each kind in their order, which are read once.
    ///   - options: how much of them it keeps.
    /// - Returns: what it was made from.
    /// - Throws: ``LearntFileError``, `StoreError`, what the files throw.
    /// - Complexity: linear time, up to sorting, and linear memory.
    public static func packBase(
        at path: String,
        from files: [LearntFile.Kind: [LearntFile]],
        options: BaseOptions = BaseOptions()
    ) throws -> BaseReport {
        let draft = try BaseDraft(path)
        do {
            let store = try TagStore(draft.location)
            let report = try store.write(at: 0) { writer in
                var folder = LearntFolder(files, writer: writer)
                try folder.write()
                return BaseReport(
                    savedSelections: Int(folder.selectionCount),
                    tags: folder.tagCount
                )
            }
            try store.close()
            try draft.finish(BaseReduction(options)) { try SHA256.digest(of: $0) }
            return report
        } catch {
            draft.remove()
            throw error
        }
    }
}

extension BaseReduction {
    /// How much is kept, as the options say.
    init(_ options: BaseOptions) {
        self.init(pairs: options.pairs, selections: options.selections, seed: options.seed)
    }
}
