internal import HTTPTypes
internal import JSON

/// An error in linkding's form, which is that of the Django REST framework.
///
/// ```
/// 400   {"url": ["the field 'url' is missing; it must be a string"]}
/// 404   {"detail": "no item has the number 7"}
/// ```
enum LinkdingError {
    /// Returns the response for a problem.
    ///
    /// linkding reports every invalid field, and every conflict, with status 400.
    static func response(_ problem: Problem) -> ServiceResponse {
        var response = ServiceResponse.bytes(body(problem).bytes, "application/json", status: status(problem))
        response.headers.append(contentsOf: problem.headers)
        return response
    }

    private static func status(_ problem: Problem) -> Int {
        [409, 422].contains(problem.status) ? 400 : problem.status
    }

    private static func body(_ problem: Problem) -> JSONValue {
        let detail = JSONValue.string(problem.detail)
        guard [400, 409, 422].contains(problem.status) else { return ["detail": detail] }
        if let field = problem.pointer?.split(separator: "/").first { return .object([String(field): .list([detail])]) }
        return problem.status == 400 ? ["detail": detail] : ["non_field_errors": .list([detail])]
    }

    /// The schema of the body.
    static let schema: JSONValue = [
        "type": "object", "description": "Either 'detail', or a list of errors for each invalid field.",
        "additionalProperties": ["anyOf": [["type": "string"], ["type": "array", "items": ["type": "string"]]]],
    ]
}
