internal import Synchronization

/// Work on a thread of its own that others await for a limited time, since it may take for ever.
final class LimitedWork<Success: Sendable>: Sendable {
    private struct State {
        var result: Result<Success, any Error>?
        var waiting: [Int: CheckedContinuation<Success, any Error>] = [:]
        var next = 0
    }

    private let state = Mutex(State())

    /// Begins the work.
    init(_ work: @escaping @Sendable () async throws -> Success) {
        let thread = OwnThread()
        Task(executorPreference: thread) {
            defer { thread.end() }
            do {
                self.finish(.success(try await work()))
            } catch {
                self.finish(.failure(error))
            }
        }
    }

    /// Awaits the end of the work.
    ///
    /// - Parameter limit: how long; zero or less only asks whether it has ended.
    /// - Returns: its result.
    /// - Throws: its error, ``TookTooLong`` if it goes on.
    func value(within limit: Duration) async throws -> Success {
        try await withCheckedThrowingContinuation { continuation in
            let (number, result) = state.withLock { state in
                state.next += 1
                if state.result == nil { state.waiting[state.next] = continuation }
                return (state.next, state.result)
            }
            if let result { return continuation.resume(with: result) }
            Task {
                // Nobody cancels this task.
                try? await Task.sleep(for: limit)
                giveUp(number)
            }
        }
    }

    /// Whether the work has ended.
    var hasEnded: Bool { state.withLock { $0.result != nil } }

    private func finish(_ result: Result<Success, any Error>) {
        let waiting = state.withLock { state in
            state.result = result
            defer { state.waiting = [:] }
            return state.waiting.values.map { $0 }
        }
        for continuation in waiting { continuation.resume(with: result) }
    }

    private func giveUp(_ number: Int) {
        let continuation = state.withLock { $0.waiting.removeValue(forKey: number) }
        continuation?.resume(throwing: TookTooLong())
    }
}

/// Work did not end in time; it goes on.
struct TookTooLong: Error {}
