internal import Foundation
internal import HTTPTypes
internal import JSON
internal import TagService

/// The OpenAPI 3.1 document, generated from the routes.
struct OpenAPIDocument: Sendable {
    /// The document as JSON.
    let content: KeptContent

    init(basePath: String, hasSpaces: Bool) {
        let space = hasSpaces ? "/spaces/{space}" : ""
        var paths: [String: [String: JSONValue]] = [:]
        for route in Routes.all {
            paths[space + route.api.path + route.path.text, default: [:]][route.method.rawValue.lowercased()] =
                Self.operation(route, hasSpaces: hasSpaces)
        }
        for (path, response) in Self.serverPaths { paths[path] = ["get": response] }
        paths["\(space)\(SharedAddress.path)"] = ["get": Self.shared(hasSpaces: hasSpaces)]
        paths["\(space)/linkding/health"] = ["get": Self.health(hasSpaces: hasSpaces)]
        paths["/sign-out"] = ["post": Self.signOut]
        if hasSpaces { paths.merge(Self.spacePaths) { first, _ in first } }
        let document = JSONValue.object([
            "openapi": "3.1.0",
            "info": [
                "title": "tagflow", "version": "1",
                "description": "Tags, tag sets, items, selections, suggestions that learn, and boards of chips.",
            ], "servers": [["url": .string(basePath.isEmpty ? "/" : basePath)]], "security": [["token": []]],
            "paths": .object(paths.mapValues { .object($0) }),
            "components": [
                "schemas": .object(Self.schemas.mapValues(\.json)), "securitySchemes": .object(Self.securitySchemes),
                "responses": [
                    "LinkdingError": Self.linkdingError, "PinboardError": Self.pinboardError,
                    "Problem": [
                        "description": "The problem and how to fix it.",
                        "content": ["application/problem+json": ["schema": ["$ref": "#/components/schemas/Problem"]]],
                    ],
                ],
            ],
        ])
        content = KeptContent(document.bytes)
    }

    /// The schemas under `components`, by name.
    private static let schemas: [String: JSONSchema] = [
        "Tag": TagDocument.schema, "NewTag": TagDocument.newSchema, "SimilarTag": SimilarTagDocument.schema,
        "DistinctTags": DistinctTags.schema, "TagCounts": TagPage.Counts.schema, "Implications": Implications.schema,
        "Set": SetDocument.schema, "StoreReader.SetSummary": TagSetSummary.schema,
        "Selection": SelectionDocument.schema, "Item": ItemDocument.schema, "Facet": ItemQuery.Facet.schema,
        "View": ViewRoutes.viewSchema, "SharedView": SharedViewDocument.schema, "Token": AccessTokenDocument.schema,
        "NewToken": AccessTokenDocument.newSchema, "Group": TagGroup.schema, "Rule": RuleRoutes.schema,
        "SuggestedRule": RuleRoutes.suggestedSchema, "Webhook": WebhookRoutes.schema,
        "NewWebhook": WebhookRoutes.newSchema, "Remote": RemoteRoutes.schema, "Change": UndoRoutes.changeSchema,
        "ImportReport": FileRoutes.reportSchema, "LinkdingBookmark": LinkdingBookmark.schema,
        "LinkdingTag": LinkdingTagRoutes.schema, "LinkdingBundle": LinkdingBundle.schema, "Board": .anything,
        "Layout": LayoutSettings.schema,
        "Problem": .object([
            .init(name: "type", schema: .string), .init(name: "title", schema: .string),
            .init(name: "status", schema: .integer), .init(name: "detail", schema: .string),
            .init(name: "pointer", schema: .string, isRequired: false),
            .init(name: "name", schema: .string, isRequired: false, summary: "The name that the problem is about."),
            .init(name: "nearest", schema: .string, isRequired: false, summary: "The most similar known name."),
        ]),
    ]

    /// The problem statuses that every route can return.
    private static let usualProblems = [400, 401, 403, 404, 405, 406, 408, 413, 414, 429, 431, 500, 503, 507]

    private static func operation(_ route: Route, hasSpaces: Bool) -> JSONValue {
        var operation: [String: JSONValue] = [
            "summary": .string(route.summary), "operationId": .string(identifier(of: route)),
            "description": .string("Requires the scope '\(route.scope.rawValue)'."),
            "responses": .object(responses(of: route)),
        ]
        let parameters = parameters(of: route, hasSpaces: hasSpaces)
        if let scheme = securityScheme(of: route.api) { operation["security"] = [.object([scheme: []])] }
        if !parameters.isEmpty { operation["parameters"] = .list(parameters) }
        if let body = requestBody(of: route) { operation["requestBody"] = body }
        return .object(operation)
    }

    private static func identifier(of route: Route) -> String {
        let words = route.label.split { !$0.isLetter }.map(\.capitalized)
        return route.method.rawValue.lowercased() + words.joined()
    }

    private static func parameters(of route: Route, hasSpaces: Bool) -> [JSONValue] {
        let inPath = ((hasSpaces ? [Field.path("space")] : []) + route.path.fields)
            .map { field -> JSONValue in
                let isNumber = if case .integer = field.description.schema { true } else { false }
                return [
                    "name": .string(field.name), "in": "path", "required": true,
                    "schema": isNumber ? ["type": "integer", "minimum": 1] : ["type": "string", "minLength": 1],
                ]
            }
        let fields = route.fields.map(\.description)
        let inQuery = fields.filter { $0.part == .query }.map { parameter($0, in: "query") }
        let inHeader = fields.filter { $0.part == .header }.map { parameter($0, in: "header") }
        return inPath + inQuery + headers(of: route) + inHeader
    }

    private static func parameter(_ field: FieldDescription, in part: JSONValue) -> JSONValue {
        ["name": .string(field.name), "in": part, "description": .string(field.summary), "schema": field.schema.json]
    }

    /// The request header fields that all routes with a method have.
    private static func headers(of route: Route) -> [JSONValue] {
        var fields: [(name: String, summary: String, schema: JSONValue)] = []
        switch route.method {
        case .get where route.api.writesWithGet: break
        case .get: fields.append(("If-None-Match", "Send the response unless it has one of these ETags.", text))
        default: fields.append(("If-Match", "Change the resource only if its ETag is one of these.", text))
        }
        if route.takesIdempotencyKey, route.scope.includes(.write), !route.returnsSecret {
            fields.append(
                (
                    "Idempotency-Key", "For a day, repeating the key and body returns the first response.",
                    ["type": "string", "minLength": 1, "maxLength": 255]
                ))
        }
        return fields.map { field in
            [
                "name": .string(field.name), "in": "header", "schema": field.schema,
                "description": .string(field.summary),
            ]
        }
    }

    private static let text: JSONValue = ["type": "string"]

    private static func requestBody(of route: Route) -> JSONValue? {
        let fields = route.bodyFields.map { field in
            JSONSchema.Field(
                name: field.name, schema: field.schema, isRequired: field.isRequired, summary: field.summary)
        }
        let types: [(String, JSONValue)] =
            fields.isEmpty
            ? route.streamedTypes.filter { $0 != "*/*" }.map { ($0, ["schema": [:]]) }
            : route.api.bodyTypes.map { ($0, ["schema": JSONSchema.object(fields).json]) }
        guard !types.isEmpty else { return nil }
        return ["required": true, "content": .object(Dictionary(types) { first, _ in first })]
    }

    private static func responses(of route: Route) -> [String: JSONValue] {
        var responses: [String: JSONValue] = [:]
        for status in usualProblems + route.problems + extraProblems(of: route) {
            responses["\(status)"] = ["$ref": .string("#/components/responses/\(problemName(of: route.api))")]
        }
        if route.method == .get, !route.api.writesWithGet {
            responses["304"] = ["description": "The resource hasn't changed."]
        }
        var response: [String: JSONValue] = ["description": .string(route.summary)]
        if let schema = route.response.schema {
            response["content"] = ["application/json": ["schema": schema.json]]
        } else if !route.response.contentType.isEmpty {
            let contents = route.response.contentTypes.map { type in
                (type, route.api == .pinboard ? ["schema": [:]] : content(ofType: type))
            }
            response["content"] = .object(Dictionary(contents) { first, _ in first })
        }
        if route.response.contentType == "text/event-stream" {
            let scopes = AccessScope.allCases.filter { $0 != .sync }.map { JSONValue.string($0.rawValue) }
            response["headers"] = [
                "Tagflow-Scope": [
                    "description": "The scope of the caller's token.",
                    "schema": ["type": "string", "enum": .list(scopes)],
                ]
            ]
        }
        responses["\(route.response.status)"] = .object(response)
        return responses
    }

    /// Returns the description of a body that isn't described by a schema of the route.
    private static func content(ofType type: String) -> JSONValue {
        type == "application/json" ? ["schema": ["type": "array", "items": [:]]] : ["schema": ["type": "string"]]
    }

    private static func extraProblems(of route: Route) -> [Int] {
        // Other APIs report these as 400, or as a successful response.
        guard route.api == .tagflow else {
            return route.api == .pinboard ? [412] : route.method == .get ? [412] : [412, 415]
        }
        let body = route.bodyFields.isEmpty && route.streamedTypes.isEmpty ? [] : [415, 422]
        // 422: the Idempotency-Key was already used for a different request.
        let key = route.method == .post && route.scope.includes(.write) ? [422] : []
        return body + key + (route.method == .get ? [412] : [409, 412])
    }
}
