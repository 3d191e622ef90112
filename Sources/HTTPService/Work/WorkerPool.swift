internal import NIOPosix
internal import TagService

/// A fixed number of threads for work that may block: on SQLite, on a file, or on a long computation.
///
/// The event loops and Swift's global executor have a thread per core. They accept connections, parse requests and
/// respond to `/healthz`. Work that blocks must not run there: one slow request per core would stop the server.
final class WorkerPool: TaskExecutor {
    private let threads: NIOThreadPool

    /// Starts the threads.
    init(threads count: Int) {
        threads = NIOThreadPool(numberOfThreads: count)
        threads.start()
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        threads.submit { [self] _ in unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
    }

    /// Runs work on the pool's threads.
    func run<Result: Sendable>(_ work: @Sendable () async throws -> Result) async throws -> Result {
        try await withTaskExecutorPreference(self, operation: work)
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
}
