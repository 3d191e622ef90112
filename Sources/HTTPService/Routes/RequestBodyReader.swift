internal import HTTPTypes
internal import HummingbirdCore
internal import NIOCore
internal import NIOHTTPTypes

/// Reads the body of a request within the server's limits.
struct RequestBodyReader {
    private let request: Request
    private let channel: any Channel
    private let settings: ServerSettings

    init(_ request: Request, _ channel: any Channel, _ settings: ServerSettings) {
        (self.request, self.channel, self.settings) = (request, channel, settings)
    }

    /// Reads the body that a route takes.
    ///
    /// - Returns: the bytes; none for a stream, which the route reads itself.
    /// - Throws: a problem with status 408, 413 or 415.
    func body(of route: Route) async throws -> [UInt8] {
        let encoding = request.headers[.contentEncoding]?.lowercased() ?? "identity"
        guard encoding == "identity" else {
            throw Problem(415, "a compressed body is not read; send it as it is")
        }
        switch route.body {
        case .stream(let types):
            try checkType(among: types)
            try await askForBody()
            return []
        case .none, .json:
            let bytes = try await collect()
            if case .json = route.body, !bytes.isEmpty || route.needsBody {
                try checkType(among: ["application/json"])
            }
            return bytes
        }
    }

    /// Throws a problem with status 415 unless the body has one of the types.
    func checkType(among types: [String]) throws {
        let given = (request.headers[.contentType] ?? "").prefix { $0 != ";" }
            .filter { !$0.isWhitespace }.lowercased()
        guard types.contains(given) || types.contains("*/*") else {
            throw Problem(415, "the content type is \(types.joined(separator: " or "))")
        }
    }

    /// Reads a whole body, which must not be too large or, once the client's timeout has passed, too slow.
    func collect() async throws -> [UInt8] {
        let limit = settings.bodyLimit
        if let length = request.headers[.contentLength].flatMap(Int.init), length > limit {
            throw Problem.tooLarge(limit)
        }
        try await askForBody()
        var bytes: [UInt8] = []
        var pace = BodyPace(grace: .seconds(settings.clientTimeout))
        for try await part in request.body {
            guard bytes.count + part.readableBytes <= limit else { throw Problem.tooLarge(limit) }
            try pace.count(part.readableBytes)
            bytes += part.readableBytesView
        }
        return bytes
    }

    /// Asks for the body if the client waits for that; only whoever may send it gets so far.
    private func askForBody() async throws {
        guard request.headers[.expect]?.lowercased() == "100-continue" else { return }
        let head = HTTPResponsePart.head(HTTPResponse(status: .continue))
        try await channel.writeAndFlush(head)
    }
}

extension Route {
    /// Whether the body must be there.
    fileprivate var needsBody: Bool {
        guard case .json(.object(let fields)) = body else { return false }
        return fields.contains(where: \.isRequired)
    }
}
