internal import HTTPTypes
internal import PageFetching
internal import Synchronization

/// Reads web pages for requests: a few at a time on separate threads, each canceled if its client disconnects.
///
/// A page may take seconds, so one caller gets only some of the threads.
final class PageReads: Sendable {
    private struct State {
        var running = 0
        var byCaller: [SpaceCaller: Int] = [:]
    }

    /// The maximum number of pages that are read concurrently for one caller.
    private static let callerLimit = 2

    private let fetcher: PageFetcher
    private let limit: Int
    private let pool: WorkerPool
    private let state = Mutex(State())

    /// Creates a reader without running reads.
    ///
    /// - Parameters:
    ///   - fetcher: reads a page and blocks.
    ///   - limit: the maximum number of pages that are read concurrently, at least 1; further requests are refused.
    init(_ fetcher: PageFetcher, limit: Int) {
        self.fetcher = fetcher
        self.limit = limit
        pool = WorkerPool(threads: limit)
    }

    /// Reads the page at a location until the client disconnects.
    ///
    /// - Throws: a problem with status 422 if the page can't be read, 429 or 503 if too many pages are being read, and
    ///   `CancellationError`.
    func page(at location: String, for call: Call) async throws -> FetchedPage {
        let caller = SpaceCaller(call)
        try begin(caller)
        defer { end(caller) }
        do { return try await call.whileConnected(on: pool) { [fetcher] in try fetcher.fetch(location) } } catch let
            error as PageFetchError
        { throw Self.problem(error) }
    }

    private func begin(_ caller: SpaceCaller) throws(Problem) {
        let refusal = state.withLock { state -> (status: Int, detail: String)? in
            let own = state.byCaller[caller, default: 0]
            guard own < Self.callerLimit else {
                return (429, "\(own) pages are already being read for you, which is the limit")
            }
            guard state.running < limit else {
                return (503, "\(limit) pages are already being read, which is the limit")
            }
            state.running += 1
            state.byCaller[caller] = own + 1
            return nil
        }
        guard let refusal else { return }
        throw Problem(refusal.status, "\(refusal.detail); try again", headers: [.retryAfter: "1"])
    }

    private func end(_ caller: SpaceCaller) {
        state.withLock { state in
            state.running -= 1
            let left = state.byCaller[caller, default: 1] - 1
            state.byCaller[caller] = left > 0 ? left : nil
        }
    }

    private static func problem(_ error: PageFetchError) -> any Error {
        switch error {
        case .canceled: CancellationError()
        case .libraryMissing, .parserMissing, .unavailable: Problem(503, error.description)
        default: Problem(422, error.description)
        }
    }
}

/// A caller of a server, whose tokens are numbered in each space.
struct SpaceCaller: Hashable, Sendable {
    let space: String
    let caller: Caller.Kind
}

extension SpaceCaller { init(_ call: Call) { self.init(space: call.space.name, caller: call.caller.kind) } }
