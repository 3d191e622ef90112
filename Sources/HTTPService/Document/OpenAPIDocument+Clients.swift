internal import JSON

/// The parts of the document about the APIs of other servers.
extension OpenAPIDocument {
    /// The credentials of all APIs.
    static let securitySchemes: [String: JSONValue] = [
        "token": ["type": "http", "scheme": "bearer"],
        "linkding": ["type": "apiKey", "in": "header", "name": "Authorization", "description": "'Token' and a token."],
        "pinboard": [
            "type": "apiKey", "in": "query", "name": "auth_token", "description": "A name, a colon and a token.",
        ],
    ]

    /// Returns the name of an API's credentials; `nil` for tagflow's, which are the document's default.
    static func securityScheme(of api: ClientAPI) -> String? {
        switch api {
        case .tagflow, .sync: nil
        case .linkding: "linkding"
        case .pinboard: "pinboard"
        }
    }

    /// Returns the name of the response for a problem.
    static func problemName(of api: ClientAPI) -> String {
        switch api {
        case .tagflow, .sync: "Problem"
        case .linkding: "LinkdingError"
        case .pinboard: "PinboardError"
        }
    }

    static let linkdingError: JSONValue = [
        "description": "The error in linkding's form.",
        "content": ["application/json": ["schema": LinkdingError.schema]],
    ]

    static let pinboardError: JSONValue = [
        "description": "The error in Pinboard's form; invalid parameters have status 200.",
        "content": ["text/xml": ["schema": [:]], "application/json": ["schema": [:]]],
    ]

    /// Returns the operation that reports the version of linkding's API.
    static func health(hasSpaces: Bool) -> JSONValue {
        var operation: [String: JSONValue] = [
            "summary": "Reports the version of linkding's API.", "operationId": "getLinkdingHealth", "security": [],
            "responses": responses("200", "The version.", "application/json", [503]),
        ]
        if hasSpaces {
            operation["parameters"] = [
                ["name": "space", "in": "path", "required": true, "schema": ["type": "string", "minLength": 1]]
            ]
        }
        return .object(operation)
    }
}
