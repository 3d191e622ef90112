internal import HTTPTypes
internal import HummingbirdCore
internal import JSON
internal import NIOCore
internal import NIOHTTPTypes

/// A reader for the body of a request, which applies the server's limits.
///
/// ```
/// Content-Encoding: gzip        415
/// Content-Type: text/plain      415, for a route that takes JSON
/// Content-Length: 2000000       413, for a limit of 1,000,000 bytes
/// Expect: 100-continue          100, then the response when the body has arrived
/// ```
struct RequestBodyReader {
    private let request: Request
    private let channel: any Channel
    private let settings: ServerSettings

    init(_ request: Request, _ channel: any Channel, _ settings: ServerSettings) {
        (self.request, self.channel, self.settings) = (request, channel, settings)
    }

    /// Reads the body of a request to a route.
    ///
    /// - Returns: the bytes; empty for a stream, which the route reads itself.
    /// - Throws: a problem with status 408, 413 or 415.
    func body(of route: Route) async throws -> [UInt8] {
        let encoding = request.headers[.contentEncoding]?.lowercased() ?? "identity"
        guard encoding == "identity" else {
            throw Problem(415, "compressed request bodies aren't supported; send the body uncompressed")
        }
        guard route.streamedTypes.isEmpty else {
            try checkType(among: route.streamedTypes)
            try await askForBody()
            return []
        }
        let bytes = try await collect()
        let fields = route.bodyFields
        if !fields.isEmpty, !bytes.isEmpty || route.api == .tagflow && fields.contains(where: \.isRequired) {
            try checkType(among: route.api.bodyTypes)
        }
        return bytes
    }

    /// Throws a problem with status 415 unless the body has one of the content types.
    func checkType(among types: [String]) throws {
        let given = (request.headers[.contentType] ?? "").prefix { $0 != ";" }.filter { !$0.isWhitespace }.lowercased()
        guard types.contains(given) || types.contains("*/*") else {
            throw Problem(415, "the content type must be \(types.joined(separator: " or "))")
        }
    }

    /// Reads a whole body.
    ///
    /// - Throws: a problem with status 413 if the body is too large, 408 if it arrives too slowly.
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

    /// Sends `100 Continue` if the client expects it.
    ///
    /// Call this after checking permissions.
    private func askForBody() async throws {
        guard request.headers[.expect]?.lowercased() == "100-continue" else { return }
        let head = HTTPResponsePart.head(HTTPResponse(status: .continue))
        try await channel.writeAndFlush(head)
    }
}
