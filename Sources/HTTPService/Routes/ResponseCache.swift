internal import Synchronization
internal import TagService

/// The latest responses to questions that are asked again and again, such as the beginning of a word.
///
/// A response holds until the next commit in its space. Without the cache, completion over a million tags responses a sixth as many
/// requests as `/healthz`, instead of more than half. The cache has two halves: when the younger one is full, the older one is
/// discarded, so that requested responses stay.
final class ResponseCache: Sendable {
    /// The request that a response belongs to.
    struct Key: Hashable, Sendable {
        /// The state of the space, a number that no other state of any space has.
        var epoch: Int
        /// The path and the query as they were sent.
        var question: String
        /// The ids of the sets that the caller's token opens; `nil` means every set.
        var sets: [Int64]?
    }

    private struct State {
        var young: [Key: ServiceResponse] = [:]
        var old: [Key: ServiceResponse] = [:]
        /// The approximate size of the younger half, in bytes.
        var size = 0
    }

    private let state = Mutex(State())
    /// The most bytes of a half.
    private let limit = 4 << 20

    /// Returns the response to a question, computing it if it isn't cached.
    func response(
        _ key: Key,
        _ compute: () async throws -> ServiceResponse
    ) async throws -> ServiceResponse {
        if let known = known(key) { return known }
        var response = try await compute()
        guard !response.isProvisional, case .bytes(let bytes) = response.body,
            bytes.count < limit / 16
        else { return response }
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

    private static func keep(
        _ response: ServiceResponse,
        _ key: Key,
        _ state: inout State,
        _ limit: Int
    ) {
        // Two clients may have sent the request concurrently.
        guard state.young.updateValue(response, forKey: key) == nil else { return }
        let bytes = if case .bytes(let bytes) = response.body { bytes.count } else { 0 }
        state.size += bytes + key.question.utf8.count + overhead
        guard state.size > limit else { return }
        (state.old, state.young, state.size) = (state.young, [:], 0)
    }

    /// The size of an entry beyond its texts, in bytes.
    private static let overhead = 400
}

/// The number of a space's state, moved by every commit.
final class Epoch: Sendable {
    private static let latest = Atomic<Int>(0)
    private let number: Atomic<Int>

    init() {
        number = Atomic(Self.next())
    }

    var current: Int { number.load(ordering: .acquiring) }

    /// Makes every cached response of the space out of date.
    func move() {
        number.store(Self.next(), ordering: .releasing)
    }

    private static func next() -> Int {
        latest.wrappingAdd(1, ordering: .relaxed).newValue
    }
}
