internal import HTTPTypes
internal import Synchronization
internal import TagService

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Operations on the folder that nodes share, and whose disk may not respond.
extension Spaces {
    /// Runs work on the folder of the spaces.
    ///
    /// If nodes share the folder, the wait for the work is limited.
    func limited<Result: Sendable>(_ work: @escaping @Sendable () async throws -> Result) async throws -> Result {
        guard isExclusive else { return try await WorkerPool.opening.run(work) }
        do { return try await LimitedWork(work).value(within: openingTime) } catch is TimeoutError {
            throw Self.unavailable
        } catch { throw Self.problem(ofOpening: error) }
    }

    /// Throws unless this node can reach the folder.
    ///
    /// - A node that is stopping stays ready until it has released all spaces. It refuses new requests immediately, and
    ///   the proxy sends them to another node. If the node weren't ready, the proxy would cut off requests in progress.
    ///   Once all spaces are released, the node responds 404, so that the proxy stops sending requests.
    /// - A node that the file system has fenced off may still read cached files, but can't open the folder.
    /// - If the folder doesn't respond, the node stays ready for a while, because its open spaces keep working while
    ///   the file system replaces a metadata server. Otherwise, all nodes would fail at the same time.
    func checkReadiness() async throws {
        let folder = try folder
        guard !exclusive.areReleased else { throw Problem.notFound("the server is shutting down") }
        let last = exclusive.probe
        let isOld = last.map { .now - $0.begun > ExclusiveSpaces.probeLimit / 2 } ?? true
        let probe =
            if let last, !isOld || !last.work.hasEnded { last } else {
                (work: LimitedWork<Void> { try Self.probe(folder) }, begun: ContinuousClock.now)
            }
        exclusive.probe = probe
        do { try await probe.work.value(within: ExclusiveSpaces.probeLimit) } catch is TimeoutError
            where .now - probe.begun < ExclusiveSpaces.silenceLimit
        { return } catch {
            throw Problem(503, "the folder with the spaces isn't responding", headers: [.retryAfter: "1"])
        }
    }

    private static func probe(_ folder: String) throws {
        // Only open the folder: nodes that change it would wait for each other. The pointer to the path is only used
        // during the call.
        guard let directory = unsafe opendir(folder) else { throw SystemError(errno) }
        unsafe closedir(directory)
    }

    /// Deletes a space while this node holds its lock, so that no other node writes to deleted files.
    func deleteExclusively(_ name: String) async throws {
        guard Self.isName(name), !creating.contains(name), deleting.insert(name).inserted else { throw Self.missing }
        defer { deleting.remove(name) }
        while let work = exclusive.slots[name]?.work { try await Self.wait(for: work, within: openingTime) }
        send(.willBeDeleted, to: name)
        let open = open.withLock { $0.removeValue(forKey: name)?.space }
        try await limited { [self] in
            guard try Self.exists(databasePath(name)) else { throw Self.missing }
            let space = if let open { open } else { try await openDatabase(name) }
            await space.feed.closeAll()
            await space.awaitUnused()
            try SyncFolder.delete(ofDatabase: databasePath(name))
            try await space.delete()
        }
    }
}
