internal import Synchronization
internal import TagStore

/// Sharing one commit among several operations.
extension TagService {
    /// Runs several operations in one transaction, so that they wait for the disk only once.
    ///
    /// ```swift
    /// let results = service.together([
    ///     { @Sendable (service: TagService) in try service.sets.addTags(["sea"]) },
    ///     // This one fails alone.
    ///     { @Sendable (service: TagService) in try service.sets.addTags([""]) },
    /// ])
    /// ```
    ///
    /// - Parameter operations: closures that call the service's methods. Each sees the changes of the operations before it.
    /// - Returns: a result for each operation. An operation that fails changes nothing and doesn't affect the others; if the
    ///   transaction as a whole fails, all of them fail.
    public func together<Value: Sendable>(
        _ operations: [@Sendable (TagService) throws -> Value]
    ) -> [Result<Value, any Error>] {
        var results: [Result<Value, any Error>] = []
        do {
            try store.together(operations.count) { index in
                let result = Result { try store.savepoint { try operations[index](self) } }
                results.append(result)
                if case .failure(let error) = result { return error }
                return nil
            }
            hasCommitted.store(true, ordering: .releasing)
            return results
        } catch { return operations.map { _ in .failure(error) } }
    }
}
