internal import HTTPTypes
internal import HummingbirdCore
internal import JSON

/// An error in linkding's form and words, which are those of the Django REST framework.
///
/// ```
/// 400   {"url": ["This field is required."]}
/// 404   {"detail": "No Bookmark matches the given query."}
/// ```
enum LinkdingError {
    static let missing = "This field is required."
    static let blank = "This field may not be blank."

    /// Returns the response for a problem.
    ///
    /// linkding reports every invalid field, and every conflict, with status 400.
    static func response(_ problem: Problem, to request: Request) -> ServiceResponse {
        var response = ServiceResponse.bytes(
            body(problem, request).bytes, "application/json", status: isInvalid(problem) ? 400 : problem.status)
        response.headers.append(contentsOf: problem.headers)
        return response
    }

    private static func isInvalid(_ problem: Problem) -> Bool { [400, 409, 422].contains(problem.status) }

    private static func body(_ problem: Problem, _ request: Request) -> JSONValue {
        guard isInvalid(problem) else { return ["detail": .string(detail(problem, request))] }
        var errors = JSONValue.list([.string(problem.detail)])
        guard let pointer = problem.pointer?.split(separator: "/"), let field = pointer.first else {
            return problem.status == 400 ? ["detail": .string(problem.detail)] : ["non_field_errors": errors]
        }
        // Errors of a list are listed by position.
        if pointer.count > 1, Int(pointer[1]) != nil { errors = .object([String(pointer[1]): errors]) }
        return .object([String(field): errors])
    }

    /// Returns linkding's words for a problem that it has, too.
    private static func detail(_ problem: Problem, _ request: Request) -> String {
        switch problem.status {
        case 401:
            problem.headers[.wwwAuthenticate]?.contains("invalid_token") == true
                ? "Invalid token." : "Authentication credentials were not provided."
        case 404: model(in: request.uri.path).map { "No \($0) matches the given query." } ?? "Not found."
        case 405: "Method \"\(request.method.rawValue)\" not allowed."
        case 406: "Could not satisfy the request Accept header."
        case 415: "Unsupported media type \"\(request.headers[.contentType] ?? "")\" in request."
        default: problem.detail
        }
    }

    /// Returns the kind of object that a path names by its number; `nil` for another path.
    private static func model(in path: String) -> String? {
        let parts = path.split(separator: "/").drop { $0 != "linkding" }
        guard parts.count > 3 else { return nil }
        return models[String(parts[parts.startIndex + 2])]
    }

    private static let models = ["bookmarks": "Bookmark", "tags": "Tag", "bundles": "BookmarkBundle"]

    /// The schema of the body.
    static let schema: JSONValue = [
        "type": "object", "description": "Either 'detail', or a list of errors for each invalid field.",
        "additionalProperties": [
            "anyOf": [["type": "string"], ["type": "array", "items": ["type": "string"]], ["type": "object"]]
        ],
    ]
}
