internal import JSON
internal import TagService

/// A tool that assistants can call, with the description and schemas for `tools/list`.
struct AssistantTool: Sendable {
    /// The name in `tools/call`.
    let name: String
    let title: String
    /// A description for the assistant: what the tool does and when to use it.
    let description: String
    /// The arguments.
    let fields: [ToolField]
    /// The schema of the structured result.
    let output: JSONSchema
    /// Whether the tool changes the database.
    ///
    /// If so, only a server started with `--write` offers it.
    var changesTags = false
    /// Whether the tool may replace or remove stored data.
    var isDestructive = false
    /// Whether repeating a call with the same arguments has no further effect.
    var isIdempotent = true
    /// Runs the tool and returns its structured result.
    let run: @Sendable (ToolArguments, ToolScope) async throws -> [String: JSONValue]

    /// All tools in the order `tools/list` shows them.
    static let all: [AssistantTool] = [
        suggestTags, findTags, findItems, showItem, similarTags, saveItem, editItem, mergeTags, undo,
    ]

    /// The maximum length of an item's text in characters.
    static let textLimit = 1_000_000
    /// The maximum length of a tag's name in characters.
    static let nameLimit = ToolField.nameLimit

    /// The tool as an entry of `tools/list`.
    var value: JSONValue {
        [
            "name": .string(name), "title": .string(title), "description": .string(description),
            "inputSchema": [
                "type": "object",
                "properties": .object(Dictionary(fields.map { ($0.name, $0.schema) }) { first, _ in first }),
                "required": .list(fields.filter(\.isRequired).map { .string($0.name) }), "additionalProperties": false,
            ], "outputSchema": output.json,
            "annotations": [
                "title": .string(title), "readOnlyHint": .boolean(!changesTags),
                "destructiveHint": .boolean(isDestructive), "idempotentHint": .boolean(isIdempotent),
                "openWorldHint": false,
            ],
        ]
    }
}

/// The service and the default tag set that a tool call works on.
struct ToolScope: Sendable {
    let service: TagService
    /// The tag set of calls without `set`.
    let set: SetReference
}
