internal import Logging
internal import Synchronization
internal import TagService

/// The state shared by all requests of a server.
final class ServerState: Sendable {
    let settings: ServerSettings
    let logger: Logger
    let spaces: Spaces
    let sessions = Sessions()
    let authorization: Authorization
    let metrics = ServiceMetrics()
    let openChannels = OpenChannels()
    let unsentBytes = UnsentBytes()
    let responses = ResponseCache()
    let date = ServerDate()
    let document: OpenAPIDocument
    /// Runs pictures and exports.
    let heavyWork: HeavyWork
    /// Receives the error after which the server has to stop, since a newer tagflow has upgraded its database.
    let fatalErrors = AsyncStream.makeStream(of: StoreError.self)

    /// Opens the database that the server serves, or checks the folder of its spaces.
    init(_ settings: ServerSettings, logger: Logger) async throws {
        self.settings = settings
        self.logger = logger
        spaces = Spaces(settings)
        heavyWork = HeavyWork(limit: settings.heavyWorkLimit)
        authorization = Authorization(settings, sessions: sessions)
        document = OpenAPIDocument(basePath: settings.basePath, hasSpaces: spaces.areMany)
        if case .spaces(let folder) = settings.content, !settings.isExclusive,
            let name = SharedFolder.fileSystem(of: folder)
        {
            throw StoreError.onNetwork(path: folder, fileSystem: name)
        }
        if !spaces.areMany { try await spaces.enter("").leave() }
    }

    /// Closes a space that a newer tagflow has upgraded; stops a server that has no other.
    func close(_ space: Space?, upgraded error: StoreError) {
        guard let space, spaces.areMany else {
            fatalErrors.continuation.yield(error)
            return
        }
        Task {
            // The request that found it out has left by then. If it hasn't, the next request closes the space.
            do { try await Task.sleep(for: .seconds(1)) } catch { return }
            await spaces.close(space)
        }
    }
}
