internal import Foundation
internal import Synchronization

/// Work that may block forever, so it runs on a separate thread and others wait for it with a timeout.
final class LimitedWork<Success: Sendable>: Sendable {
    private struct State {
        var result: Result<Success, any Error>?
        var waiters: [UUID: CheckedContinuation<Success, any Error>] = [:]
    }

    private let state = Mutex(State())
    private let thread = WorkerPool(threads: 1)

    /// Starts the work.
    init(_ work: @escaping @Sendable () async throws -> Success) {
        Task(executorPreference: thread) {
            do { self.finish(.success(try await work())) } catch { self.finish(.failure(error)) }
        }
    }

    /// Waits for the work to end.
    ///
    /// - Parameter limit: the maximum wait; with zero or less, this returns only an available result.
    /// - Returns: the result of the work.
    /// - Throws: the error of the work, or ``TimeoutError`` if the work is still running.
    func value(within limit: Duration) async throws -> Success {
        try await withCheckedThrowingContinuation { continuation in
            let waiter = UUID()
            let result = state.withLock { state in
                if state.result == nil { state.waiters[waiter] = continuation }
                return state.result
            }
            if let result { return continuation.resume(with: result) }
            Task {
                await Task.pause(for: limit)
                state.withLock { $0.waiters.removeValue(forKey: waiter) }?.resume(throwing: TimeoutError())
            }
        }
    }

    var hasEnded: Bool { state.withLock { $0.result != nil } }

    private func finish(_ result: Result<Success, any Error>) {
        let waiters = state.withLock { state in
            state.result = result
            defer { state.waiters = [:] }
            return state.waiters.values
        }
        for waiter in waiters { waiter.resume(with: result) }
    }
}

/// The error if work is still running after the time limit.
struct TimeoutError: Error {}

extension Task<Never, Never> {
    /// Sleeps; returns early if the task is cancelled.
    static func pause(for duration: Duration) async {
        // The only error is the cancellation.
        try? await sleep(for: duration)
    }
}
