internal import HTTPTypes
internal import HummingbirdCore
internal import JSON
internal import TextMeasurement

/// A response of Pinboard's API, as XML or, if the request has `format=json`, as JSON.
///
/// ```
/// GET /v1/posts/delete?url=https://swift.org/   <result code="done" />
/// GET /v1/tags/delete?tag=swift&format=json     {"result":"done"}
/// ```
struct PinboardAnswer {
    var xml: String
    var json: JSONValue

    static let xmlType = "text/xml; charset=utf-8"
    static let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\" ?>\n"

    /// Returns the answer with a result code.
    static func result(_ code: String) -> PinboardAnswer {
        PinboardAnswer(xml: PinboardXML.element("result", [("code", code)]), json: ["result_code": .string(code)])
    }

    /// Returns the answer of a method for tags, whose form differs.
    static func tagResult(_ text: String) -> PinboardAnswer {
        PinboardAnswer(
            xml: PinboardXML.element("result", containing: MarkupText(text).description),
            json: ["result": .string(text)])
    }

    static let format = Field.query("format", .text, "json for JSON instead of XML.")

    /// Returns the response to a request.
    func response(to call: Call) throws -> ServiceResponse {
        response(isJSON: try Self.isJSON(call.values), status: 200)
    }

    /// Returns whether a request asks for JSON.
    static func isJSON(_ values: RequestValues) throws -> Bool { try values[format] == "json" }

    private func response(isJSON: Bool, status: Int) -> ServiceResponse {
        var response =
            isJSON
            ? ServiceResponse.value(json, status: status)
            : .bytes(Array((Self.declaration + xml + "\n").utf8), Self.xmlType, status: status)
        // A GET may have changed something, and its URL has the token.
        response.headers[.cacheControl] = "no-store"
        return response
    }

    /// Returns the response to a request whose parameters are invalid, which Pinboard's clients expect to be successful.
    static func response(_ problem: Problem, to call: Call) throws -> ServiceResponse {
        try answer(problem, path: call.request.uri.path).response(to: call)
    }

    /// Returns the response to any other invalid request, with the problem's status.
    static func response(_ problem: Problem, to request: Request) -> ServiceResponse {
        let query = PercentEncoding.validParameters(request.uri.query ?? "")
        let isJSON = query.first { $0.name == format.name }?.value == "json"
        var response = answer(problem, path: request.uri.path).response(isJSON: isJSON, status: problem.status)
        response.headers.append(contentsOf: problem.headers)
        return response
    }

    private static func answer(_ problem: Problem, path: String) -> PinboardAnswer {
        path.contains("/tags/") ? tagResult(problem.detail) : result(problem.detail)
    }
}
