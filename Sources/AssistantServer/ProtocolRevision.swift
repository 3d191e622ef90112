internal import JSON
internal import TextMeasurement

/// How a request specifies its revision of the Model Context Protocol.
///
/// ```swift
/// let meta: JSONValue = [
///     "io.modelcontextprotocol/protocolVersion": "2026-07-28",
///     "io.modelcontextprotocol/clientCapabilities": [:],
/// ]
/// try ProtocolRevision(of: ["_meta": meta])  // .ofRequest
/// ```
enum ProtocolRevision: Hashable {
    /// A revision negotiated by `initialize` for the whole session.
    case ofSession
    /// A revision named in `_meta` of the request.
    case ofRequest

    /// The supported revisions that a request names, newest first.
    static let ofRequests = ["2026-07-28"]
    /// The supported revisions that a session can negotiate, newest first.
    static let ofSessions = ["2025-11-25", "2025-06-18"]

    private static let prefix = "io.modelcontextprotocol/"

    /// The `_meta` key of the server information in a result.
    static let serverKey = prefix + "serverInfo"

    /// Determines the revision of a request.
    ///
    /// - Parameter params: The parameters of the request.
    /// - Throws: `ResponseError` if the revision isn't supported, or if `_meta` lacks the client's capabilities.
    init(of params: JSONValue?) throws(ResponseError) {
        guard let meta = params?["_meta"], let version = meta[Self.prefix + "protocolVersion"] else {
            self = .ofSession
            return
        }
        guard let version = version.string else {
            throw .invalidParams("'\(Self.prefix)protocolVersion' in '_meta' must be a string")
        }
        guard Self.ofRequests.contains(version) else {
            throw ResponseError(
                code: -32_022, message: "unsupported protocol revision; use one from 'supported'",
                data: ["supported": Self.all, "requested": .string(version.shown)])
        }
        guard case .object = meta[Self.prefix + "clientCapabilities"] else {
            throw .invalidParams("'\(Self.prefix)clientCapabilities' in '_meta' must be an object")
        }
        self = .ofRequest
    }

    /// All supported revisions, newest first.
    static var all: JSONValue { .list((ofRequests + ofSessions).map(JSONValue.string)) }

    /// Returns the requested revision if a session supports it, otherwise the newest supported revision.
    static func negotiated(_ requested: String) -> String { ofSessions.contains(requested) ? requested : ofSessions[0] }
}
