internal import HTTPTypes
internal import Synchronization
internal import TagService

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// What is asked of the folder that machines share.
extension Spaces {
    /// Runs work on the shared folder, which may not answer.
    func limited<Result: Sendable>(
        _ work: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        do {
            return try await LimitedWork(work).value(within: patience)
        } catch is TookTooLong {
            throw Self.elsewhere
        } catch {
            throw Self.problem(ofOpening: error)
        }
    }

    /// Throws unless this machine can reach the folder.
    ///
    /// One that stops is ready until it has let all spaces go: it refuses every request at once, which a proxy then sends to another machine.
    /// If the proxy took it for gone, it would cut off those that are under way. From then on the answer is 404, by which the proxy sends no
    /// more.
    ///
    /// A machine that was cut off may have the folder's files in memory, but may not open the folder. One that gets no answer is ready for
    /// some time still: what it has open goes on while a metadata server is replaced, and all machines would be at fault at once.
    func checkReadiness() async throws {
        guard case .spaces(let folder) = content else {
            throw Self.notReady
        }
        guard !exclusive.areGone else { throw Problem.notFound("the server stops") }
        let last = exclusive.probe
        let isOld = last.map { .now - $0.begun > ExclusiveSpaces.probeLimit / 2 } ?? true
        let probe =
            if let last, !isOld || !last.work.hasEnded {
                last
            } else {
                (work: LimitedWork<Void> { try Self.probe(folder) }, begun: ContinuousClock.now)
            }
        exclusive.probe = probe
        do {
            try await probe.work.value(within: ExclusiveSpaces.probeLimit)
        } catch is TookTooLong where .now - probe.begun < ExclusiveSpaces.silenceLimit {
            return
        } catch {
            throw Self.notReady
        }
    }

    private static let notReady = Problem(
        503,
        "the folder of the spaces does not answer",
        headers: [.retryAfter: "1"]
    )

    private static func probe(_ folder: String) throws {
        // The pointer to the path is only used during the call. Nothing is changed: machines that change one folder wait for each other.
        guard let directory = unsafe opendir(folder) else { throw SystemError(errno) }
        unsafe closedir(directory)
    }

    func createExclusively(
        _ name: String,
        in folder: String,
        for request: IdempotentRequest?,
        _ answer: Answer
    ) async throws -> Answer {
        try await limited {
            guard let request else {
                try await Self.makeDatabase(name, in: folder)
                return answer
            }
            // Which machine gets the request does not matter, so none keeps the record for itself.
            let record = try TagService(
                .file(path: "\(folder)/.requests.sqlite"),
                concurrency: .exclusive
            )
            let path = "\(folder)/\(name).sqlite"
            let result: Result<Answer, any Error>
            do {
                result = .success(
                    try record.answerOnce(request) {
                        guard try !Self.exists(path) else { throw Self.taken(name) }
                        _ = try TagService(.file(path: path), concurrency: .exclusive)
                        return answer
                    }
                )
            } catch {
                result = .failure(error)
            }
            try record.close()
            return try result.get()
        }
    }

    private static func makeDatabase(_ name: String, in folder: String) async throws {
        let path = "\(folder)/\(name).sqlite"
        guard try !exists(path) else { throw taken(name) }
        try TagService(.file(path: path), concurrency: .exclusive).close()
    }

    /// Deletes a space while this machine has it, so that no other one writes to what is gone.
    func deleteExclusively(_ name: String, in folder: String) async throws {
        guard Self.isName(name), !creating.contains(name), deleting.insert(name).inserted else {
            throw Self.missing
        }
        defer { deleting.remove(name) }
        for work in [exclusive.opening[name], exclusive.closing[name]].compactMap(\.self) {
            try await Self.awaiting(work, within: patience)
        }
        let open = open.withLock { $0.removeValue(forKey: name)?.space }
        let path = "\(folder)/\(name).sqlite"
        try await limited { [backlogLimit, base] in
            guard try Self.exists(path) else { throw Self.missing }
            let opened =
                if let open {
                    open
                } else {
                    try await Space(
                        name: name,
                        path: path,
                        backlogLimit: backlogLimit,
                        base: base,
                        isExclusive: true
                    )
                }
            await opened.feed.closeAll()
            await opened.awaitUnused()
            try await opened.delete()
        }
    }
}
