internal import Synchronization
internal import TagService

/// A cache of responses to frequent requests, such as suggestions for the beginning of a word.
///
/// A response is valid until the next commit in its space. The cache has two halves. When the
/// younger half is full, it replaces the older half. A cache hit in the older half moves the response
/// to the younger half, so that frequently requested responses stay in the cache.
final class ResponseCache: Sendable {
    /// A request and the state of its space.
    struct Key: Hashable, Sendable {
        /// The space's epoch when the request arrived.
        ///
        /// No two spaces ever have the same epoch.
        var epoch: Int
        /// The path and the query of the URL, as sent.
        var question: String
        /// The ids of the sets that the caller's token can access; `nil` means every set.
        var sets: [Int64]?
    }

    private struct State {
        var young: [Key: ServiceResponse] = [:]
        var old: [Key: ServiceResponse] = [:]
        /// The approximate size of the younger half, in bytes.
        var size = 0
    }

    private let state = Mutex(State())
    /// The maximum size of a half, in bytes.
    private let limit = 4 << 20

    /// Returns the response to a request, and computes it if it isn't cached.
    func response(_ key: Key, _ compute: () async throws -> ServiceResponse) async throws -> ServiceResponse {
        if let known = known(key) { return known }
        var response = try await compute()
        guard case .bytes(let bytes) = response.body, bytes.count < limit / 16 else { return response }
        response.entityTag = EntityTag(of: bytes)
        var kept = response
        kept.questionTime = nil
        state.withLock { Self.keep(kept, key, &$0, limit) }
        return response
    }

    private func known(_ key: Key) -> ServiceResponse? {
        state.withLock { state in
            if let response = state.young[key] { return response }
            guard let response = state.old.removeValue(forKey: key) else { return nil }
            Self.keep(response, key, &state, limit)
            return response
        }
    }

    private static func keep(_ response: ServiceResponse, _ key: Key, _ state: inout State, _ limit: Int) {
        // Two concurrent requests may have computed the same response.
        guard state.young.updateValue(response, forKey: key) == nil else { return }
        let bytes = if case .bytes(let bytes) = response.body { bytes.count } else { 0 }
        state.size += bytes + key.question.utf8.count + overhead
        guard state.size > limit else { return }
        (state.old, state.young, state.size) = (state.young, [:], 0)
    }

    /// The approximate size of an entry without its strings, in bytes.
    private static let overhead = 400
}

/// A number that identifies the state of a space, and changes with every commit.
final class Epoch: Sendable {
    private static let latest = Atomic<Int>(0)
    private let number: Atomic<Int>

    init() { number = Atomic(Self.next()) }

    var current: Int { number.load(ordering: .acquiring) }

    /// Invalidates every cached response of the space.
    func move() { number.store(Self.next(), ordering: .releasing) }

    private static func next() -> Int { latest.wrappingAdd(1, ordering: .relaxed).newValue }
}
