internal import Connections
internal import HTTPTypes
internal import JSON
internal import NIOCore
internal import NIOHTTP1
internal import Sync
internal import TagService

/// An error as a client receives it (RFC 9457).
struct Problem: Error, Sendable {
    var status: Int
    /// The problem and the remedy, in one line.
    var detail: String
    /// The invalid field of the body, as a JSON pointer, or `nil`.
    var pointer: String?
    /// The kind of problem and the names that it's about, from which the page words it; `nil` if the status says enough.
    var kind: ProblemKind?
    /// Header fields to send with the problem, such as `Retry-After`.
    var headers: HTTPFields = [:]

    init(_ status: Int, _ detail: String, pointer: String? = nil, headers: HTTPFields = [:]) {
        self.status = status
        self.detail = detail
        self.pointer = pointer
        self.headers = headers
    }

    static func badRequest(_ detail: String) -> Problem { Problem(400, detail) }

    static func notFound(_ detail: String) -> Problem { Problem(404, detail) }

    /// Returns the problem for a client that accepts none of the available content types.
    static func notAcceptable(_ types: [String]) -> Problem {
        let available = types.joined(separator: ", ") + (types.count == 1 ? " is" : " are")
        return Problem(406, "only \(available) available, which the 'Accept' header excludes")
    }

    /// Returns the problem for an invalid field of the body.
    static func field(_ pointer: String, _ detail: String) -> Problem { Problem(422, detail, pointer: pointer) }

    static func tooLarge(_ limit: Int) -> Problem {
        Problem(413, "the request body is larger than \(limit) bytes; split it into several requests")
    }

    static func urlTooLong(_ limit: Int) -> Problem { Problem(414, "the URL is longer than \(limit) bytes") }

    /// The problem for a request whose body arrives too slowly.
    static let tooSlow = Problem(408, "the request arrived too slowly; send it again")

    /// Returns the reason phrase of a status (RFC 9110).
    ///
    /// HTTPTypes knows it only for its own constants.
    private static func title(of status: Int) -> String {
        let known: [HTTPResponse.Status] = [
            .badRequest, .unauthorized, .forbidden, .notFound, .methodNotAllowed, .notAcceptable, .requestTimeout,
            .conflict, .preconditionFailed, .contentTooLarge, .uriTooLong, .unsupportedMediaType, .unprocessableContent,
            .tooManyRequests, .requestHeaderFieldsTooLarge, .internalServerError, .badGateway, .serviceUnavailable,
        ]
        let usual = status == 507 ? "Insufficient Storage" : "Error"
        return known.first { $0.code == status }?.reasonPhrase ?? usual
    }

    /// The problem as JSON.
    var body: [UInt8] {
        JSONBytes.encoded(
            Document(
                type: kind.map { "urn:tagflow:\($0.type)" } ?? "about:blank", title: Self.title(of: status),
                status: status, detail: detail, pointer: pointer, name: kind?.name, nearest: kind?.nearest))
    }

    private struct Document: Encodable {
        let type: String
        let title: String
        let status: Int
        let detail: String
        let pointer: String?
        let name: String?
        let nearest: String?
    }
}

extension Problem {
    /// Creates the problem that a client receives for an error of a route.
    ///
    /// - Parameters:
    ///   - error: the route's error.
    ///   - call: the request, used to find out whether the invalid name is in the path or in the body.
    init(_ error: any Error, in call: Call?) {
        switch error {
        case let problem as Problem: self = problem
        case let error as TagServiceError: self.init(error, in: call)
        case is HTTPParserError: self.init(400, "the request isn't a valid HTTP message")
        case is ChannelError, is IOError: self.init(400, "the connection was closed")
        case let error as StoreError: self.init(error)
        case let error as SyncStoreError: self.init(error)
        case let error as RemoteError:
            self.init(error.kind == .unconfirmed ? 409 : 502, error.message)
            kind = ProblemKind(error, connection: call?.values.path["name"])
        case is TemporaryFile.NoRoom: self.init(507, "the server has no disk space for a temporary file")
        case is CancellationError: self.init(503, "the server is shutting down; try again")
        default: self.init(500, "internal error (\(type(of: error))); please report this bug in tagflow")
        }
    }

    private init(_ error: TagServiceError, in call: Call?) {
        // The description may suggest a name that the token can't access.
        let detail =
            call?.caller.setIDs == nil
            ? error.withoutCommands : "the token's sets don't contain this name, or the change isn't possible"
        switch error {
        // For a token limited to sets, other sets don't exist, wherever the request names them.
        case .unknownSet where call?.caller.setIDs != nil: self.init(404, detail)
        case .unknownTag(let name, _, _), .unknownSet(let name, _), .unknownAlias(let name, _),
            .unknownTitle(let name, _, _), .unknownView(let name), .unknownGroup(let name),
            .unknownConnection(let name, _):
            self.init(named: name, detail, in: call)
        case .viewNotShared, .unknownItem, .unknownToken, .unknownImplication, .unknownRule, .unknownWebhook:
            self.init(404, detail)
        case .nameTaken, .renameToTag, .sameItem, .locationTaken, .onlySet, .nothingToUndo, .undoneToLimit,
            .notNewestStep, .stepChangedFiles, .nothingToRedo, .nothingSelected, .mergeIntoItself, .distinctFromItself,
            .impliesItself, .implicationCycle, .countsByName, .inOtherGroup, .notMoved, .unknownSetOfConnection,
            .connectionOnDevice:
            self.init(409, detail)
        case .notInSet(let name, _), .notInSetToRemove(let name, _, _), .invalidName(let name, _, _),
            .invalidSetting(_, let name, _):
            self.init(422, detail, pointer: call?.values.body.pointer(to: name))
        case .invalidQuery(let problem): self.init(422, problem)
        case .badImport, .unknownNumber, .chipGone, .noOrdinarySet: self.init(422, detail)
        }
        // For a token limited to sets, a name that it can't access is like one that doesn't exist.
        if call?.caller.setIDs == nil { kind = ProblemKind(error) }
    }

    /// Creates the problem for an unknown name: 404 if it's in the path, 422 if it's in the body or query.
    private init(named name: String, _ detail: String, in call: Call?) {
        let isInPath = call?.values.path.values.contains(name) ?? true
        self.init(isInPath ? 404 : 422, detail, pointer: isInPath ? nil : call?.values.body.pointer(to: name))
    }

    private init(_ error: StoreError) {
        switch error {
        case .locked:
            self.init(503, "the database is locked by another process; try again")
            headers[.retryAfter] = "1"
        case .upgraded, .newerSchema:
            self.init(
                503,
                "the database was upgraded by a newer version of tagflow; its owner should restart the server with that version"
            )
        case .replaced:
            self.init(
                503,
                "the database file was deleted or replaced, so the change may be lost; its owner should restart the server"
            )
        case .inputOutput(_, let detail) where detail.contains("full"):
            self.init(507, "the disk is full; nothing was changed")
        case .inputOutput, .notPermitted, .cannotCreate, .cannotCopy, .backupExists, .readOnly, .changedSchema,
            .corrupt, .notOurs, .onNetwork, .unexpected:
            self.init(500, Self.withoutPath(error))
        }
    }

    /// Returns the description of an error without file paths, which clients must not see.
    private static func withoutPath(_ error: StoreError) -> String {
        switch error {
        case .corrupt: "the database is damaged; its owner should check and recover it"
        case .readOnly: "the file system of the database is read-only; its owner should mount it for writing"
        case .notPermitted: "the server doesn't have permission to write to the database"
        default: "the database can't be read or written; its owner should check the server's log"
        }
    }
}

/// JSON in the same form as the command line's: fields sorted, slashes unescaped.
enum JSONBytes {
    static func encoded(_ value: some Encodable) -> [UInt8] {
        do { return try JSONDocument.bytes(of: value) } catch {
            // Every value here consists of strings, finite numbers and lists, which can always be encoded.
            return Array("null".utf8)
        }
    }
}
