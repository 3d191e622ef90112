public import TagService

/// The address, content and limits of a server.
public struct ServerSettings: Sendable {
    /// The address that a server listens on.
    public enum Address: Hashable, Sendable {
        /// A TCP port; 0 takes a free one.
        case host(String, port: Int)
        /// A socket file, with mode 0600.
        case unixSocket(path: String)
        /// A listening socket that the process was started with.
        case inherited(descriptor: Int32)
    }

    /// The content of a server.
    public enum Content: Hashable, Sendable {
        /// One database.
        case database(path: String)
        /// A database for each space, in one folder.
        case spaces(folder: String)

        /// Whether there are many databases.
        var hasSpaces: Bool {
            if case .spaces = self { true } else { false }
        }
    }

    /// Its content.
    public var content: Content
    /// Its address.
    public var address: Address
    /// The prefix of every path; empty, or a path that starts with a slash and doesn't end with one.
    public var basePath = ""
    /// The addresses of proxies whose `X-Forwarded-…` fields are believed; ``socketProxy`` for those that come by the socket file.
    public var trustedProxies: Set<String> = []
    /// The word for a proxy that connects through a socket file.
    public static let socketProxy = "unix"
    /// The origins of other pages that may ask, with a token.
    public var origins: Set<String> = []
    /// The SHA-256 of the server's admin token, or `nil`.
    public var adminTokenDigest: [UInt8]?
    /// Whether a peer on a socket file that runs as the server's user or root is admin without a token.
    ///
    /// A proxy in front of the socket file runs as such a user and passes on everybody's requests, so leave this off behind one.
    /// Requests that show signs of a browser or a proxy need a token all the same.
    public var socketPeersAreAdmin = false
    /// Whether each request is logged.
    public var logsAccess = false

    /// The largest body of a request, in bytes, but for streams.
    public var bodyLimit = 1 << 20
    /// The largest header of a request, in bytes.
    public var headerLimit = 16 << 10
    /// The longest URL, in bytes.
    public var urlLimit = 8 << 10
    /// How many seconds a client has for a whole header, and how long it may send nothing of a body before it is dropped.
    public var clientTimeout = 15
    /// The greatest number of connections; fewer if the process may not open that many files.
    public var connectionLimit = 10_000
    /// The greatest number of connections from one address, except those of ``trustedProxies``; of IPv6, from one network of 64 bits.
    public var connectionsPerAddress = 256
    /// The maximum number of concurrent pictures and exports; further requests get 503.
    public var heavyWorkLimit = 4
    /// How many requests a second one token may send.
    public var tokenRate = 1_000
    /// How much a stream of events may be behind before it is dropped, in bytes.
    public var backlogLimit = 1 << 20
    /// The number of open spaces beyond which the one that has been idle for longest is closed; fewer if the process may not open
    /// that many files.
    public var openSpaces = 1_000
    /// The greatest number of open spaces, even if all of them are in use: as many as the process has file descriptors for.
    var mostOpenSpaces = Int.max
    /// After how many seconds a space that nobody asks for is closed.
    public var idleTime = 300
    /// Whether each space is kept from all other processes and machines while it is open, as it must be on a network file system.
    public var isExclusive = false
    /// How many seconds a request waits for an exclusive space to be opened.
    public var openingTime = 5
    /// The model that all spaces use, in memory once; `nil`: the one that each database names.
    public var model: SharedModel?

    /// Creates settings with the usual limits.
    public init(content: Content, address: Address) {
        self.content = content
        self.address = address
    }

    /// Sets the server's own admin token.
    ///
    /// - Throws: ``TagService/SHA256/Unavailable``.
    public mutating func setAdminToken(_ secret: String) throws {
        adminTokenDigest = try SHA256.digest(of: secret.utf8)
    }
}
