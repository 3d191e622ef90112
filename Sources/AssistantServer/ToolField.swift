internal import JSON

/// A declared argument of a tool: its name, type and description.
///
/// ```swift
/// ToolField(name: "limit", kind: .integer(1...1_000), description: "The maximum number of pairs.", defaultValue: 50)
/// ```
struct ToolField: Sendable {
    /// The type of an argument.
    enum Kind: Sendable {
        /// A string, limited in characters.
        case string(maxLength: Int)
        /// A list of strings, limited in number.
        case strings(maxCount: Int)
        /// An integer in a range.
        case integer(ClosedRange<Int>)
        /// True or false.
        case boolean
        /// One of several fixed strings.
        case choice([String])
    }

    let name: String
    let kind: Kind
    let description: String
    var isRequired = false
    /// The value used if the argument is absent.
    var defaultValue: JSONValue?
    /// Example values for the schema.
    var examples: [JSONValue] = []

    /// The maximum length of a tag's name in characters.
    static let nameLimit = 1_000

    /// The tag set that a call applies to.
    static let set = ToolField(
        name: "set", kind: .string(maxLength: nameLimit),
        description: "The tag set. Default: the set the server was started with.", examples: ["default"])

    /// The location of the item that a call applies to.
    static let location = ToolField(
        name: "location", kind: .string(maxLength: 4_000), description: "The URL or file path of the item.",
        isRequired: true, examples: ["https://example.org/", "/home/ada/notes/sea.md"])

    /// The JSON schema of the argument.
    var schema: JSONValue {
        var schema: [String: JSONValue] = ["description": .string(description)]
        switch kind {
        case .string(let maxLength):
            schema["type"] = "string"
            schema["maxLength"] = .integer(Int64(maxLength))
        case .strings(let maxCount):
            schema["type"] = "array"
            schema["items"] = ["type": "string", "maxLength": .integer(Int64(Self.nameLimit))]
            schema["maxItems"] = .integer(Int64(maxCount))
        case .integer(let range):
            schema["type"] = "integer"
            schema["minimum"] = .integer(Int64(range.lowerBound))
            schema["maximum"] = .integer(Int64(range.upperBound))
        case .boolean: schema["type"] = "boolean"
        case .choice(let words):
            schema["type"] = "string"
            schema["enum"] = .list(words.map(JSONValue.string))
        }
        schema["default"] = defaultValue
        if !examples.isEmpty { schema["examples"] = .list(examples) }
        return .object(schema)
    }

    /// A description of the valid values, for "must be …".
    private var expectation: String {
        switch kind {
        case .string(let maxLength): "a string of at most \(maxLength) characters"
        case .strings(let maxCount):
            "a list of at most \(maxCount) strings, each of at most \(Self.nameLimit) characters"
        case .integer(let range): "an integer from \(range.lowerBound) to \(range.upperBound)"
        case .boolean: "true or false"
        case .choice(let words): "one of " + words.map { "'\($0)'" }.joined(separator: ", ")
        }
    }

    /// Checks the type and range of a value.
    ///
    /// - Throws: `ToolError` naming the valid values.
    func check(_ value: JSONValue) throws(ToolError) {
        let isValid =
            switch kind {
            case .string(let maxLength): value.string.map { Self.isString($0, within: maxLength) } ?? false
            case .strings(let maxCount):
                value.list.map { items in
                    items.count <= maxCount
                        && items.allSatisfy { item in
                            item.string.map { Self.isString($0, within: Self.nameLimit) } ?? false
                        }
                } ?? false
            case .integer(let range): value.integer.map(range.contains) ?? false
            case .boolean: value.boolean != nil
            case .choice(let words): value.string.map(words.contains) ?? false
            }
        guard isValid else { throw ToolError("'\(name)' must be \(expectation)") }
    }

    private static func isString(_ text: String, within maxLength: Int) -> Bool {
        text.utf8.count <= maxLength || text.unicodeScalars.count <= maxLength
    }
}
