internal import Synchronization
internal import TagService

/// Services that read one database beside one another, so that a long read keeps few others waiting.
final class ReadLanes: Sendable {
    private let lanes: [TagService]
    /// The number of reads that use or await each lane.
    private let loads: Mutex<[Int]>

    /// Opens a database as often as it has lanes.
    init(_ location: StoreLocation, count: Int, concurrency: StoreConcurrency) throws {
        lanes = try (0..<count).map { _ in try TagService(location, concurrency: concurrency) }
        loads = Mutex(Array(repeating: 0, count: count))
    }

    /// Closes all of them.
    func close() async throws {
        for lane in lanes { try await lane.close() }
    }

    /// Runs a read on the lane with the fewest reads.
    func run<Result: Sendable>(
        _ work: @Sendable (isolated TagService) throws -> Result
    ) async throws -> Result {
        let lane = loads.withLock { loads in
            let lane = loads.indices.min { loads[$0] < loads[$1] } ?? 0
            loads[lane] += 1
            return lane
        }
        defer { loads.withLock { $0[lane] -= 1 } }
        return try await lanes[lane].run(work)
    }
}
