internal import Connections
internal import Foundation
internal import Logging
internal import Synchronization
internal import TagService
internal import TextMeasurement

/// The exchanges of a server with other programs, one at a time for each connection.
final class RemoteExchanges: Sendable {
    /// The connections that are being exchanged, by space and name.
    private let running = Mutex<Set<[String]>>([])

    /// Runs an exchange of a connection on a thread that may block, and then reports its commits.
    ///
    /// - Throws: `Problem` with the status 409 if the connection is being exchanged, and the errors of `work`.
    func run<Result: Sendable>(
        _ name: String, in space: Space, _ work: @escaping @Sendable (Exchange) throws -> Result
    ) async throws -> Result {
        let key = [space.name, name]
        guard running.withLock({ $0.insert(key).inserted }) else {
            throw Problem(409, "\(name.quoted) is being exchanged; wait for that")
        }
        defer { _ = running.withLock { $0.remove(key) } }
        let isCanceled = Cancellation()
        let tokens = TokenFile(databasePath: space.path)
        let result = await Swift.Result { () async throws in
            try await withTaskCancellationHandler {
                try await space.service.perform { service in
                    var options = Exchange.Options()
                    options.isStopped = { isCanceled.isRequested.load(ordering: .relaxed) }
                    return try work(Exchange(service, tokens: tokens, options: options))
                }
            } onCancel: {
                isCanceled.isRequested.store(true, ordering: .relaxed)
            }
        }
        await space.followCommits()
        return try result.get()
    }

    /// Whether the task that waits for an exchange was canceled.
    private final class Cancellation: Sendable { let isRequested = Atomic(false) }

    /// Pulls and pushes all connections of open databases again and again, until the task is canceled.
    func repeatExchanges(every pause: Duration, in server: ServerState) async {
        while !Task.isCancelled {
            for space in server.spaces.all where server.spaces.enterOpen(space.name) != nil {
                defer { space.leave() }
                await exchangeAll(in: space, server.logger)
            }
            do { try await Task.sleep(for: pause) } catch { return }
        }
    }

    private func exchangeAll(in space: Space, _ logger: Logger) async {
        let names: [String]
        do {
            // Other devices exchange theirs.
            names = try await space.service.perform { service in
                try service.connections.all().filter { $0.device == nil }.map(\.name)
            }
        } catch { return logger.warning("can't read the connections", metadata: ["error": "\(error)"]) }
        for name in names where !Task.isCancelled {
            do {
                let report = try await run(name, in: space) { exchange in
                    try exchange.watchOnce(name, accepting: nil, marking: nil)
                }
                for item in report.pushed.failed {
                    logger.warning("can't push an item", metadata: ["item": "\(item.title)", "error": "\(item.error)"])
                }
            } catch let problem as Problem {
                logger.debug("skipped a connection", metadata: ["name": "\(name)", "reason": "\(problem.detail)"])
            } catch { logger.warning("can't exchange", metadata: ["name": "\(name)", "error": "\(error)"]) }
        }
    }
}

extension Swift.Result where Failure == any Error {
    /// Catches the error of an asynchronous function.
    fileprivate init(_ body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
