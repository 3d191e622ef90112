internal import Synchronization
internal import TagStore

/// A result that depends on the whole database, kept until the next commit.
///
/// It is computed by one caller at a time; the others wait for the result. Callers limited to some sets must not use it.
///
/// ```
/// let pairs = try similarPairs.value(in: store) { reader in try compare(reader.allTags()) }
/// ```
final class LatestResult<Value: Sendable>: Sendable {
    private let kept = Mutex<(commit: Int64, value: Value)?>(nil)

    /// Returns the result for the latest commit, or for a later one that was made while the caller waited.
    ///
    /// - Parameters:
    ///   - store: the database, always the same.
    ///   - compute: computes the result from a snapshot.
    /// - Returns: the result.
    /// - Throws: `StoreError` and the errors of `compute`.
    func value(in store: TagStore, _ compute: (StoreReader) throws -> Value) throws -> Value {
        // No snapshot is held while waiting, because connections are few. Results computed in the meantime are recent
        // enough, so that many callers don't wait for a computation each when there is a commit every second.
        let least = try store.read { try $0.lastCommit() }
        return try kept.withLock { kept in
            if let kept, kept.commit >= least { return kept.value }
            let latest = try store.read { (try $0.lastCommit(), try compute($0)) }
            kept = latest
            return latest.1
        }
    }
}
