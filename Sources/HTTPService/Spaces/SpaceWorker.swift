internal import Dispatch
internal import Foundation
internal import Synchronization

/// Runs the work of one space, one piece after the other, so that a disk that does not answer holds up no other space.
final class SpaceWorker: TaskExecutor {
    // A serial queue gets a thread at once, however many others wait for a disk.
    private let queue = DispatchQueue(label: "tagflow.space")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { [self] in unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
}

/// A thread for one piece of work that may never end.
final class OwnThread: TaskExecutor {
    private struct State {
        var jobs: [UnownedJob] = []
        var isEnded = false
    }

    private let state = Mutex(State())
    private let arrivals = DispatchSemaphore(value: 0)

    init() {
        Thread.detachNewThread { self.run() }
    }

    /// Ends the thread once it has done what it was given.
    func end() {
        state.withLock { $0.isEnded = true }
        arrivals.signal()
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isTaken = state.withLock { state in
            if !state.isEnded { state.jobs.append(job) }
            return !state.isEnded
        }
        if isTaken {
            arrivals.signal()
        } else {
            DispatchQueue.global()
                .async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }

    private func run() {
        while true {
            arrivals.wait()
            let job = state.withLock { state in
                state.jobs.isEmpty ? nil : state.jobs.removeFirst()
            }
            if let job {
                unsafe job.runSynchronously(on: asUnownedTaskExecutor())
            } else if state.withLock({ $0.isEnded }) {
                return
            }
        }
    }
}
