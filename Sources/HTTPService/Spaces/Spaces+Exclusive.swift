internal import HTTPTypes
internal import Synchronization
internal import TagService

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Spaces of a folder that many machines share, of which one at a time may have each.
///
/// 1. A request enters a space that is open, or opens it: a thread of its own asks for the lock of the file, since a disk that
///    waits for a dead machine may not answer for half a minute. The request waits for ``patience``; the thread goes on.
/// 2. If another machine has the space, the request is answered 503 at once, and the proxy asks the next machine.
/// 3. After an error of the disk, or where the file is no longer there, the space is lost: another machine may have it. It is
///    closed, and nothing is acknowledged any more.
/// 4. A space that nobody asks for is closed, so that any machine may have it. A server that stops closes all of them, and
///    answers 503 to whoever asks for one only when it has let that one go.
/// 5. A proxy that was refused by a second machine too comes back with the same request. That machine must not refuse again: it waits
///    until the space is free. The name of a request, `X-Request-ID`, tells that it is the same.
/// 6. A machine that is asked for a space that another one has leaves a wish in the folder ``SpaceWishes``. One that has the space,
///    and is not asked for it just now, lets it go. So spaces come home, and none stays where the proxy does not look.
extension Spaces {
    /// Enters a space that is open, or opens it.
    ///
    /// - Parameters:
    ///   - name: its name.
    ///   - request: the name that the proxy gave to the request; `nil` if it gave none.
    /// - Returns: the space, which its user leaves when it is done.
    /// - Throws: a problem with status 503 if another machine has the space, 404 if there is none.
    func enterExclusively(_ name: String, for request: String?) async throws -> Space {
        let end = ContinuousClock.now + patience
        let isBack = request.map { exclusive.refusals.holds($0) } ?? false
        while true {
            do {
                return try await enterExclusively(name, before: end, isBack: isBack)
            } catch let problem as Problem where problem.status == 503 {
                guard isBack, end > .now, !isLeaving.load(ordering: .acquiring) else {
                    if let request { exclusive.refusals.add(request) }
                    throw problem
                }
            }
            try await Task.sleep(for: ExclusiveSpaces.pause)
        }
    }

    private func enterExclusively(
        _ name: String,
        before end: ContinuousClock.Instant,
        isBack: Bool
    ) async throws -> Space {
        while true {
            if let space = enterOpen(name) { return space }
            let path = try pathOfExclusive(name)
            letGoOfLost(name)
            let rest = end - .now
            if let closing = exclusive.closing[name] {
                try await Self.awaiting(closing, within: rest)
                continue
            }
            guard !isLeaving.load(ordering: .acquiring), rest > .zero,
                isBack || exclusive.elsewhere[name].map({ $0.until <= .now }) ?? true,
                exclusive.opening[name] != nil
                    || exclusive.opening.count < ExclusiveSpaces.mostOpenings
            else { throw Self.elsewhere }
            let work = exclusive.opening[name] ?? open(name, at: path)
            try await Self.awaiting(work, within: rest)
        }
    }

    /// A space that this machine cannot have now; nothing was done, so that the request may be sent to another one.
    static let elsewhere = Problem(
        503,
        "another machine has the space, or it cannot be opened now; try again",
        headers: [.retryAfter: "1"]
    )

    static func awaiting(_ work: LimitedWork<Void>, within limit: Duration) async throws {
        do {
            try await work.value(within: limit)
        } catch is TookTooLong {
            throw elsewhere
        }
    }

    private func pathOfExclusive(_ name: String) throws -> String {
        guard case .spaces(let folder) = content, Self.isName(name), !deleting.contains(name),
            !creating.contains(name)
        else { throw Self.missing }
        return "\(folder)/\(name).sqlite"
    }

    private func open(_ name: String, at path: String) -> LimitedWork<Void> {
        let (backlogLimit, base) = (backlogLimit, base)
        let work = LimitedWork<Void> { [self] in
            do {
                guard try Self.exists(path) else { throw Self.missing }
                let space = try await Space(
                    name: name,
                    path: path,
                    backlogLimit: backlogLimit,
                    base: base,
                    isExclusive: true
                )
                await hasOpened(space)
            } catch {
                await hasNotOpened(name, error)
                throw Self.problem(ofOpening: error)
            }
        }
        exclusive.opening[name] = work
        return work
    }

    /// Changes the wishes while nobody waits: all machines read and change that folder, and wait for each other.
    private func changeWishes(_ change: @escaping @Sendable (SpaceWishes) -> Void) {
        guard let wishes else { return }
        _ = LimitedWork<Void> { change(wishes) }
    }

    private func hasOpened(_ space: Space) {
        let name = space.name
        exclusive.opening[name] = nil
        exclusive.elsewhere[name] = nil
        changeWishes { $0.remove(name) }
        if isLeaving.load(ordering: .acquiring) || deleting.contains(name) {
            return letGo(space)
        }
        closeIdleForAnother()
        open.withLock { $0[name] = Entry(space: space, watch: nil) }
    }

    private func hasNotOpened(_ name: String, _ error: any Error) {
        exclusive.opening[name] = nil
        guard case StoreError.locked = error else { return }
        if exclusive.elsewhere.count >= 10_000 {
            exclusive.elsewhere = exclusive.elsewhere.filter { $0.value.until > .now }
        }
        let last = exclusive.elsewhere[name]?.wished
        let wished = last.flatMap { $0 > .now - SpaceWishes.quiet ? $0 : nil }
        if wished == nil { changeWishes { $0.add(name) } }
        exclusive.elsewhere[name] = ExclusiveSpaces.Absence(
            until: .now + ExclusiveSpaces.shyness,
            wished: wished ?? .now
        )
    }

    /// What a request is answered that waited for a space in vain: another machine may have more luck, unless the file is at fault.
    static func problem(ofOpening error: any Error) -> any Error {
        switch error {
        case StoreError.locked, StoreError.cannotCreate, StoreError.newerSchema: elsewhere
        case StoreError.inputOutput(_, let detail) where !detail.contains("full"): elsewhere
        case is SystemError: elsewhere
        default: error
        }
    }

    static func exists(_ path: String) throws -> Bool {
        // The pointer to the path is only used during the call.
        if unsafe access(path, F_OK) == 0 { return true }
        guard errno == ENOENT else { throw SystemError(errno) }
        return false
    }
}

// MARK: Closing

extension Spaces {
    /// Closes a space that is in nobody's reach any more, as soon as nobody uses it.
    ///
    /// - Parameters:
    ///   - space: the space.
    ///   - isAwaited: whether another machine waits for it.
    func letGo(_ space: Space, isAwaited: Bool = true) {
        let work = LimitedWork<Void> { [self] in
            await space.feed.closeAll()
            await space.awaitUnused()
            // An error leaves the space open until the process ends; other machines are told that it is locked.
            try? await space.close(isAwaited: isAwaited)
            await hasClosed(space.name)
        }
        exclusive.closing[space.name] = work
    }

    private func hasClosed(_ name: String) {
        exclusive.closing[name] = nil
    }

    /// Closes a space that was lost.
    private func letGoOfLost(_ name: String) {
        let lost = open.withLock { open in
            open[name].flatMap { $0.space.hasBeenLost ? open.removeValue(forKey: name) : nil }
        }
        if let lost { letGo(lost.space) }
    }

    /// Closes the spaces that were lost, and those that nothing but streams of events has used for long.
    func closeQuiet(after limit: Duration) {
        for space in all {
            letGoOfLost(space.name)
            if (space.quietTime ?? .zero) > limit { giveUp(space) }
        }
    }

    /// Lets go of the spaces that other machines are asked for and this one is not.
    func yieldToOthers() async {
        guard let wishes, open.withLock({ !$0.isEmpty }),
            let names = try? await limited({ wishes.names })
        else { return }
        for name in names {
            let space = open.withLock { $0[name]?.space }
            if let space, (space.quietTime ?? .zero) > SpaceWishes.quiet { giveUp(space) }
        }
    }

    /// Closes a space that no request uses; whoever listens to its events comes back, perhaps to another machine.
    private func giveUp(_ space: Space) {
        if space.idleTime != nil { close(space) } else { Task { await space.feed.closeAll() } }
    }

    /// Lets go of all spaces, each as soon as its requests are answered, and opens none again.
    func letAllGo() async {
        isLeaving.store(true, ordering: .releasing)
        let spaces = open.withLock { open in
            defer { open = [:] }
            return open.values.map(\.space)
        }
        for space in spaces { letGo(space) }
        for work in exclusive.closing.values {
            // What takes longer ends with the process.
            try? await work.value(within: .seconds(15))
        }
        exclusive.areGone = true
    }
}
