internal import HTTPTypes
internal import HummingbirdCore
internal import JSON

/// The body of a request of one of linkding's clients: JSON or a form.
///
/// ```
/// Content-Type: application/x-www-form-urlencoded
///
/// url=https://swift.org/&tag_names=language&tag_names=compiler&unread=true
/// ```
enum LinkdingBody {
    /// The content types of bodies.
    static let types = ["application/json"] + FormData.types

    /// Returns the members of a body; without a body, there are none.
    ///
    /// - Parameters:
    ///   - bytes: the body.
    ///   - contentType: the value of the header field.
    ///   - fields: the fields of the route.
    /// - Returns: the object.
    /// - Throws: a problem with status 400, or 422 for JSON other than an object.
    static func value(
        _ bytes: [UInt8], _ contentType: String, _ fields: [FieldDescription]
    ) throws(Problem) -> JSONValue {
        guard !bytes.isEmpty else { return .object([:]) }
        if let parameters = try FormData.parameters(bytes, contentType) { return object(parameters, fields) }
        let value: JSONValue
        do { value = try JSONValue.parse(bytes) } catch { throw .badRequest("JSON parse error - \(error.detail)") }
        guard case .object = value else {
            throw .field("", "Invalid data. Expected a dictionary, but got \(typeName(of: value)).")
        }
        return value
    }

    private static func object(_ parameters: [(name: String, value: String)], _ fields: [FieldDescription]) -> JSONValue
    {
        var members: [String: JSONValue] = [:]
        for field in fields {
            let values = parameters.filter { $0.name == field.name }.map { JSONValue.string($0.value) }
            guard let last = values.last else { continue }
            members[field.name] = field.schema.isList ? .list(values) : last
        }
        return .object(members)
    }

    /// Returns the name of a value's type in messages, which is Python's.
    static func typeName(of value: JSONValue) -> String {
        switch value {
        case .null: "NoneType"
        case .boolean: "bool"
        case .integer: "int"
        case .number, .digits: "float"
        case .string: "str"
        case .list: "list"
        case .object: "dict"
        }
    }
}

extension JSONSchema {
    fileprivate var isList: Bool {
        switch self {
        case .list: true
        case .optional(let schema): schema.isList
        default: false
        }
    }
}

// MARK: Values

extension FieldType where Value == String {
    /// A text in linkding's words.
    static var linkdingText: Self {
        Self(.string, "a string", missing: .message(LinkdingError.missing)) { input in
            guard let text = input.string else { throw InvalidValue.message("Not a valid string.") }
            return text
        }
    }

    /// A text with a visible character, without the white space around it.
    static var linkdingName: Self {
        Self(.string, "a string", missing: .message(LinkdingError.missing)) { input in
            let text = try linkdingText.parse(input) ?? ""
            guard let first = text.firstIndex(where: { !$0.isWhitespace }),
                let last = text.lastIndex(where: { !$0.isWhitespace })
            else { throw InvalidValue.message(LinkdingError.blank) }
            return String(text[first...last])
        }
    }
}

extension FieldType where Value == [String] {
    /// A list of texts in linkding's words.
    static var linkdingTexts: Self {
        Self(.list(.string), "a list of strings") { input in
            guard case .json(let value) = input, let values = value.list else {
                let type = if case .json(let value) = input { LinkdingBody.typeName(of: value) } else { "str" }
                throw InvalidValue.message("Expected a list of items but got type \"\(type)\".")
            }
            return try values.enumerated()
                .map { index, value in
                    guard let text = value.string else {
                        throw InvalidValue.message("Not a valid string.", at: "/\(index)")
                    }
                    return text
                }
        }
    }
}

extension FieldType where Value == Bool {
    /// A Boolean in linkding's words, which forms write as text.
    static var linkdingFlag: Self {
        Self(.boolean, "true or false") { input in
            guard case .json(let value) = input else { return nil }
            let text =
                value.boolean.map { "\($0)" } ?? value.integer.map { "\($0)" } ?? value.string?.lowercased() ?? ""
            if ["true", "t", "yes", "y", "on", "1"].contains(text) { return true }
            if ["false", "f", "no", "n", "off", "0"].contains(text) { return false }
            throw InvalidValue.message("Must be a valid boolean.")
        }
    }
}
