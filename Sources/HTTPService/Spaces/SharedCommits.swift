internal import Synchronization
internal import TagService

/// Commits waiting changes together in one transaction (group commit).
///
/// Changes that arrive while a transaction is waiting for the disk form the next transaction. A single change starts
/// immediately.
final class SharedCommits: Sendable {
    typealias Operation = @Sendable (TagService) throws -> ServiceResponse

    private struct Waiting: Sendable {
        var operation: Operation
        var continuation: CheckedContinuation<ServiceResponse, any Error>
    }

    private struct State {
        var waiting: [Waiting] = []
        var isCommitting = false
    }

    /// The maximum number of changes in one transaction, so that none waits long for the others.
    private static let largest = 256

    private let service: TagService
    private let feed: CommitFeed
    private let executor: any TaskExecutor
    private let state = Mutex(State())
    /// Lets shared commits and long changes take turns, without blocking a thread while they wait.
    private let turns = FairQueue(limit: 1)

    init(service: TagService, feed: CommitFeed, executor: any TaskExecutor) {
        self.service = service
        self.feed = feed
        self.executor = executor
    }

    /// Runs a change.
    ///
    /// The change is on disk when this returns.
    func run(_ operation: @escaping Operation) async throws -> ServiceResponse {
        try await withCheckedThrowingContinuation { continuation in
            let isFirst = state.withLock { state in
                state.waiting.append(Waiting(operation: operation, continuation: continuation))
                defer { state.isCommitting = true }
                return !state.isCommitting
            }
            guard isFirst else { return }
            Task(executorPreference: executor) { await self.commitAll() }
        }
    }

    /// Runs a long change by itself, such as an import, between shared commits.
    func runAlone<Result: Sendable>(
        for client: ClientIdentity, _ work: @escaping @Sendable (TagService) throws -> Result
    ) async throws -> Result {
        try await turns.run(for: client) {
            try await withTaskExecutorPreference(executor) {
                let result = try work(service)
                await feed.follow()
                return result
            }
        }
    }

    private func commitAll() async {
        while true {
            let batch = state.withLock { state in
                let batch = Array(state.waiting.prefix(Self.largest))
                state.waiting.removeFirst(batch.count)
                state.isCommitting = !batch.isEmpty
                return batch
            }
            guard !batch.isEmpty else { return }
            let results = await turns.run(for: nil) { service.together(batch.map(\.operation)) }
            // Update the data in memory before responding, so that the client's next query sees the change.
            await feed.follow()
            for (waiting, result) in zip(batch, results) { waiting.continuation.resume(with: result) }
        }
    }
}
