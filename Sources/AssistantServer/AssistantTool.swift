internal import JSON
internal import JSONRPC
internal import TagService

/// A tool that assistants call.
struct AssistantTool: Sendable {
    /// The name by which it is called.
    let name: String
    let title: String
    /// What it does and when it helps, for the assistant.
    let description: String
    /// Its arguments.
    let fields: [ToolField]
    /// The schema of its answer.
    let output: JSONValue
    /// Whether it changes anything, and whether that may lose what was there; calling it again may change nothing more.
    var changesTags = false
    var isDestructive = false
    var isRepeatable = true
    /// Does it, and gives the answer.
    let run: @Sendable (ToolArguments, ToolScope) async throws -> [String: JSONValue]

    /// All tools, in the order in which they are listed.
    static let all: [AssistantTool] = [
        suggestTags, findTags, tagsOf, similarTags, saveTags, mergeTags, undo,
    ]

    /// The tool as it is listed.
    var value: JSONValue {
        [
            "name": .string(name), "title": .string(title), "description": .string(description),
            "inputSchema": Schema.object(
                fields.map { ($0.name, $0.schema) },
                required: fields.filter(\.isRequired).map(\.name)
            ),
            "outputSchema": output,
            "annotations": [
                "title": .string(title), "readOnlyHint": .boolean(!changesTags),
                "destructiveHint": .boolean(isDestructive),
                "idempotentHint": .boolean(isRepeatable), "openWorldHint": false,
            ],
        ]
    }
}

/// What tools work on.
struct ToolScope: Sendable {
    let service: TagService
    /// The set of calls that name none.
    let set: SetReference
}

/// Parts of JSON Schema 2020-12.
enum Schema {
    static func object(
        _ properties: [(String, JSONValue)],
        required: [String]
    ) -> JSONValue {
        [
            "type": "object", "properties": .object(Dictionary(properties) { first, _ in first }),
            "required": .list(required.map(JSONValue.string)), "additionalProperties": false,
        ]
    }

    static func list(of items: JSONValue, _ description: String) -> JSONValue {
        ["type": "array", "items": items, "description": .string(description)]
    }

    static func text(_ description: String) -> JSONValue {
        ["type": "string", "description": .string(description)]
    }

    static func number(_ description: String) -> JSONValue {
        ["type": "number", "description": .string(description)]
    }

    static func count(_ description: String) -> JSONValue {
        ["type": "integer", "minimum": 0, "description": .string(description)]
    }

    static func truth(_ description: String) -> JSONValue {
        ["type": "boolean", "description": .string(description)]
    }
}
