internal import Logging
internal import PageFetching
internal import TagService

/// Exchanges the server's databases that are set up for sync, on a separate thread.
///
/// A database is set up with `tagflow sync setup`; the server needs no option. Problems are logged, and `sync status` shows them.
struct BackgroundExchanges {
    private let spaces: Spaces
    private let logger: Logger
    private let worker = WorkerPool(threads: 1)
    private var watches: [String: Watched] = [:]

    /// An open space.
    private struct Watched {
        let space: Space
        var watch: SyncWatch
        /// The problems that were logged last.
        var problem = ""
        /// When to look again whether the space is set up.
        var next = ContinuousClock.now
    }

    /// How often a space that isn't set up is checked: only a command in a terminal changes that.
    private static let pause = Duration.seconds(10)

    init(_ spaces: Spaces, logger: Logger) {
        self.spaces = spaces
        self.logger = logger
    }

    /// Exchanges until the task is canceled.
    mutating func run() async {
        while !Task.isCancelled {
            let open = Dictionary(spaces.all.map { ($0.name, $0) }) { first, _ in first }
            // A space that was closed and opened again has another service.
            watches = watches.filter { name, watched in open[name] === watched.space }
            for (name, space) in open {
                var watched = watches[name] ?? Watched(space: space, watch: SyncWatch(space.service))
                if watched.next <= .now {
                    watched = await exchange(watched)
                }
                watches[name] = watched
            }
            do { try await Task.sleep(for: SyncWatch.interval) } catch { return }
        }
    }

    private func exchange(_ watched: Watched) async -> Watched {
        var watched = watched
        let before = watched
        do {
            let (next, report) = try await worker.run { () -> (Watched, SyncReport?) in
                var watched = before
                guard let place = try watched.space.service.sync.place() else {
                    watched.next = .now + Self.pause
                    return (watched, nil)
                }
                let target = try ServerTarget.target(at: place.target, token: place.token)
                let report = try watched.watch.exchangeIfNeeded(with: target)
                return (watched, report)
            }
            watched = next
            guard let report else { return watched }
            if !report.received.isEmpty { await watched.space.followCommits() }
            log(report.problems + [report.error?.description].compactMap(\.self), of: &watched)
        } catch {
            // The watch of the failed attempt is lost with its time.
            watched.next = .now + Self.pause
            log(["\(error)"], of: &watched)
        }
        return watched
    }

    private func log(_ problems: [String], of watched: inout Watched) {
        let problem = problems.joined(separator: "; ")
        if !problem.isEmpty, problem != watched.problem {
            logger.warning("sync", metadata: ["space": "\(watched.space.name)", "problem": "\(problem)"])
        }
        watched.problem = problem
    }
}
