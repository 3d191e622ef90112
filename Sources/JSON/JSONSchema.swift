/// The schema of a JSON value, for the OpenAPI document and the tools of assistants.
///
/// ```swift
/// let schema = JSONSchema.optional(.list(.text(oneOf: ["read", "write"])))
/// // schema.json is
/// // {"anyOf":[{"items":{"enum":["read","write"],"type":"string"},"type":"array"},{"type":"null"}]}
/// ```
package indirect enum JSONSchema: Sendable {
    case string
    case text(oneOf: [String])
    /// A string that matches a regular expression.
    case pattern(String)
    case integer
    /// An integer that isn't negative.
    case count
    /// A whole number within a range.
    case wholeNumber(ClosedRange<Int>)
    case number
    /// A number within a range.
    case length(ClosedRange<Double>)
    case boolean
    /// A Boolean in a query. A name without a value means `true`.
    case flag
    case time
    /// Any JSON object.
    case anything
    case list(JSONSchema)
    case optional(JSONSchema)
    case object([Field])
    /// A reference to a schema that the document defines by name.
    case named(String)

    /// A field of an object.
    package struct Field: Sendable {
        package var name: String
        package var schema: JSONSchema
        package var isRequired: Bool
        package var summary: String

        /// Describes a field, which is required by default.
        package init(name: String, schema: JSONSchema, isRequired: Bool = true, summary: String = "") {
            self.name = name
            self.schema = schema
            self.isRequired = isRequired
            self.summary = summary
        }
    }

    /// The schema in JSON Schema 2020-12, the dialect of OpenAPI 3.1.
    package var json: JSONValue {
        switch self {
        case .string: ["type": "string"]
        case .text(let values): ["type": "string", "enum": .list(values.map(JSONValue.string))]
        case .pattern(let pattern): ["type": "string", "pattern": .string(pattern)]
        case .integer: ["type": "integer"]
        case .count: ["type": "integer", "minimum": 0]
        case .wholeNumber(let range):
            [
                "type": "integer", "minimum": .integer(Int64(range.lowerBound)),
                "maximum": .integer(Int64(range.upperBound)),
            ]
        case .number: ["type": "number"]
        case .length(let range):
            ["type": "number", "minimum": JSONValue(range.lowerBound), "maximum": JSONValue(range.upperBound)]
        case .boolean: ["type": "boolean"]
        case .flag: ["anyOf": [["type": "boolean"], ["type": "string", "enum": ["", "0", "1"]]]]
        case .time: ["type": "string", "format": "date-time"]
        case .anything: ["type": "object"]
        case .list(let element): ["type": "array", "items": element.json]
        case .optional(let schema): ["anyOf": [schema.json, ["type": "null"]]]
        case .named(let name): ["$ref": .string("#/components/schemas/\(name)")]
        case .object(let fields): Self.json(of: fields)
        }
    }

    private static func json(of fields: [Field]) -> JSONValue {
        var properties: [String: JSONValue] = [:]
        for field in fields { properties[field.name] = field.schema.json.describing(field.summary) }
        let required = fields.filter(\.isRequired).map { JSONValue.string($0.name) }
        var object: [String: JSONValue] = [
            "type": "object", "properties": .object(properties), "additionalProperties": false,
        ]
        if !required.isEmpty { object["required"] = .list(required) }
        return .object(object)
    }
}

extension JSONValue {
    /// Returns a schema with a description, unless the description is empty.
    fileprivate func describing(_ summary: String) -> JSONValue {
        guard !summary.isEmpty, case .object(var fields) = self else { return self }
        fields["description"] = .string(summary)
        return .object(fields)
    }
}
