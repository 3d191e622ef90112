internal import HTTPTypes
package import PageFetching
public import TagService

/// The address, content and limits of a server.
///
/// ```swift
/// var settings = ServerSettings(
///     content: .spaces(folder: "spaces"), address: .unixSocket(path: "tagflow.sock"))
/// settings.basePath = "/tags"
/// settings.trustedProxies = [ServerSettings.socketProxy, "10.0.0.2"]
/// settings.setAdminToken("a long random secret")
/// ```
public struct ServerSettings: Sendable {
    /// The address that a server listens on.
    public enum Address: Hashable, Sendable {
        /// A TCP port of a host. Port 0 picks a free port.
        case host(String, port: Int)
        /// A socket file, with mode 0600.
        case unixSocket(path: String)
        /// A listening socket that the process inherited.
        case inherited(descriptor: Int32)
    }

    /// The content of a server.
    public enum Content: Hashable, Sendable {
        /// One database.
        case database(path: String)
        /// A database for each space, in one folder.
        case spaces(folder: String)

        /// Whether the content is one database per space.
        var hasSpaces: Bool { if case .spaces = self { true } else { false } }
    }

    /// The databases that the server opens.
    public var content: Content
    /// The address that the server listens on.
    public var address: Address
    /// The prefix of every path: empty, or a path with a slash at its start and none at its end.
    public var basePath = ""
    /// The addresses of proxies whose `X-Forwarded-…` fields are trusted.
    ///
    /// ``socketProxy`` is the address of a proxy that connects through the socket file.
    public var trustedProxies: Set<String> = []
    /// The address of a proxy that connects through the socket file.
    public static let socketProxy = "unix"
    /// The name of the header field in which a trusted proxy sends the name of the user whom it has identified, or `nil`.
    public var userHeader: String?
    /// Whether the first request of a user creates the user's space.
    public var createsSpaces = false
    /// The tags that mean for other programs that an item is unread or archived.
    public var stateTags = StateTags()
    /// The origins of other pages that may send requests.
    ///
    /// Their requests need a token.
    public var origins: Set<String> = []
    /// The SHA-256 of the server's admin token, or `nil`.
    public var adminTokenDigest: [UInt8]?
    /// Whether a local program that connects to the socket file is admin without a token.
    ///
    /// The program must run as the server's user or as root. Leave this off behind a proxy: it may run
    /// as one of these users, and it forwards everybody's requests. A request whose header shows that
    /// it came from a browser or through a proxy always needs a token.
    public var socketPeersAreAdmin = false
    /// Whether each request is logged.
    public var logsAccess = false

    /// The maximum size of a request's body, in bytes.
    ///
    /// Streams have no limit.
    public var bodyLimit = 1 << 20
    /// The maximum size of a request's header, in bytes.
    public var headerLimit = 16 << 10
    /// The maximum length of a URL, in bytes.
    public var urlLimit = 8 << 10
    /// The maximum time for sending a header, and for a pause while sending a body, in seconds.
    ///
    /// Slower clients are dropped.
    public var clientTimeout = 15
    /// The maximum number of connections.
    ///
    /// The limit is lower if the process can't open that many files.
    public var connectionLimit = 10_000
    /// The maximum number of connections from one IPv4 address or one IPv6 network of 64 bits.
    ///
    /// ``trustedProxies`` aren't limited.
    public var connectionsPerAddress = 256
    /// The maximum number of concurrent pictures and exports; further requests get 503.
    public var heavyWorkLimit = 4
    /// The reader of the pages that requests name, or `nil` to read none.
    package var pageFetcher: PageFetcher?
    /// The maximum number of pages that are read concurrently; further requests get 503.
    public var pageLimit = 8
    /// The sender of commits to webhooks; by default, to public addresses only.
    package var webhookSender = WebhookSender()
    /// How long to wait before each retry of a webhook, in seconds.
    package var webhookDelays: [Double] = [1, 5, 25]
    /// The maximum number of concurrent deliveries to webhooks.
    var deliveryLimit = WebhookDeliveries.limit
    /// The maximum number of requests per second with one token.
    public var tokenRate = 1_000
    /// The maximum backlog of an event stream, in bytes.
    ///
    /// A stream with a larger backlog is dropped.
    public var backlogLimit = 1 << 20
    /// The maximum size of the files that the devices of a space exchange, in bytes.
    public var syncLimit = 1 << 30
    /// The number of open spaces beyond which the longest idle space is closed.
    ///
    /// The server uses a smaller number if the process may not open that many files.
    public var openSpaces = 1_000
    /// The maximum number of open spaces, even if all are in use.
    ///
    /// The limit of open files determines it.
    var mostOpenSpaces = Int.max
    /// The time after which an unused space is closed, in seconds.
    public var idleTime = 300
    /// Whether each open space is locked against other processes and machines.
    ///
    /// This is required on a network file system.
    public var isExclusive = false
    /// The maximum time that a request waits for an exclusive space to be opened, in seconds.
    public var openingTime = 5
    /// The shared model of all spaces, or `nil` for the model that each database specifies.
    public var model: SharedModel?

    /// Returns whether a header field can have the name of the signed-in user.
    ///
    /// Fields with another meaning can't, because clients send them for that.
    public static func isUserHeader(_ name: String) -> Bool {
        let others = [
            "authorization", "cookie", "host", "origin", "referer", "accept", "user-agent", "via", "forwarded",
            "content-type", "content-length", "connection", "transfer-encoding",
        ]
        let name = name.lowercased()
        return HTTPField.Name(name) != nil && !others.contains(name) && !name.hasPrefix("sec-")
            && !["x-forwarded-for", "x-forwarded-proto", "x-forwarded-host"].contains(name)
    }

    /// Creates settings with the default limits.
    public init(content: Content, address: Address) {
        self.content = content
        self.address = address
    }

    /// Sets the server's own admin token.
    public mutating func setAdminToken(_ secret: String) { adminTokenDigest = SHA256.digest(of: secret.utf8) }
}
