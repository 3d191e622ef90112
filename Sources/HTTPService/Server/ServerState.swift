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
    /// Lets requests take turns by address until their sender is known.
    let turns = RequestTurns(limit: 8)
    let date = ServerDate()
    let document: OpenAPIDocument
    /// The executor of pictures and exports.
    let heavyWork: HeavyWork
    /// The reader of web pages; `nil` if it's off.
    let pages: PageReads?
    let connections = Connections()
    let webhooks: WebhookDeliveries
    /// The exchanges with other programs.
    let remotes = RemoteExchanges()
    /// Errors that stop the server, because a newer tagflow has upgraded its only database.
    let fatalErrors = AsyncStream.makeStream(of: StoreError.self)

    /// Opens the server's database, or checks the folder of its spaces.
    init(_ settings: ServerSettings, logger: Logger) async throws {
        self.settings = settings
        self.logger = logger
        spaces = Spaces(settings, logger: logger)
        heavyWork = HeavyWork(limit: settings.heavyWorkLimit)
        pages = settings.pageFetcher.map { PageReads($0, limit: settings.pageLimit) }
        webhooks = WebhookDeliveries(spaces, settings)
        authorization = Authorization(settings, sessions: sessions, logger: logger)
        document = OpenAPIDocument(basePath: settings.basePath, hasSpaces: spaces.areMany)
        if case .spaces(let folder) = settings.content, !settings.isExclusive,
            let name = SharedFolder.fileSystem(of: folder)
        {
            throw StoreError.onNetwork(path: folder, fileSystem: name)
        }
        if !spaces.areMany { try await spaces.enter("").leave() }
    }

    /// Closes a space that a newer tagflow has upgraded, or stops a server of a single database.
    func close(_ space: Space?, upgraded error: StoreError) {
        guard spaces.areMany else {
            fatalErrors.continuation.yield(error)
            return
        }
        // Without a space, the request failed to open it again.
        guard let space else { return }
        Task {
            // Wait until the failed request has left the space. If it hasn't, the space stays open, and
            // the next request closes it.
            do { try await Task.sleep(for: .seconds(1)) } catch { return }
            await spaces.close(space)
        }
    }
}
