internal import JSON
internal import TagService
internal import TextMeasurement

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
        suggestTags, findTags, findItems, showItem, review, similarTags, saveItem, editItem, mergeTags, undo,
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

/// The validated arguments of a tool call.
///
/// ```swift
/// let arguments = try ToolArguments(["tags": ["photos"]], of: .similarTags)
/// arguments.strings("tags")  // ["photos"]
/// arguments.integer("limit")  // 50, the default
/// ```
struct ToolArguments: Sendable {
    private let values: [String: JSONValue]

    /// Validates the given arguments against the fields of a tool and fills in defaults.
    ///
    /// - Throws: `ToolError` if an argument is missing, unknown or invalid.
    init(_ given: [String: JSONValue], of tool: AssistantTool) throws(ToolError) {
        var values: [String: JSONValue] = [:]
        for (name, value) in given.sorted(by: { $0.key < $1.key }) {
            guard let field = tool.fields.first(where: { $0.name == name }) else {
                let names = tool.fields.map(\.name).joined(separator: ", ")
                let known = names.isEmpty ? "it takes no arguments" : "it takes \(names)"
                throw ToolError("\(tool.name) has no argument \(name.quoted); \(known)")
            }
            // A null argument counts as absent.
            guard value != .null else { continue }
            try field.check(value)
            values[name] = value
        }
        for field in tool.fields where values[field.name] == nil {
            guard !field.isRequired else {
                throw ToolError("\(tool.name) needs the argument '\(field.name)': \(field.description)")
            }
            values[field.name] = field.defaultValue
        }
        self.values = values
    }

    /// Returns a string argument, or nil if it's absent.
    func string(_ name: String) -> String? { values[name]?.string }

    /// Returns a list of strings, or nil if it's absent.
    func strings(_ name: String) -> [String]? { values[name]?.list?.compactMap(\.string) }

    /// Returns an integer argument that has a default.
    func integer(_ name: String) -> Int { values[name]?.integer ?? 0 }

    /// Returns a Boolean argument, or nil if it's absent.
    func boolean(_ name: String) -> Bool? { values[name]?.boolean }

    /// Returns whether a Boolean argument is true.
    func isTrue(_ name: String) -> Bool { values[name]?.boolean ?? false }
}

/// An error message for an assistant: why a tool call failed and how to continue.
///
/// ```
/// unknown tag 'swfit'; did you mean 'swift'? Otherwise find_tags lists the existing tags
/// ```
struct ToolError: Error {
    let text: String

    /// Creates an error.
    ///
    /// Escapes unprintable characters, and truncates a long text.
    init(_ text: String) { self.text = TerminalText.printable(String(text.unicodeScalars.prefix(Self.maxLength))) }

    /// The maximum length in Unicode scalars, several times that of a typical message.
    private static let maxLength = 2_000

    /// Returns the error for calling a tool that makes changes on a read-only server.
    static func readOnly(_ tool: String) -> ToolError {
        ToolError(
            "\(tool) isn't available: this server is read-only; ask the person to start it with 'tagflow mcp --write'")
    }

    /// Creates the error for any error that a tool throws.
    init(_ error: any Error) {
        let text: String
        switch error {
        case let error as ToolError: text = error.text
        case TagServiceError.unknownTag(let name, let nearest, _):
            text = Self.unknown("tag", name, nearest, "find_tags lists the existing tags")
        case TagServiceError.unknownSet(let name, let nearest):
            text = Self.unknown("set", name, nearest, "omit 'set' to use the default")
        case TagServiceError.mergeIntoItself(let name):
            text = "'from' and 'into' are the same tag, \(name.quoted); there is nothing to merge"
        case TagServiceError.nothingToUndo: text = "nothing to undo"
        case let error as TagServiceError: text = error.description
        case let error as StoreError: text = error.description
        default: text = "internal error: \(error); please report this bug in tagflow"
        }
        self.init(text)
    }

    private static func unknown(_ noun: String, _ name: String, _ nearest: [String], _ advice: String) -> String {
        let names = nearest.map(\.quoted).joined(separator: " or ")
        let hint = names.isEmpty ? "" : "did you mean \(names)? Otherwise "
        return "unknown \(noun) \(name.quoted); \(hint)\(advice)"
    }
}

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
        description:
            "The tag set. Default: the set the server was started with; otherwise all sets, or for saving the set that assistants saved to last.",
        examples: ["default"])

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
