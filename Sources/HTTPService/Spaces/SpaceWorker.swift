internal import Dispatch
internal import Foundation
internal import Synchronization

/// Runs the work of one space serially, so that an unresponsive disk doesn't block other spaces.
final class SpaceWorker: TaskExecutor {
    // A serial queue gets a thread immediately, even if other queues' threads are blocked by the disk.
    private let queue = DispatchQueue(label: "tagflow.space")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { [self] in unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
}

/// A thread for one piece of work that may block forever.
///
/// On a dispatch queue or in a pool, such work could use up the limited number of threads.
final class SeparateThread: TaskExecutor {
    private let jobs = Mutex<[UnownedJob?]>([])
    private let arrivals = DispatchSemaphore(value: 0)

    init() { Thread.detachNewThread { self.run() } }

    /// Ends the thread after the current job, which must be the last job.
    func end() { append(nil) }

    func enqueue(_ job: consuming ExecutorJob) { append(UnownedJob(job)) }

    private func append(_ job: UnownedJob?) {
        jobs.withLock { $0.append(job) }
        arrivals.signal()
    }

    private func run() {
        while true {
            arrivals.wait()
            guard let job = jobs.withLock({ $0.removeFirst() }) else { return }
            unsafe job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }
}
