package import TagService
internal import TextMeasurement

/// Exchanges items with the programs of a database's connections.
package struct Exchange: Sendable {
    /// How to exchange, and how to report progress.
    package struct Options: Sendable {
        /// Whether to end early; checked several times a second.
        package var isStopped: @Sendable () -> Bool = { false }
        /// Receives the share that is done, from 0 to 1, and the amount as text.
        package var progress: @Sendable (_ share: Double, _ amount: String) -> Void = { _, _ in }
        /// Returns whether to delete a number of items here, of all items of the connection.
        package var confirmsDeletion: @Sendable (_ count: Int, _ total: Int) throws -> Bool = { _, _ in false }

        package init() {}
    }

    let service: TagService
    let tokens: TokenFile
    let options: Options

    /// Creates an exchange.
    package init(_ service: TagService, tokens: TokenFile, options: Options = Options()) {
        self.service = service
        self.tokens = tokens
        self.options = options
    }

    /// Adds a connection, after its program has accepted the token.
    ///
    /// - Parameters:
    ///   - name: The name of the connection and of its set.
    ///   - kind: The program.
    ///   - url: Its address.
    ///   - token: The token.
    ///   - takesOver: Whether a connection or a set of that name is used.
    /// - Returns: The connection, which hasn't pulled anything.
    /// - Throws: `RemoteError`, `TagServiceError`, `StoreError`.
    package func add(
        _ name: String, _ kind: ConnectionKind, at url: String, token: String, takesOver: Bool
    ) throws -> Connection {
        let base = Self.base(url)
        guard TagService.isWebAddress(base) else {
            throw RemoteError(.unexpected, "\(url.quoted) isn't an address; start it with http:// or https://")
        }
        guard (1...4_096).contains(token.utf8.count), token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw RemoteError(.unexpected, "the token isn't a word of ASCII characters; check the file")
        }
        try service.connections.requireFree(name, url: base, takesOver: takesOver)
        let session = try RemoteSession(kind.program(at: base, token: token), base: base, isStopped: options.isStopped)
        try session.check()
        let connection = try service.connections.add(name, kind: kind.rawValue, url: base, takesOver: takesOver)
        try tokens.set(token, of: connection.name, at: base)
        return connection
    }

    /// Forgets a connection and its token.
    package func remove(_ name: String) throws {
        let connection = try service.connections.connection(named: name)
        try tokens.set(nil, of: name, at: connection.url)
        try service.connections.remove(name)
    }

    /// Returns the session of a connection.
    func session(of connection: Connection) throws -> RemoteSession {
        try requireOwn(connection)
        guard let kind = ConnectionKind(rawValue: connection.kind) else {
            throw RemoteError(.unexpected, "unknown program '\(connection.kind)'; update tagflow")
        }
        guard let token = try tokens.token(of: connection.name, at: connection.url) else {
            throw RemoteError(
                .refused,
                "no token for '\(connection.name)' on this device; use 'connect add \(kind.rawValue) \(connection.url) --name \(connection.name) --move --token-file F'"
            )
        }
        return try RemoteSession(
            kind.program(at: connection.url, token: token), base: connection.url, isStopped: options.isStopped)
    }

    /// Throws an error if another synchronized device has the connection.
    func requireOwn(_ connection: Connection) throws {
        if let device = connection.device { throw TagServiceError.connectionOnDevice(device, url: connection.url) }
    }

    /// Returns an address without the slash at its end.
    private static func base(_ url: String) -> String { String(url.reversed().drop { $0 == "/" }.reversed()) }
}
