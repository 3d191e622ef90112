internal import DequeModule
internal import Dispatch
internal import Foundation
internal import Synchronization

/// Up to a number of threads for work that may block: on SQLite, on a file, or on a long computation.
///
/// This is the server's only executor. It must exist because the event loops and Swift's global executor have one
/// thread per core: they parse requests and respond to `/healthz`, and one blocked request per core would stop the
/// server. Dispatch queues don't replace it, because all of them share a limited number of threads, and a disk that
/// doesn't respond could use those up.
///
/// Threads start when there is work for them and end when they have been idle for a while, so an idle pool costs
/// nothing. A pool with one thread runs its work serially. As a task doesn't retain its executor, whoever starts tasks
/// on a pool keeps it until they have ended.
final class WorkerPool: TaskExecutor {
    private struct State {
        var jobs: Deque<UnownedJob> = []
        var threads = 0
        /// The number of waiting threads that haven't been woken up for a job.
        var idle = 0
    }

    /// What a new job needs.
    private enum Need {
        case wakeUp
        case thread
        case nothing
    }

    private static let idleTime = DispatchTimeInterval.seconds(1)

    private let limit: Int
    private let state = Mutex(State())
    private let wakeUps = DispatchSemaphore(value: 0)

    /// Creates a pool.
    ///
    /// - Parameter limit: the maximum number of threads, at least 1.
    init(threads limit: Int) { self.limit = limit }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let need = state.withLock { state -> Need in
            state.jobs.append(job)
            if state.idle > 0 {
                state.idle -= 1
                return .wakeUp
            }
            guard state.threads < limit else { return .nothing }
            state.threads += 1
            return .thread
        }
        switch need {
        case .wakeUp: wakeUps.signal()
        case .thread: Thread.detachNewThread { self.work() }
        case .nothing: break
        }
    }

    /// Runs work on the pool's threads.
    func run<Result: Sendable>(_ work: @Sendable () async throws -> Result) async throws -> Result {
        try await withTaskExecutorPreference(self, operation: work)
    }

    /// Runs jobs until there have been none for a while.
    private func work() {
        while true {
            while let job = nextJob() { unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
            guard wakeUps.wait(timeout: .now() + Self.idleTime) == .timedOut else { continue }
            if leave() { return }
            // A job has just claimed this thread, so the signal is on its way.
            wakeUps.wait()
        }
    }

    /// Returns the next job; without one, counts the thread as idle and returns `nil`.
    private func nextJob() -> UnownedJob? {
        state.withLock { state in
            if let job = state.jobs.popFirst() { return job }
            state.idle += 1
            return nil
        }
    }

    /// Removes an idle thread from the counts; returns false if all waiting threads have been claimed by jobs.
    private func leave() -> Bool {
        state.withLock { state in
            guard state.idle > 0 else { return false }
            state.idle -= 1
            state.threads -= 1
            return true
        }
    }
}

extension WorkerPool {
    /// Handles most requests: reads, suggestions, hashing and compression.
    static let requests = WorkerPool(threads: 16)
    /// Commits changes.
    ///
    /// Each database has at most one commit at a time, which may wait for another process's lock.
    static let commits = WorkerPool(threads: 16)
    /// Looks up tokens and follows commits, so that neither has to wait for slow requests.
    static let lookups = WorkerPool(threads: 4)
    /// Opens and closes databases.
    static let opening = WorkerPool(threads: 4)
    /// Accepts connections, so that a new client never waits for requests.
    static let accepting = WorkerPool(threads: 1)
}
