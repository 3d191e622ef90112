import TagService

extension Session {
    /// Changes tags of the selection and prints the board, as `toggle`, `select` and `deselect` do.
    func change(
        _ tags: [String],
        _ action: SelectionAction,
        _ global: GlobalOptions,
        _ output: FormatOptions
    ) async throws {
        let service = try service(global)
        let change = try await service.change(try StandardInput.tags(tags), action, in: set(global))
        try await confirm(change.set, from: service, output, global)
    }
}
