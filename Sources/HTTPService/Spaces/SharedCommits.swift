internal import Synchronization
internal import TagService

/// Gathers the changes that wait together, and commits them in one transaction.
///
/// While one transaction waits for the disk, further changes arrive; they form the next one. A change alone waits for nobody.
final class SharedCommits: Sendable {
    typealias Operation = @Sendable (isolated TagService) throws -> Answer

    private struct Waiting: Sendable {
        var operation: Operation
        var continuation: CheckedContinuation<Answer, any Error>
    }

    private struct State {
        var waiting: [Waiting] = []
        var isCommitting = false
    }

    /// The greatest number of changes in one transaction, so that none waits long for the others.
    private static let largest = 256

    private let writer: TagService
    private let feed: CommitFeed
    private let executor: any TaskExecutor
    private let state = Mutex(State())

    init(writer: TagService, feed: CommitFeed, executor: any TaskExecutor) {
        self.writer = writer
        self.feed = feed
        self.executor = executor
    }

    /// Runs a change; when this returns, it is on disk.
    func run(_ operation: @escaping Operation) async throws -> Answer {
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

    /// Runs work on the writing service by itself, such as an import, between shared commits.
    func runAlone<Result: Sendable>(
        _ work: @escaping @Sendable (TagService) async throws -> Result
    ) async throws -> Result {
        try await withTaskExecutorPreference(executor) {
            let result = try await work(writer)
            await feed.follow()
            return result
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
            let results = await writer.together(batch.map(\.operation))
            // Whoever gets an answer finds what it changed in the next question.
            await feed.follow()
            for (waiting, result) in zip(batch, results) {
                waiting.continuation.resume(with: result)
            }
        }
    }
}
