internal import Foundation
internal import Synchronization
internal import TagService

/// A cache of a space's recently used tokens, so that most requests don't read the database.
final class TokenCache: Sendable {
    private struct State {
        var tokens: [[UInt8]: AccessToken] = [:]
        /// The number of times the cache was cleared.
        ///
        /// A token that was read before the cache was last cleared isn't added, because it may
        /// have been revoked since.
        var generation = 0
        /// The day of each token's last recorded use, by the token's id.
        var useDays: [Int64: Date] = [:]
    }

    /// The maximum number of tokens in the cache.
    private static let limit = 10_000

    private let reader: TagService
    private let executor: any TaskExecutor
    private let state = Mutex(State())

    /// Creates an empty cache.
    ///
    /// - Parameters:
    ///   - reader: reads the tokens that the cache lacks.
    ///   - executor: the executor for blocking work.
    init(reader: TagService, executor: any TaskExecutor) {
        self.reader = reader
        self.executor = executor
    }

    /// Returns the valid token whose secret has this SHA-256 digest, or `nil`.
    func token(_ digest: [UInt8]) async throws -> AccessToken? {
        let (known, generation) = state.withLock { ($0.tokens[digest], $0.generation) }
        if let known { return known.expiresAt.map { $0 > Date() } ?? true ? known : nil }
        guard
            let token = try await withTaskExecutorPreference(
                executor, operation: { try reader.tokens.token(digest: digest) })
        else { return nil }
        state.withLock { state in
            guard state.generation == generation else { return }
            if state.tokens.count >= Self.limit { state.tokens = [:] }
            state.tokens[digest] = token
        }
        return token
    }

    /// Removes all tokens, for example because some may have been revoked.
    func clear() {
        state.withLock { state in
            state.tokens = [:]
            state.generation += 1
        }
    }

    /// Returns whether this is the token's first use today (UTC).
    ///
    /// Returns `true` once a day for each token, and the caller then records the use.
    func claimFirstUseToday(of token: AccessToken) -> Bool {
        let day = Date(timeIntervalSince1970: (Date().timeIntervalSince1970 / 86_400).rounded(.down) * 86_400)
        guard token.usedOn != day else { return false }
        return state.withLock { state in
            guard state.useDays[token.id] != day else { return false }
            if state.useDays.count >= Self.limit { state.useDays = [:] }
            state.useDays[token.id] = day
            return true
        }
    }
}
