internal import JSON
internal import TagService

/// The paths of the server, outside any space.
extension OpenAPIDocument {
    /// The paths that only support GET, with their operations.
    static let serverPaths: [String: JSONValue] = [
        "/": open("getPage", "The page of this server; a sign-in link leads to it with '?signed-in'.", "text/html"),
        "/healthz": open("getHealthz", "Reports that the process is alive.", "text/plain"),
        "/readyz": open("getReadyz", "Reports whether the database responds.", "text/plain"),
        "/openapi.json": open("getOpenAPI", "This document.", "application/json"),
        "/tagflow.js": open("getScript", "The tag input for any page.", "text/javascript"),
        "/metrics": [
            "summary": "The server's metrics, for Prometheus.", "operationId": "getMetrics",
            "description": "Requires the scope 'read'.",
            "responses": responses("200", "The metrics.", "text/plain", [401, 403, 429, 503]),
        ],
    ]

    /// The operation that ends the session of a browser.
    static let signOut: JSONValue = [
        "summary": "Ends the session of the cookie and removes the cookie.", "operationId": "postSignOut",
        "security": [], "description": "Only for this server's own page in a browser.",
        "responses": responses("204", "The browser is signed out.", nil, [403, 500, 503]),
    ]

    /// Returns the operation of the feeds and the page of a shared view.
    static func shared(hasSpaces: Bool) -> JSONValue {
        let names = (hasSpaces ? ["space"] : []) + ["secret"]
        let types = [ViewFeed.atomType, ViewFeed.jsonType, "text/html"]
        let content = types.map { ($0, JSONValue.object(["schema": [:]])) }
        var responses = responses("200", "The feed or page.", nil, [429, 500, 503])
        if case .object(var statuses) = responses {
            statuses["200"] = [
                "description": "The feed or page.", "content": .object(Dictionary(content) { first, _ in first }),
            ]
            responses = .object(statuses)
        }
        return [
            "summary": "Returns the newest 100 items of a shared view, as Atom, as a JSON Feed, or as a page.",
            "description":
                "The address is 'SECRET.atom', 'SECRET.json' or, for a view that is shared with a page, 'SECRET'.",
            "operationId": "getShared", "security": [],
            "parameters": .list(
                names.map {
                    [
                        "name": .string($0), "in": "path", "required": true,
                        "schema": ["type": "string", "minLength": 1],
                    ]
                }), "responses": responses,
        ]
    }

    /// Returns the operation of a path that needs no token.
    private static func open(_ name: String, _ summary: String, _ type: String) -> JSONValue {
        [
            "summary": .string(summary), "operationId": .string(name), "security": [],
            "responses": responses("200", summary, type, [503]),
        ]
    }

    static func responses(_ status: String, _ summary: String, _ type: String?, _ problems: [Int]) -> JSONValue {
        var response: [String: JSONValue] = ["description": .string(summary)]
        if let type { response["content"] = .object([type: ["schema": [:]]]) }
        var responses = [status: JSONValue.object(response)]
        for problem in [304, 400, 404, 405, 408, 412, 414, 431] + problems {
            responses["\(problem)"] =
                problem == 304
                ? ["description": "The resource hasn't changed."] : ["$ref": "#/components/responses/Problem"]
        }
        return .object(responses)
    }

    /// The paths for managing spaces, which need the server's admin token.
    static let spacePaths: [String: [String: JSONValue]] = [
        "/spaces": [
            "get": [
                "summary": "Lists the spaces.", "operationId": "getSpaces",
                "description": "Requires the server's admin token.",
                "responses": responses("200", "The spaces.", "application/json", [401, 403, 429, 500]),
            ],
            "post": [
                "summary": "Creates a space.", "operationId": "postSpaces",
                "description": "Requires the server's admin token.",
                "parameters": [
                    [
                        "name": "Idempotency-Key", "in": "header",
                        "schema": ["type": "string", "minLength": 1, "maxLength": 255],
                    ]
                ],
                "requestBody": [
                    "required": true,
                    "content": [
                        "application/json": [
                            "schema": JSONSchema.object([.init(name: ServerRoutes.newSpace.name, schema: space)]).json
                        ]
                    ],
                ],
                "responses": responses(
                    "201", "The space was created.", "application/json", [401, 403, 409, 413, 415, 422, 429, 500, 507]),
            ],
        ],
        "/spaces/{space}": [
            "delete": [
                "summary": "Deletes a space and everything in it.", "operationId": "deleteSpacesSpace",
                "description": "Requires the server's admin token.",
                "parameters": [["name": "space", "in": "path", "required": true, "schema": space.json]],
                "responses": responses("204", "The space was deleted.", nil, [401, 403, 429, 500]),
            ]
        ],
    ]

    private static let space = JSONSchema.pattern("^[a-z0-9_-]{1,64}$")
}
