internal import Foundation
internal import HTTPTypes
internal import Logging
internal import Synchronization
internal import TagService
internal import TextMeasurement

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The databases of a server: a single one, or one per space, opened on demand and closed when idle.
actor Spaces {
    struct Entry {
        var space: Space
        /// The number of the space's commit watch; nil if no other process can write to the space.
        var watch: Int32?
    }

    let content: ServerSettings.Content
    let logger: Logger
    /// Whether this process holds each open space exclusively.
    nonisolated let isExclusive: Bool
    /// Maximum time that a request waits for the disk of exclusive spaces, which may be unresponsive.
    nonisolated let openingTime: Duration
    /// Number of open spaces beyond which idle spaces are closed.
    private let softLimit: Int
    /// Maximum number of open spaces, even if all are in use.
    private let hardLimit: Int
    private let backlogLimit: Int
    private let syncLimit: Int
    private let model: SharedModel?
    /// How long a space must be unused before it's closed.
    private let idleLimit: Duration
    private let watch = CommitWatch()
    /// The open spaces by name.
    ///
    /// Requests enter spaces without waiting for the actor. Only the actor adds and removes spaces.
    let open = Mutex<[String: Entry]>([:])
    /// The shared spaces that are being opened.
    private var opening: [String: Task<Void, any Error>] = [:]
    var deleting: Set<String> = []
    var creating: Set<String> = []
    var exclusive = ExclusiveSpaces()
    /// The names of spaces that were opened or have new commits; a name may be repeated, and is dropped if thousands are waiting.
    nonisolated let newCommits = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingNewest(10_000))
    /// Whether the server is stopping and releasing all exclusive spaces.
    nonisolated let isLeaving = Atomic<Bool>(false)

    init(_ settings: ServerSettings, logger: Logger) {
        content = settings.content
        self.logger = logger
        softLimit = settings.openSpaces
        hardLimit = settings.mostOpenSpaces
        backlogLimit = settings.backlogLimit
        syncLimit = settings.syncLimit
        model = settings.model
        isExclusive = settings.isExclusive
        openingTime = .seconds(settings.openingTime)
        idleLimit = .seconds(settings.idleTime)
    }

    /// Whether the server serves many spaces.
    nonisolated var areMany: Bool { content.hasSpaces }

    /// The open spaces.
    nonisolated var all: [Space] { open.withLock { $0.values.map(\.space) } }

    /// Enters a space, and opens it if necessary.
    ///
    /// - Parameters:
    ///   - name: the space's name; empty for a server's only database.
    ///   - request: the ID that a proxy gave to the request, or nil.
    /// - Returns: the space; the caller must call ``Space/leave()`` when it's done.
    /// - Throws: a problem with status 404 if the space doesn't exist, `StoreError`.
    nonisolated func enter(_ name: String, for request: String? = nil) async throws -> Space {
        if let space = enterOpen(name) { return space }
        return try await isExclusive ? enterExclusively(name, for: request) : enterOpening(name)
    }

    private func enterOpening(_ name: String) async throws -> Space {
        while true {
            if let space = enterOpen(name) { return space }
            try checkExists(name)
            if opening[name] == nil { try makeRoom() }
            let task = opening[name] ?? Task { try await openShared(name) }
            opening[name] = task
            // Look again, because the space may have been deleted or closed in the meantime.
            try await task.value
        }
    }

    /// Whether a space is open.
    nonisolated func isOpen(_ name: String) -> Bool { open.withLock { $0[name] != nil } }

    /// Returns whether the database of a closed space has a valid token, or a shared view, with a secret.
    ///
    /// Briefly opens the database, which takes several file descriptors.
    ///
    /// - Parameters:
    ///   - name: the name of the space, which may not exist.
    ///   - secret: the SHA-256 of the secret.
    /// - Returns: whether the secret is valid.
    /// - Throws: `StoreError.locked`.
    nonisolated func closedSpace(_ name: String, has secret: TagService.Tokens.ClosedSecret) async throws -> Bool {
        guard areMany, Self.isName(name) else { return false }
        return try await WorkerPool.lookups.run {
            do { return try TagService.Tokens.database(at: databasePath(name), has: secret) } catch StoreError.locked(
                let path)
            { throw StoreError.locked(path: path) } catch {
                // A caller without a valid token must not learn that the database exists and is damaged.
                return false
            }
        }
    }

    /// Enters a space if it's already open; otherwise returns nil.
    nonisolated func enterOpen(_ name: String) -> Space? {
        open.withLock { open in
            guard let space = open[name]?.space, !space.hasBeenLost else { return nil }
            // Enter while holding the lock, so that the space isn't closed in between.
            space.enter()
            return space
        }
    }

    private func openShared(_ name: String) async throws {
        defer { opening[name] = nil }
        let space = try await WorkerPool.opening.run { try await openDatabase(name) }
        let number = await watch.watch(space)
        open.withLock { $0[name] = Entry(space: space, watch: number) }
        newCommits.continuation.yield(name)
    }

    /// Opens a database.
    ///
    /// This may block, so it runs on the task's preferred executor instead of the actor's.
    @concurrent nonisolated func openDatabase(_ name: String) async throws -> Space {
        try await Space(
            name: name, path: databasePath(name), backlogLimit: backlogLimit, syncLimit: syncLimit, model: model,
            isExclusive: isExclusive, checksFiles: !areMany,
            onCommit: { [newCommits] in _ = newCommits.continuation.yield(name) })
    }

    static let missing = {
        var problem = Problem.notFound("no such space")
        problem.kind = ProblemKind("unknown-space")
        return problem
    }()

    private func checkExists(_ name: String) throws {
        if !areMany {
            guard name.isEmpty else { throw Problem.notFound("this server has no spaces") }
        } else if !Self.isName(name) || deleting.contains(name)
            || !FileManager.default.fileExists(atPath: databasePath(name))
        {
            throw Self.missing
        }
    }

    /// Returns the path of a space's database, which may not exist.
    nonisolated func databasePath(_ name: String) -> String {
        switch content {
        case .database(let path): path
        case .spaces(let folder): "\(folder)/\(name).sqlite"
        }
    }

    /// Returns whether a text is a valid space name.
    static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
                    UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}

extension Spaces {
    /// Creates a space.
    ///
    /// - Parameters:
    ///   - name: the space's name.
    ///   - request: the request, if it has an Idempotency-Key.
    ///   - response: the response to return when the space has been created.
    /// - Returns: the response, or the first response to a repeated request.
    /// - Throws: a problem with status 409 if there is such a space, 422 for an invalid name.
    func create(
        _ name: String, for request: IdempotentRequest?, _ response: ServiceResponse
    ) async throws -> ServiceResponse {
        let (folder, path) = (try folder, databasePath(name))
        let concurrency: StoreConcurrency = isExclusive ? .exclusive : .serial
        guard Self.isName(name) else {
            throw Problem.field("/space", "a space's name must be 1 to 64 characters from a to z, 0 to 9, - and _")
        }
        guard !deleting.contains(name), creating.insert(name).inserted else { throw Self.taken(name) }
        defer { creating.remove(name) }
        return try await limited {
            let create: @Sendable () throws -> TagService = {
                guard try !Self.exists(path) else { throw Self.taken(name) }
                return try TagService(.file(path: path), concurrency: concurrency)
            }
            guard let request else {
                try create().close()
                return response
            }
            // No space can have this name. Close the database after each request, because the same request may
            // be repeated on another node.
            let requests = "\(folder)/.requests.sqlite"
            let record = try TagService(.file(path: requests), concurrency: concurrency)
            let first = try record.answerOnce(request) {
                _ = try create()
                return response
            }
            try record.close()
            return first
        }
    }

    private static func taken(_ name: String) -> Problem { Problem(409, "space \(name.quoted) already exists") }

    /// The folder of the spaces.
    var folder: String {
        get throws(Problem) {
            guard let sharedFolder else { throw Problem.notFound("this server has no spaces") }
            return sharedFolder
        }
    }

    /// The folder of the spaces; `nil` if the server has a single database.
    nonisolated var sharedFolder: String? { if case .spaces(let folder) = content { folder } else { nil } }

    /// Returns the names of all spaces, sorted.
    func names() async throws -> [String] {
        let folder = try folder
        let files = try await limited { try FileManager.default.contentsOfDirectory(atPath: folder) }
        return files.filter { $0.hasSuffix(".sqlite") }.map { String($0.dropLast(7)) }.filter(Self.isName).sorted()
    }

    /// Deletes a space and its contents.
    func delete(_ name: String) async throws {
        _ = try folder
        guard !isExclusive else { return try await deleteExclusively(name) }
        try checkExists(name)
        guard !creating.contains(name) else { throw Self.missing }
        deleting.insert(name)
        defer { deleting.remove(name) }
        // Wait if the database is being opened, so that its file isn't deleted while it's open.
        if let task = opening[name] { _ = await task.result }
        if let entry = open.withLock({ $0.removeValue(forKey: name) }) {
            await entry.space.feed.closeAll()
            if let number = entry.watch { await watch.unwatch(number) }
            for _ in 0..<100 where entry.space.idleTime == nil { try await Task.sleep(for: .milliseconds(50)) }
        }
        do { try SyncFolder.delete(ofDatabase: databasePath(name)) } catch { throw Self.partlyDeleted }
        for suffix in ["", "-wal", "-shm", "-linear"]
        where unsafe unlink(databasePath(name) + suffix) != 0 && errno != ENOENT { throw Self.partlyDeleted }
    }

    private static let partlyDeleted = Problem(500, "the space was only partly deleted; try again")

    /// Maintains the open spaces until the task is cancelled.
    func maintain() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [watch] in await watch.run() }
            group.addTask { [self] in
                while isExclusive, !Task.isCancelled {
                    do { try await Task.sleep(for: .seconds(1)) } catch { return }
                    await handOverWanted()
                }
            }
            group.addTask { [self] in
                let interval = min(.seconds(10), max(.seconds(1), idleLimit / 2))
                while !Task.isCancelled {
                    do { try await Task.sleep(for: interval) } catch { return }
                    await closeUnused()
                    for space in all { await space.feed.tickAll() }
                    for space in all where (space.idleTime ?? .zero) > Self.trainingPause {
                        space.service.suggestions.trainIfOutdated()
                    }
                }
            }
        }
    }

    /// How long nobody must have used a space before the server learns from its items.
    private static let trainingPause = Duration.seconds(5)

    private func closeUnused() {
        guard areMany else { return }
        if isExclusive { return closeUnusedExclusive(after: idleLimit) }
        for space in all where (space.idleTime ?? .zero) > idleLimit { close(space) }
    }

    /// Closes idle spaces if necessary, so that another shared space can be opened.
    ///
    /// - Throws: a problem with status 503 if the maximum number of spaces is open and all of them are in use.
    private func makeRoom() throws(Problem) {
        guard areMany else { return }
        closeIdle(toOpen: opening.count + 1)
        guard all.count + opening.count < hardLimit else {
            throw Problem(
                503, "\(hardLimit) spaces are already in use, which is the limit; try again",
                headers: [.retryAfter: "1"])
        }
    }

    /// Closes the spaces that have been idle longest, so that `count` more can be opened within the soft limit.
    func closeIdle(toOpen count: Int) {
        let all = all
        let excess = all.count + count - softLimit
        guard areMany, excess > 0 else { return }
        let idle = all.compactMap { space in space.idleTime.map { (space: space, time: $0) } }
        for (space, _) in idle.sorted(by: { $0.time > $1.time }).prefix(excess) { close(space) }
    }

    /// Closes a space unless a request has entered it in the meantime.
    func close(_ space: Space) {
        let entry = open.withLock { open in space.idleTime == nil ? nil : open.removeValue(forKey: space.name) }
        guard let entry else { return }
        guard let number = entry.watch else {
            send(.unneeded, to: space.name, space)
            return
        }
        // The database closes when the last reference to the space is released. That may happen here, and may block.
        Task(executorPreference: WorkerPool.opening) { await self.watch.unwatch(number) }
    }

    /// Ends the event streams.
    func endStreams() async { for space in all { await space.feed.closeAll() } }

    /// Closes every database.
    func closeAll() async {
        if isExclusive { return await releaseAll() }
        let entries = open.withLock { open in
            defer { open = [:] }
            return Array(open.values)
        }
        for number in entries.compactMap(\.watch) { await watch.unwatch(number) }
    }
}
