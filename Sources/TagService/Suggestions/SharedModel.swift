internal import Suggestions
internal import Synchronization
public import TagStore

/// A shared model: statistics of many people's items that supplement the user's.
///
/// It never changes. Any number of services of a process may use one, which then is in memory once.
///
/// ```swift
/// let model = try SharedModel(path: "team.model")
/// service.items.use(model)
/// ```
public final class SharedModel: Sendable {
    let store: ModelStore
    /// What queries have read; empty while a query uses it.
    private let memory = Mutex(CountCache())
    /// Every tag, once a query with typed text has read them.
    private let tags = Mutex<SearchableTags?>(nil)

    /// Opens a model; nothing of it is loaded ahead.
    public init(path: String) throws(ModelError) { store = try ModelStore(path: path) }

    /// The path as it was given.
    public var path: String { store.path }

    /// The hash of the file as hexadecimal digits.
    public var hash: String { store.hash.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }

    /// The number of items that it was built from.
    public var itemCount: Int { Int(store.itemCount) }

    /// The number by which samples refer to it.
    var mark: UInt64 { StoreReader.ModelReference.mark(of: store.hash) }

    /// Returns every tag of the model.
    func tags(in reader: StoreReader) throws -> SearchableTags {
        try tags.withLock { tags in
            let known = try tags ?? SearchableTags(reader)
            tags = known
            return known
        }
    }

    /// Reads rows and counts; one at a time.
    ///
    /// - Throws: the errors of `body`; ``ModelError/damaged(path:)``.
    func read<Result>(_ body: (StoreReader, StoredCounts) throws -> Result) throws -> Result {
        try store.read { reader in
            // Taken out, so that it is not copied when it grows.
            let cache = memory.withLock { memory in
                let cache = memory
                memory = CountCache()
                return cache
            }
            let counts = StoredCounts(reader, cache: cache)
            defer {
                let read = counts.nextCache
                memory.withLock { $0 = read }
            }
            return try body(reader, counts)
        }
    }
}

/// A model as a database names it, opened when it is first needed.
struct ChosenModel {
    let reference: StoreReader.ModelReference
    /// The model, or why it cannot be used.
    let model: Result<SharedModel, ModelError>

    init(_ reference: StoreReader.ModelReference) {
        self.reference = reference
        do throws(ModelError) {
            let model = try SharedModel(path: reference.path)
            guard model.store.hash == reference.hash else { throw .changed(path: reference.path) }
            self.model = .success(model)
        } catch { model = .failure(error) }
    }
}
