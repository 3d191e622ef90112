internal import HTTPTypes
internal import HummingbirdCore

/// An API of a space: tagflow's, that of its devices, or that of another server whose clients people already have.
///
/// ```
/// /tags/api/v1/items               .tagflow
/// /tags/sync/tagflow-sync.json     .sync
/// /tags/linkding/api/bookmarks/    .linkding
/// /tags/v1/posts/get               .pinboard
/// ```
enum ClientAPI: CaseIterable, Sendable {
    case tagflow
    /// The files that devices exchange.
    case sync
    /// The REST API of linkding.
    case linkding
    /// Version 1 of Pinboard's API.
    case pinboard

    /// The path below the space.
    var path: String {
        switch self {
        case .tagflow: "/api/v1"
        case .sync: "/sync"
        case .linkding: "/linkding"
        case .pinboard: "/v1"
        }
    }

    /// Whether the API changes something with GET, so that no credential may be sent by a browser by itself, and no response
    /// may be stored.
    var writesWithGet: Bool { self == .pinboard }

    /// The schemes of `Authorization` that the API accepts, in lowercase.
    var schemes: [String] { self == .linkding ? ["bearer", "token"] : ["bearer"] }

    /// The content types of bodies with fields.
    var bodyTypes: [String] { self == .linkding ? LinkdingBody.types : ["application/json"] }

    /// The challenge for a request without a valid token.
    var challenge: String { self == .linkding ? "Token" : "Bearer" }

    /// Returns the API of a path, by default tagflow's.
    init(path: String, basePath: String, hasSpaces: Bool) {
        self = .tagflow
        guard path.hasPrefix(basePath) else { return }
        var below = path.dropFirst(basePath.count).split(separator: "/")[...]
        if hasSpaces { below = below.first == "spaces" ? below.dropFirst(2) : [] }
        let name = below.first ?? ""
        self = Self.allCases.first { $0 != .tagflow && $0.path.dropFirst() == name } ?? .tagflow
    }

    /// Returns the response for a problem, in the form that the API's clients expect.
    func response(_ problem: Problem, to request: Request) -> ServiceResponse {
        switch self {
        case .tagflow, .sync: ServiceResponse(problem)
        case .linkding: LinkdingError.response(problem, to: request)
        case .pinboard: PinboardAnswer.response(problem, to: request)
        }
    }
}

extension Problem {
    /// Whether a parameter is invalid or names something that doesn't exist, rather than the request as a whole.
    var isAboutParameters: Bool { [400, 404, 409, 415, 422].contains(status) }
}
