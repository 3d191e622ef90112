import Dispatch
import Foundation
import Synchronization
import Testing

@testable import HTTPService

@Suite struct WorkerPoolTests {
    /// Counts jobs, and those that run at the same time.
    private final class Gauge: Sendable {
        private struct Counts {
            var running = 0
            var mostRunning = 0
            var done = 0
        }

        private let counts = Mutex(Counts())

        func runJob() {
            counts.withLock { counts in
                counts.running += 1
                counts.mostRunning = max(counts.mostRunning, counts.running)
            }
            Thread.sleep(forTimeInterval: 0.002)
            counts.withLock { counts in
                counts.running -= 1
                counts.done += 1
            }
        }

        var mostRunning: Int { counts.withLock(\.mostRunning) }
        var done: Int { counts.withLock(\.done) }
    }

    @Test(arguments: [1, 4]) func `no more jobs run at the same time than the pool has threads`(limit: Int) async {
        let (pool, gauge) = (WorkerPool(threads: limit), Gauge())
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<200 { group.addTask(executorPreference: pool) { gauge.runJob() } }
        }
        #expect(gauge.done == 200)
        #expect(gauge.mostRunning == limit)
    }

    @Test func `a pool works again after its threads have ended`() async throws {
        let pool = WorkerPool(threads: 2)
        for pause in [0, 990, 1_000, 1_010, 1_500] {
            try await Task.sleep(for: .milliseconds(pause))
            let result = try await pool.run { pause }
            #expect(result == pause)
        }
    }

    @Test func `a job that blocks leaves the other threads to other jobs`() async throws {
        let (pool, gate) = (WorkerPool(threads: 2), Gate())
        let blocked = Task(executorPreference: pool) { gate.wait() }
        for _ in 0..<10 { try await pool.run {} }
        gate.open()
        await blocked.value
    }

    /// A job waits here until the test opens the gate.
    private final class Gate: Sendable {
        private let semaphore = DispatchSemaphore(value: 0)

        func wait() { semaphore.wait() }
        func open() { semaphore.signal() }
    }
}
