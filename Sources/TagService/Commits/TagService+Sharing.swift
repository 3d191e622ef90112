internal import Synchronization
internal import TagStore

/// Sharing one commit among several changes.
extension TagService {
    /// Runs several operations in one transaction, so that they share the wait for the disk.
    ///
    /// ```swift
    /// let results = service.together([
    ///     { @Sendable (service: TagService) in try service.addTags(["sea"]) },
    ///     // This one fails alone.
    ///     { @Sendable (service: TagService) in try service.addTags([""]) },
    /// ])
    /// ```
    ///
    /// - Parameter operations: each may call the service's methods, which see what the operations before it have changed.
    /// - Returns: a result for each. An operation that fails changes nothing and takes no other along; if the
    ///   transaction as a whole fails, so do all.
    public func together<Answer: Sendable>(
        _ operations: [@Sendable (TagService) throws -> Answer]
    ) -> [Result<Answer, any Error>] {
        var results: [Result<Answer, any Error>] = []
        do {
            try store.together(operations.count) { index in
                let result = Result { try store.savepoint { try operations[index](self) } }
                results.append(result)
                if case .failure(let error) = result { return error }
                return nil
            }
            hasCommitted.store(true, ordering: .releasing)
            return results
        } catch {
            return operations.map { _ in .failure(error) }
        }
    }
}
