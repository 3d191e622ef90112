internal import Synchronization
public import TagStore

/// A base: what many people saved, to be used beside one's own saved selections.
///
/// It never changes. Any number of services of a process may use one, which then is in memory once.
///
/// ```swift
/// let base = try Base(path: "team.base")
/// service.use(base)
/// ```
public final class Base: Sendable {
    let store: BaseStore
    /// What questions have read; empty while a question uses it.
    private let memory = Mutex(CooccurrenceCache())

    /// Opens a base; nothing of it is loaded ahead.
    public init(path: String) throws(BaseError) {
        store = try BaseStore(path: path)
    }

    /// The path as it was given.
    public var path: String { store.path }

    /// The hash of the file as hexadecimal digits.
    public var hash: String {
        store.hash.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// The number of saved selections that it was built from.
    public var savedSelectionCount: Int { Int(store.savedSelectionCount) }

    /// The number by which lessons refer to it.
    var mark: UInt64 { BaseReference.mark(of: store.hash) }

    /// Reads rows and counts; one at a time.
    ///
    /// - Throws: what `body` throws; ``BaseError/damaged(path:)``.
    func read<Result>(_ body: (StoreReader, StoredCooccurrences) throws -> Result) throws -> Result
    {
        try store.read { reader in
            // Taken out, so that it is not copied when it grows.
            let cache = memory.withLock { memory in
                let cache = memory
                memory = CooccurrenceCache()
                return cache
            }
            let counts = StoredCooccurrences(reader, cache: cache)
            defer {
                let read = counts.cache
                memory.withLock { $0 = read }
            }
            return try body(reader, counts)
        }
    }
}

/// A base as a database names it, opened when it is first needed.
struct ChosenBase {
    let reference: BaseReference
    /// The base, or why it cannot be used.
    let base: Result<Base, BaseError>

    init(_ reference: BaseReference) {
        self.reference = reference
        do throws(BaseError) {
            let base = try Base(path: reference.path)
            guard base.store.hash == reference.hash else {
                throw .changed(path: reference.path)
            }
            self.base = .success(base)
        } catch {
            base = .failure(error)
        }
    }
}
