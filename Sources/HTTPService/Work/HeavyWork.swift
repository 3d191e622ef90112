internal import HTTPTypes
internal import NIOCore
internal import Synchronization

/// Runs pictures and exports: a few at a time on separate threads, each cancelled if its client disconnects.
final class HeavyWork: Sendable {
    private let limit: Int
    private let running = Mutex(0)
    private let pool: WorkerPool

    /// Creates the queue.
    ///
    /// - Parameter limit: the maximum number of concurrent jobs, at least 1; further jobs are refused.
    init(limit: Int) {
        self.limit = limit
        pool = WorkerPool(threads: limit)
    }

    /// Runs work until it's done or the client disconnects; see ``Call/whileConnected(on:_:)``.
    ///
    /// - Throws: a problem with status 503 if too many jobs are running, `CancellationError`, and the errors of `work`.
    func run<Result: Sendable>(
        for call: Call, _ work: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        guard begin() else {
            throw Problem(
                503, "\(limit) pictures and exports are already running, which is the limit; try again",
                headers: [.retryAfter: "1"])
        }
        defer { running.withLock { $0 -= 1 } }
        return try await call.whileConnected(on: call.space.worker ?? pool, work)
    }

    private func begin() -> Bool {
        running.withLock { running in
            guard running < limit else { return false }
            running += 1
            return true
        }
    }
}

extension Call {
    /// Runs work in a task that is cancelled if the client closes its side of the connection.
    ///
    /// - Parameters:
    ///   - executor: the threads for the work; work on an exclusive space runs on its worker.
    ///   - work: the work, which should check for cancellation often.
    /// - Returns: the result of the work.
    /// - Throws: `CancellationError`, and the errors of the work.
    func whileConnected<Result: Sendable>(
        on executor: any TaskExecutor, _ work: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        let task = Task(executorPreference: executor) { try await work() }
        let presence = await ClientPresence.of(channel)
        presence?.onLeaving { task.cancel() }
        defer { presence?.onLeaving(nil) }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }
}

/// Whether the client of a connection is still connected.
final class ClientPresence: Sendable {
    private struct State {
        var isGone = false
        var action: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    /// Sets the action to run when the client disconnects.
    ///
    /// If it already has, the action runs immediately.
    func onLeaving(_ action: (@Sendable () -> Void)?) {
        let isGone = state.withLock { state in
            state.action = action
            return state.isGone
        }
        if isGone { action?() }
    }

    /// Records that the client has closed its side of the connection.
    func leave() {
        let action = state.withLock { state in
            state.isGone = true
            return state.action
        }
        action?()
    }

    /// Returns the presence of a connection's client; `nil` if the connection is closed.
    static func of(_ channel: any Channel) async -> ClientPresence? {
        try? await channel.eventLoop
            .submit { try channel.pipeline.syncOperations.handler(type: RequestProgressHandler.self).presence }.get()
    }
}
