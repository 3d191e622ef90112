internal import Dispatch
internal import Foundation
internal import Synchronization

/// Runs the work of one space serially, so that a disk that doesn't respond blocks no other space.
final class SpaceWorker: TaskExecutor {
    // A serial queue gets a thread immediately, even if others wait for a disk.
    private let queue = DispatchQueue(label: "tagflow.space")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { [self] in unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
}

/// A thread for one piece of work that may block forever; queues and pools have a limited number of threads.
final class SeparateThread: TaskExecutor {
    private let jobs = Mutex<[UnownedJob?]>([])
    private let arrivals = DispatchSemaphore(value: 0)

    init() {
        Thread.detachNewThread { self.run() }
    }

    /// Ends the thread after the job that calls this, which must be the last one.
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
