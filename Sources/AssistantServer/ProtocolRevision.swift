internal import JSON
internal import JSONRPC

/// The revision of the Model Context Protocol that a request speaks.
enum ProtocolRevision: Hashable {
    /// One that `initialize` agrees on for the whole session.
    case ofSession
    /// One that each request says.
    case ofRequest

    /// The revisions that requests say, the newest first.
    static let ofRequests = ["2026-07-28"]
    /// The revisions that a session can agree on, the newest first.
    static let ofSessions = ["2025-11-25", "2025-06-18"]

    private static let prefix = "io.modelcontextprotocol/"

    /// The key of what a result says of this server.
    static let serverKey = prefix + "serverInfo"

    /// Finds out what a request speaks.
    ///
    /// - Parameter params: Its parameters.
    /// - Throws: The answer to a request that says a revision that is not known, or not what belongs to it.
    init(of params: JSONValue?) throws(ResponseError) {
        guard let meta = params?["_meta"], let version = meta[Self.prefix + "protocolVersion"]
        else {
            self = .ofSession
            return
        }
        guard let version = version.string else {
            throw .invalidParams("'\(Self.prefix)protocolVersion' in '_meta' is a text")
        }
        guard Self.ofRequests.contains(version) else {
            throw ResponseError(
                code: -32_022,
                message: "the revision is not supported; use one of those in 'supported'",
                data: ["supported": Self.all, "requested": .string(String(version.prefix(100)))]
            )
        }
        guard case .object = meta[Self.prefix + "clientCapabilities"] else {
            throw .invalidParams("'\(Self.prefix)clientCapabilities' in '_meta' is an object")
        }
        self = .ofRequest
    }

    /// All revisions, the newest first.
    static var all: JSONValue { .list((ofRequests + ofSessions).map(JSONValue.string)) }

    /// The revision of a session: the one that a client wants, else the newest.
    static func agreed(_ wanted: String) -> String {
        ofSessions.contains(wanted) ? wanted : ofSessions[0]
    }
}
