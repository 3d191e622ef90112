internal import JSON
internal import TextMeasurement

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

    /// Returns whether a Boolean argument is true.
    func isTrue(_ name: String) -> Bool { values[name]?.boolean ?? false }
}
