internal import JSON

/// Builders for the parts of JSON Schema 2020-12 that tools use.
///
/// ```swift
/// ToolSchema.object([("uses", ToolSchema.count("The number of uses."))], required: ["uses"])
/// ```
enum ToolSchema {
    static func object(_ properties: [(String, JSONValue)], required: [String]) -> JSONValue {
        [
            "type": "object", "properties": .object(Dictionary(properties) { first, _ in first }),
            "required": .list(required.map(JSONValue.string)), "additionalProperties": false,
        ]
    }

    static func list(of items: JSONValue, _ description: String) -> JSONValue {
        ["type": "array", "items": items, "description": .string(description)]
    }

    static func string(_ description: String) -> JSONValue { ["type": "string", "description": .string(description)] }

    static func number(_ description: String) -> JSONValue { ["type": "number", "description": .string(description)] }

    /// An integer that isn't negative.
    static func count(_ description: String) -> JSONValue {
        ["type": "integer", "minimum": 0, "description": .string(description)]
    }

    static func boolean(_ description: String) -> JSONValue {
        ["type": "boolean", "description": .string(description)]
    }

    /// The name of one tag.
    static let tagName = string("The tag's name.")

    /// A list of tag names or other strings.
    static func strings(_ description: String) -> JSONValue { list(of: ["type": "string"], description) }
}
