import ArgumentParser
import Foundation
import HTTPService
import PageFetching
import TagService
import TextMeasurement

/// The options of the server; an environment variable supplies the value of a missing option.
///
/// ```
/// $ tagflow-server --spaces data --body-limit 2000000
/// $ TAGFLOW_SPACES=data TAGFLOW_BODY_LIMIT=2000000 tagflow-server
/// ```
struct ServerOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The database file.", valueName: "path")) var database: String?
    @Option(help: ArgumentHelp("A folder with a database for each space.", valueName: "folder")) var spaces: String?
    @Option(
        help: ArgumentHelp(
            "The address to listen on: HOST:PORT or unix:PATH (default: 127.0.0.1:7733).", valueName: "address"))
    var listen: String?
    @Option(help: ArgumentHelp("A prefix of every path, such as /tags.", valueName: "path")) var basePath: String?
    @Option(
        help: ArgumentHelp(
            "A proxy whose X-Forwarded fields are trusted; 'unix' for a proxy on the Unix socket.", valueName: "address"
        )) var trustedProxy: [String] = []
    @Option(
        help: ArgumentHelp(
            """
            A header field in which a trusted proxy sends the name of the signed-in user, such as \
            Remote-User.
            """, valueName: "name")) var userHeader: String?
    @Flag(help: "Create the space of a user at the user's first request.") var createSpaces = false
    @Option(
        help: ArgumentHelp(
            "The tag of items that linkding's and Pinboard's clients show as unread (default: unread).",
            valueName: "tag")) var unreadTag: String?
    @Option(
        help: ArgumentHelp(
            "The tag of items that linkding's clients show as archived (default: archived).", valueName: "tag"))
    var archivedTag: String?
    @Option(
        help: ArgumentHelp("An origin whose pages may send requests with a token; may be repeated.", valueName: "url"))
    var origin: [String] = []
    @Option(help: ArgumentHelp("A file with the server's admin token.", valueName: "file")) var adminTokenFile: String?
    @Flag(
        help: """
            Give local programs on a Unix socket admin access without a token if they run as the \
            server's user or root. Don't use behind a proxy.
            """) var socketAdmin = false
    @Flag(help: "Log each request.") var accessLog = false
    @Option(help: "The format of the lines on standard error (default: text).") var logFormat: LogFormat?
    @Flag(
        help: """
            Read the title of a page for a token that may write; only from public addresses, \
            over http and https.
            """) var fetchTitles = false

    @Option(
        help: ArgumentHelp(
            "Pull and push all connections at this interval, such as 5m; see 'tagflow help connect'.", valueName: "time"
        )) var connectEvery: String?
    @Flag(help: "Let webhooks reach addresses and ports that aren't public.") var allowPrivate = false

    @Option(help: ArgumentHelp("The maximum size of a request body, except for streams.", valueName: "bytes"))
    var bodyLimit: Int?
    @Option(help: ArgumentHelp("The maximum size of a request header.", valueName: "bytes")) var headerLimit: Int?
    @Option(help: ArgumentHelp("The maximum length of a URL.", valueName: "bytes")) var urlLimit: Int?
    @Option(help: ArgumentHelp("How long a client may send nothing before it is disconnected.", valueName: "seconds"))
    var clientTimeout: Int?
    @Option(help: ArgumentHelp("The maximum number of connections.", valueName: "n")) var connections: Int?
    @Option(
        help: ArgumentHelp("The maximum number of connections per address, except for trusted proxies.", valueName: "n")
    ) var connectionsPerAddress: Int?
    @Option(help: ArgumentHelp("The maximum number of concurrent pictures and exports.", valueName: "n")) var heavyWork:
        Int?
    @Option(help: ArgumentHelp("The maximum number of pages read concurrently.", valueName: "n")) var fetches: Int?
    @Option(help: ArgumentHelp("The maximum number of requests per second per token.", valueName: "n")) var tokenRate:
        Int?
    @Option(help: ArgumentHelp("The maximum backlog of an event stream, in bytes.", valueName: "bytes")) var backlog:
        Int?
    @Option(
        help: ArgumentHelp(
            "The maximum size of the files that the devices of a space exchange (default: 1 GiB).", valueName: "bytes"))
    var syncLimit: Int?
    @Option(help: ArgumentHelp("The maximum number of open spaces.", valueName: "n")) var openSpaces: Int?
    @Option(help: ArgumentHelp("The time until an unused space is closed.", valueName: "seconds")) var idleTime: Int?
    @Flag(help: "Lock each open space exclusively, as required for --spaces on a network file system.") var exclusive =
        false
    @Option(help: ArgumentHelp("How long a request waits for an exclusive space to be opened.", valueName: "seconds"))
    var openingTime: Int?
    @Option(help: ArgumentHelp("The shared model for the suggestions of every space.", valueName: "file")) var model:
        String?

    /// Returns the settings of the server.
    ///
    /// - Parameter environment: the environment, used for missing options.
    /// - Returns: the settings.
    /// - Throws: `ValidationError` for an invalid value, or an error of the shared model.
    func settings(_ environment: [String: String]) throws -> ServerSettings {
        func text(_ option: String?, _ name: String) -> String? {
            option ?? environment["TAGFLOW_\(name)"].flatMap { $0.isEmpty ? nil : $0 }
        }
        func number(_ option: Int?, _ name: String, default usual: Int) throws -> Int {
            let given = try text(nil, name).map { try Self.number($0, name) }
            guard let value = option ?? given else { return usual }
            guard (1...1 << 40).contains(value) else {
                throw ValidationError("\(name.lowercased()) must be at least 1")
            }
            return value
        }
        var settings = ServerSettings(content: try content(environment), address: try address(environment))
        settings.basePath = try Self.basePath(text(basePath, "BASE_PATH") ?? "")
        settings.trustedProxies = Set(list(trustedProxy, environment["TAGFLOW_TRUSTED_PROXY"]))
        settings.userHeader = text(userHeader, "USER_HEADER")
        settings.createsSpaces = createSpaces || environment["TAGFLOW_CREATE_SPACES"] == "1"
        try Self.checkUsers(settings)
        settings.stateTags.unread = try Self.tag(text(unreadTag, "UNREAD_TAG") ?? settings.stateTags.unread)
        settings.stateTags.archived = try Self.tag(text(archivedTag, "ARCHIVED_TAG") ?? settings.stateTags.archived)
        settings.origins = Set(list(origin, environment["TAGFLOW_ORIGIN"]))
        settings.logsAccess = accessLog || environment["TAGFLOW_ACCESS_LOG"] == "1"
        settings.bodyLimit = try number(bodyLimit, "BODY_LIMIT", default: settings.bodyLimit)
        settings.headerLimit = try number(headerLimit, "HEADER_LIMIT", default: settings.headerLimit)
        settings.urlLimit = try number(urlLimit, "URL_LIMIT", default: settings.urlLimit)
        settings.clientTimeout = try number(clientTimeout, "CLIENT_TIMEOUT", default: settings.clientTimeout)
        settings.connectionLimit = try number(connections, "CONNECTIONS", default: settings.connectionLimit)
        settings.connectionsPerAddress = try number(
            connectionsPerAddress, "CONNECTIONS_PER_ADDRESS", default: settings.connectionsPerAddress)
        settings.heavyWorkLimit = min(try number(heavyWork, "HEAVY_WORK", default: settings.heavyWorkLimit), 256)
        settings.pageLimit = min(try number(fetches, "FETCHES", default: settings.pageLimit), 256)
        if fetchTitles || environment["TAGFLOW_FETCH_TITLES"] == "1" { settings.pageFetcher = PageFetcher() }
        settings.webhookSender = WebhookSender(
            allowsPrivate: allowPrivate || environment["TAGFLOW_ALLOW_PRIVATE"] == "1")
        settings.socketPeersAreAdmin = socketAdmin || environment["TAGFLOW_SOCKET_ADMIN"] == "1"
        settings.remoteInterval = try text(connectEvery, "CONNECT_EVERY").map(Self.interval)
        settings.tokenRate = try number(tokenRate, "TOKEN_RATE", default: settings.tokenRate)
        settings.backlogLimit = try number(backlog, "BACKLOG", default: settings.backlogLimit)
        settings.syncLimit = try number(syncLimit, "SYNC_LIMIT", default: settings.syncLimit)
        settings.openSpaces = try number(openSpaces, "OPEN_SPACES", default: settings.openSpaces)
        settings.idleTime = try number(idleTime, "IDLE_TIME", default: settings.idleTime)
        settings.openingTime = try number(openingTime, "OPENING_TIME", default: settings.openingTime)
        settings.isExclusive = exclusive || environment["TAGFLOW_EXCLUSIVE"] == "1"
        if settings.isExclusive, case .database = settings.content {
            throw ValidationError("--exclusive requires --spaces")
        }
        settings.model = try text(model, "MODEL").map { try SharedModel(path: $0) }
        if let secret = try adminToken(environment) { settings.setAdminToken(secret) }
        return settings
    }

    /// Returns a time with a unit, such as `5m`.
    private static func interval(_ text: String) throws -> Duration {
        let units = ["s": 1, "m": 60, "h": 3_600]
        guard let unit = text.last.flatMap({ units[String($0)] }), let number = Int(text.dropLast()),
            (1...100_000).contains(number)
        else { throw ValidationError("--connect-every needs a time such as 60s, 5m or 2h, got \(text.quoted)") }
        return .seconds(number * unit)
    }

    /// Throws an error if the options for signed-in users don't fit together.
    private static func checkUsers(_ settings: ServerSettings) throws {
        if let name = settings.userHeader {
            guard ServerSettings.isUserHeader(name) else {
                throw ValidationError(
                    "--user-header must be the name of a header field for this purpose, such as Remote-User")
            }
            guard !settings.trustedProxies.isEmpty else {
                throw ValidationError(
                    "--user-header requires --trusted-proxy, because anybody else could send the field")
            }
        }
        guard settings.createsSpaces else { return }
        guard settings.userHeader != nil, case .spaces = settings.content else {
            throw ValidationError("--create-spaces requires --spaces and --user-header")
        }
    }

    private static func tag(_ name: String) throws -> String {
        do { return try TagService.Tags.tagName(name) } catch { throw ValidationError("\(error)") }
    }

    private static func number(_ text: String, _ name: String) throws -> Int {
        guard let number = Int(text) else { throw ValidationError("TAGFLOW_\(name) must be a whole number") }
        return number
    }

    private func list(_ options: [String], _ variable: String?) -> [String] {
        options.isEmpty ? (variable ?? "").split { $0 == "," || $0 == " " }.map(String.init) : options
    }

    private static func basePath(_ text: String) throws -> String {
        let path = text.hasSuffix("/") ? String(text.dropLast()) : text
        guard path.isEmpty || path.hasPrefix("/"), !path.contains(where: { "?#%\"<> ".contains($0) }) else {
            throw ValidationError("--base-path must be a path such as /tags")
        }
        return path
    }

    private func content(_ environment: [String: String]) throws -> ServerSettings.Content {
        guard database == nil || spaces == nil else {
            throw ValidationError("--database and --spaces can't be combined")
        }
        if let folder = spaces ?? (database == nil ? environment["TAGFLOW_SPACES"] : nil) {
            return .spaces(folder: folder)
        }
        let location = DatabaseLocation(option: database, environment: environment).location
        guard case .file(let path) = location else {
            throw ValidationError("the server requires a database file, not ':memory:'")
        }
        return .database(path: path)
    }

    private func address(_ environment: [String: String]) throws -> ServerSettings.Address {
        let variable = environment["TAGFLOW_LISTEN"].flatMap { $0.isEmpty ? nil : $0 }
        guard let text = listen ?? variable else {
            return InheritedSocket.descriptor(environment).map { .inherited(descriptor: $0) }
                ?? .host("127.0.0.1", port: 7_733)
        }
        if text.hasPrefix("unix:") { return .unixSocket(path: String(text.dropFirst(5))) }
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            throw ValidationError("--listen must be HOST:PORT or unix:PATH")
        }
        let host = text[..<colon].filter { $0 != "[" && $0 != "]" }
        return .host(host.isEmpty ? "0.0.0.0" : String(host), port: Int(port))
    }

    private func adminToken(_ environment: [String: String]) throws -> String? {
        if let file = adminTokenFile ?? environment["TAGFLOW_ADMIN_TOKEN_FILE"] {
            let text: String
            let mode: Int
            do {
                text = try String(contentsOfFile: file, encoding: .utf8)
                let attributes = try FileManager.default.attributesOfItem(atPath: file)
                mode = (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
            } catch { throw ValidationError("can't read the token file \(file.quoted)") }
            if mode & 0o077 != 0 {
                ErrorStream.print("warning: other users can open \(file.quoted); run 'chmod 600' on it\n")
            }
            let token = text.trimmingCharacters(in: .whitespacesAndNewlines)
            guard token.count >= Self.shortestAdminToken else {
                throw ValidationError(
                    "the admin token in \(file.quoted) must have at least \(Self.shortestAdminToken) characters, got \(token.count); try 'openssl rand -hex 32'"
                )
            }
            return token
        }
        return environment["TAGFLOW_ADMIN_TOKEN"].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The minimum length of the admin token: 32 characters hold 128 random bits in hexadecimal.
    private static let shortestAdminToken = 32
}
