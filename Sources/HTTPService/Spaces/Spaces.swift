internal import Foundation
internal import HTTPTypes
internal import Synchronization
internal import TagService

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The databases that a server serves: one, or one a space, opened when asked for and closed when idle.
actor Spaces {
    struct Entry {
        var space: Space
        /// `nil` where no other process can write.
        var watch: Int32?
    }

    let content: ServerSettings.Content
    /// Whether each space is kept from all other processes.
    nonisolated let isExclusive: Bool
    /// How long a request waits for what may take for ever: the disk of exclusive spaces.
    nonisolated let patience: Duration
    private let limit: Int
    private let ceiling: Int
    let backlogLimit: Int
    let base: Base?
    /// After how long an unused space is closed.
    private let idleLimit: Duration
    private let watch = CommitWatch()
    /// The open spaces, by name.
    ///
    /// The actor alone changes which there are; requests enter them without waiting for it.
    let open = Mutex<[String: Entry]>([:])
    /// Spaces that are being opened, so that each is opened once.
    private var opening: [String: Task<Void, any Error>] = [:]
    var deleting: Set<String> = []
    var creating: Set<String> = []
    /// What happens to exclusive spaces.
    var exclusive = ExclusiveSpaces()
    /// Whether the server stops, and lets all exclusive spaces go.
    nonisolated let isLeaving = Atomic<Bool>(false)
    /// The answers to requests that made spaces; `nil` until it is needed.
    private var record: TagService?

    init(_ settings: ServerSettings) {
        content = settings.content
        limit = settings.openSpaces
        ceiling = settings.mostOpenSpaces
        backlogLimit = settings.backlogLimit
        base = settings.base
        isExclusive = settings.isExclusive
        patience = .seconds(settings.openingTime)
        idleLimit = .seconds(settings.idleTime)
    }

    /// Whether the server serves many spaces.
    nonisolated var areMany: Bool { content.hasSpaces }

    /// The open spaces.
    nonisolated var all: [Space] { open.withLock { $0.values.map(\.space) } }

    /// Returns a space that may be used until ``Space/leave()``; opens it if necessary.
    ///
    /// - Parameters:
    ///   - name: its name; empty for the only database of a server.
    ///   - request: the name that a proxy gave to the request; `nil` if it gave none.
    /// - Returns: the space, which its user leaves when it is done.
    /// - Throws: a problem with status 404 if there is no such space, `StoreError`.
    nonisolated func enter(_ name: String, for request: String? = nil) async throws -> Space {
        if let space = enterOpen(name) { return space }
        return try await isExclusive
            ? enterExclusively(name, for: request) : enterOpening(name)
    }

    private func enterOpening(_ name: String) async throws -> Space {
        while true {
            if let space = enterOpen(name) { return space }
            let path = try path(of: name)
            if opening[name] == nil { try makeRoom() }
            let task = opening[name] ?? Task { try await openSpace(name, at: path) }
            opening[name] = task
            // Until this goes on, the space may have been deleted or closed again.
            try await task.value
        }
    }

    /// Whether a space is open.
    nonisolated func isOpen(_ name: String) -> Bool {
        open.withLock { $0[name] != nil }
    }

    /// Whether the database of a space that is closed has a valid token, which takes a few descriptors for a moment.
    ///
    /// - Parameters:
    ///   - name: the name of the space, which need not exist.
    ///   - digest: the SHA-256 of the token's secret.
    /// - Returns: whether there is such a token.
    /// - Throws: `StoreError.locked`.
    nonisolated func closedSpace(_ name: String, hasToken digest: [UInt8]) async throws -> Bool {
        guard case .spaces(let folder) = content, Self.isName(name) else { return false }
        return try await WorkerPool.lookups.run {
            do {
                return try TagService.database(at: "\(folder)/\(name).sqlite", hasToken: digest)
            } catch StoreError.locked(let path) {
                throw StoreError.locked(path: path)
            } catch {
                // Whoever has no token of it shall not learn that there is a damaged database.
                return false
            }
        }
    }

    /// Returns a space that is open already; `nil` if it is not.
    nonisolated func enterOpen(_ name: String) -> Space? {
        open.withLock { open in
            guard let space = open[name]?.space, !space.hasBeenLost else { return nil }
            // Under the same lock, so that it is not closed in between.
            space.enter()
            return space
        }
    }

    private func openSpace(_ name: String, at path: String) async throws {
        defer { opening[name] = nil }
        let space = try await Self.opened(name, path, backlogLimit, base)
        let number = await watch.watch(space)
        open.withLock { $0[name] = Entry(space: space, watch: number) }
    }

    /// Opens a database on a thread that may block, and not on that of the actor.
    @concurrent private static func opened(
        _ name: String,
        _ path: String,
        _ backlogLimit: Int,
        _ base: Base?
    ) async throws -> Space {
        try await WorkerPool.opening.run {
            try await Space(name: name, path: path, backlogLimit: backlogLimit, base: base)
        }
    }

    static let missing = Problem.notFound("there is no such space")

    private func path(of name: String) throws -> String {
        switch content {
        case .database(let path):
            guard name.isEmpty else { throw Problem.notFound("this server has no spaces") }
            return path
        case .spaces(let folder):
            let path = "\(folder)/\(name).sqlite"
            guard Self.isName(name), !deleting.contains(name),
                FileManager.default.fileExists(atPath: path)
            else { throw Self.missing }
            return path
        }
    }

    /// Whether a text can be the name of a space.
    static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                    UInt8(ascii: "-"), UInt8(ascii: "_"):
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
    ///   - name: its name.
    ///   - request: the request, if it may be sent again.
    ///   - answer: what the request is answered.
    /// - Returns: the answer, or the first one to the request.
    /// - Throws: a problem with status 409 if there is such a space, 422 for a name that can be none.
    func create(
        _ name: String,
        for request: IdempotentRequest?,
        _ answer: Answer
    ) async throws -> Answer {
        guard case .spaces(let folder) = content else {
            throw Problem.notFound("this server has no spaces")
        }
        guard Self.isName(name) else {
            throw Problem.field("/space", "a space's name is 1 to 64 of a to z, 0 to 9, - and _")
        }
        guard !deleting.contains(name), creating.insert(name).inserted else {
            throw Self.taken(name)
        }
        defer { creating.remove(name) }
        if isExclusive {
            return try await createExclusively(name, in: folder, for: request, answer)
        }
        guard let request else {
            try Self.create(name, in: folder)
            return answer
        }
        // No space can have this name.
        let record = try record ?? TagService(.file(path: "\(folder)/.requests.sqlite"))
        self.record = record
        return try await WorkerPool.opening.run {
            try record.answerOnce(request) {
                try Self.create(name, in: folder)
                return answer
            }
        }
    }

    private static func create(_ name: String, in folder: String) throws {
        let path = "\(folder)/\(name).sqlite"
        guard !FileManager.default.fileExists(atPath: path) else { throw taken(name) }
        _ = try TagService(.file(path: path), concurrency: .serial)
    }

    static func taken(_ name: String) -> Problem {
        Problem(409, "there is a space '\(name)' already")
    }

    /// The names of all spaces, sorted.
    func names() async throws -> [String] {
        guard case .spaces(let folder) = content else {
            throw Problem.notFound("this server has no spaces")
        }
        guard isExclusive else { return try Self.names(in: folder) }
        return try await limited { try Self.names(in: folder) }
    }

    private static func names(in folder: String) throws -> [String] {
        let files = try FileManager.default.contentsOfDirectory(atPath: folder)
        return files.filter { $0.hasSuffix(".sqlite") }.map { String($0.dropLast(7)) }
            .filter(isName).sorted()
    }

    /// Deletes a space with all that is in it.
    func delete(_ name: String) async throws {
        guard case .spaces(let folder) = content else {
            throw Problem.notFound("this server has no spaces")
        }
        guard !isExclusive else { return try await deleteExclusively(name, in: folder) }
        _ = try path(of: name)
        guard !creating.contains(name) else { throw Self.missing }
        deleting.insert(name)
        defer { deleting.remove(name) }
        // Whoever is opening it must have finished, or the file would be deleted under an open database.
        if let task = opening[name] { _ = await task.result }
        if let entry = open.withLock({ $0.removeValue(forKey: name) }) {
            await entry.space.feed.closeAll()
            if let number = entry.watch { await watch.unwatch(number) }
            for _ in 0..<100 where entry.space.idleTime == nil {
                try await Task.sleep(for: .milliseconds(50))
            }
        }
        let path = "\(folder)/\(name).sqlite"
        for suffix in ["", "-wal", "-shm", "-index"]
        where unsafe unlink(path + suffix) != 0 && errno != ENOENT {
            throw Problem(500, "the space could not be deleted as a whole; try again")
        }
    }

    /// Looks after the open spaces until the task is cancelled.
    func maintain() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [watch] in await watch.run() }
            group.addTask { [self] in
                while isExclusive, !Task.isCancelled {
                    do { try await Task.sleep(for: .seconds(1)) } catch { return }
                    await yieldToOthers()
                }
            }
            group.addTask { [self] in
                while !Task.isCancelled {
                    do { try await Task.sleep(for: interval) } catch { return }
                    await closeUnused()
                    for space in all { await space.feed.tickAll() }
                }
            }
        }
    }

    private func closeUnused() {
        guard areMany else { return }
        if isExclusive { return closeQuiet(after: idleLimit) }
        for space in all where (space.idleTime ?? .zero) > idleLimit { close(space) }
    }

    /// Closes the space that has been idle for longest if as many are open as may be.
    func closeIdleForAnother() {
        closeIdle(moreThan: limit - 1)
    }

    /// Makes room for one more space.
    ///
    /// - Throws: a problem with status 503 if the process has no descriptors for another one, and all are in use.
    private func makeRoom() throws(Problem) {
        guard areMany else { return }
        closeIdle(moreThan: limit - 1 - opening.count)
        guard all.count + opening.count < ceiling else {
            throw Problem(
                503,
                "\(ceiling) spaces are open, and all are in use; try again",
                headers: [.retryAfter: "1"]
            )
        }
    }

    /// The wishes of the machines that share the folder.
    var wishes: SpaceWishes? {
        guard isExclusive, case .spaces(let folder) = content else { return nil }
        return SpaceWishes(folder: folder)
    }

    /// How often that is done.
    private nonisolated var interval: Duration {
        min(.seconds(10), max(.seconds(1), idleLimit / 2))
    }

    private func closeIdle(moreThan count: Int) {
        let all = all
        guard areMany, all.count > count else { return }
        let idle = all.compactMap { space in
            space.idleTime.map { (space: space, time: $0) }
        }
        for (space, _) in idle.sorted(by: { $0.time > $1.time }).prefix(all.count - count) {
            close(space)
        }
    }

    /// Closes a space unless somebody has entered it meanwhile.
    func close(_ space: Space) {
        let entry = open.withLock { open in
            space.idleTime == nil ? nil : open.removeValue(forKey: space.name)
        }
        guard let entry else { return }
        guard let number = entry.watch else { return letGo(entry.space, isAwaited: false) }
        // Its last user closes the database, which may block.
        Task(executorPreference: WorkerPool.opening) { await self.watch.unwatch(number) }
    }

    /// Ends the streams of events.
    func endStreams() async {
        for space in all { await space.feed.closeAll() }
    }

    /// Closes every database.
    func closeAll() async {
        if isExclusive { return await letAllGo() }
        let entries = open.withLock { open in
            defer { open = [:] }
            return Array(open.values)
        }
        for number in entries.compactMap(\.watch) { await watch.unwatch(number) }
        record = nil
    }
}
