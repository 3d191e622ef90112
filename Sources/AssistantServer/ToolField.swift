internal import JSON
internal import JSONRPC

/// An argument of a tool: what it may be, and what it means.
struct ToolField: Sendable {
    /// What an argument may be.
    enum Kind: Sendable {
        /// A text of at most so many characters.
        case text(most: Int)
        /// A list of at most so many texts.
        case texts(most: Int)
        /// A whole number in a range.
        case number(ClosedRange<Int>)
        /// True or false.
        case truth
        /// One of some words.
        case word([String])
    }

    let name: String
    let kind: Kind
    let description: String
    var isRequired = false
    /// What it is where it is left out.
    var usual: JSONValue?
    /// Examples of what it may be.
    var examples: [JSONValue] = []

    /// The characters that a tag's name has at most.
    static let nameLimit = 1_000

    /// The set that a call is about.
    static let set = ToolField(
        name: "set",
        kind: .text(most: nameLimit),
        description: "The tag set that is meant; else the one that the server was started with.",
        examples: ["default"]
    )

    /// The thing that a call is about.
    static let location = ToolField(
        name: "location",
        kind: .text(most: 8_000),
        description: "The address or the path of the thing.",
        isRequired: true,
        examples: ["https://example.org/", "/home/ada/notes/sea.md"]
    )

    /// The argument's schema.
    var schema: JSONValue {
        var schema: [String: JSONValue] = ["description": .string(description)]
        switch kind {
        case .text(let most):
            schema["type"] = "string"
            schema["maxLength"] = .integer(Int64(most))
        case .texts(let most):
            schema["type"] = "array"
            schema["items"] = ["type": "string", "maxLength": .integer(Int64(Self.nameLimit))]
            schema["maxItems"] = .integer(Int64(most))
        case .number(let range):
            schema["type"] = "integer"
            schema["minimum"] = .integer(Int64(range.lowerBound))
            schema["maximum"] = .integer(Int64(range.upperBound))
        case .truth: schema["type"] = "boolean"
        case .word(let words):
            schema["type"] = "string"
            schema["enum"] = .list(words.map(JSONValue.string))
        }
        schema["default"] = usual
        if !examples.isEmpty { schema["examples"] = .list(examples) }
        return .object(schema)
    }

    /// What the argument is, as the end of a sentence.
    private var rule: String {
        switch kind {
        case .text(let most): "a text of at most \(most) characters"
        case .texts(let most):
            "a list of at most \(most) texts, each of at most \(Self.nameLimit) characters"
        case .number(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .truth: "true or false"
        case .word(let words): "one of " + words.map { "'\($0)'" }.joined(separator: ", ")
        }
    }

    /// Holds a value against what it may be.
    ///
    /// - Throws: What it should be.
    func check(_ value: JSONValue) throws(ToolError) {
        let isRight =
            switch kind {
            case .text(let most): value.string.map { Self.isText($0, most) } ?? false
            case .texts(let most):
                value.list.map { items in
                    items.count <= most
                        && items.allSatisfy { item in
                            item.string.map { Self.isText($0, Self.nameLimit) } ?? false
                        }
                } ?? false
            case .number(let range): value.integer.map(range.contains) ?? false
            case .truth: value.boolean != nil
            case .word(let words): value.string.map(words.contains) ?? false
            }
        guard isRight else { throw ToolError("'\(name)' must be \(rule)") }
    }

    private static func isText(_ text: String, _ most: Int) -> Bool {
        text.utf8.count <= most || text.unicodeScalars.count <= most
    }
}

/// The arguments of a call, which are as the tool's fields say.
struct ToolArguments: Sendable {
    private let values: [String: JSONValue]

    /// Holds what was given against the fields of a tool.
    ///
    /// - Throws: What is missing, unknown or wrong.
    init(_ given: [String: JSONValue], of tool: AssistantTool) throws(ToolError) {
        var values: [String: JSONValue] = [:]
        for (name, value) in given.sorted(by: { $0.key < $1.key }) {
            guard let field = tool.fields.first(where: { $0.name == name }) else {
                let names = tool.fields.map(\.name).joined(separator: ", ")
                let known = names.isEmpty ? "it takes none" : "it takes \(names)"
                throw ToolError("\(tool.name) has no argument '\(name.prefix(100))'; \(known)")
            }
            // What is null is left out.
            guard value != .null else { continue }
            try field.check(value)
            values[name] = value
        }
        for field in tool.fields where values[field.name] == nil {
            guard !field.isRequired else {
                throw ToolError(
                    "\(tool.name) needs the argument '\(field.name)': \(field.description)"
                )
            }
            values[field.name] = field.usual
        }
        self.values = values
    }

    /// A text; `nil` where it was left out.
    func text(_ name: String) -> String? { values[name]?.string }

    /// The texts of a list; `nil` where it was left out.
    func texts(_ name: String) -> [String]? { values[name]?.list?.compactMap(\.string) }

    /// A number that has a usual value.
    func number(_ name: String) -> Int { values[name]?.integer ?? 0 }

    /// Whether it was said to be true.
    func isTrue(_ name: String) -> Bool { values[name]?.boolean ?? false }
}
