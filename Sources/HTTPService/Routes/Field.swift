internal import HTTPTypes
internal import JSON
internal import TextMeasurement

/// A value of the requests to a route: a part of the path, a parameter of the query, a header field, or a member of the
/// body.
///
/// It's declared once. Parsing, error messages and the OpenAPI document follow from the declaration:
///
/// ```swift
/// let limit = Field.query("limit", .number(in: 1...1_000), default: 100, "The maximum number of results.")
/// let name = Field.body(required: "tag", .text)
///
/// let count = try call[limit]  // 5 for "?limit=5", 100 without it, a problem with status 400 for "?limit=x"
/// let tag = try call[name]  // "sea" for {"tag": "sea"}, a problem with status 422 for {"tag": 1}
/// ```
struct Field<Value: Sendable>: RequestField {
    let description: FieldDescription
    fileprivate let read: @Sendable (RequestValues) throws -> Value
}

/// A field with a value of any type.
protocol RequestField: Sendable { var description: FieldDescription { get } }

extension RequestField {
    /// The name in the request.
    var name: String { description.name }
}

/// The parts of a field that don't depend on the type of its value.
struct FieldDescription: Sendable {
    /// The part of a request that contains a field.
    enum Part: Sendable { case path, query, header, body }

    var part: Part
    var name: String
    var summary = ""
    var schema: JSONSchema
    var isRequired = false
    /// Whether a parameter of the query may appear more than once.
    var repeats = false
}

// MARK: Parameters

extension Field {
    /// A part of the path.
    static func path(_ name: String) -> Field where Value == String {
        Field(description: .init(part: .path, name: name, schema: .string, isRequired: true)) { $0.path[name] ?? "" }
    }

    /// The number of something in the path.
    ///
    /// Reading it throws a problem with status 404 if it isn't a positive number.
    static func path(number name: String) -> Field where Value == Int64 {
        Field(description: .init(part: .path, name: name, schema: .integer, isRequired: true)) { values in
            let text = values.path[name] ?? ""
            guard let number = Int64(text), number > 0 else { throw Problem.notFound("no such number: \(text.quoted)") }
            return number
        }
    }

    /// A parameter of the query with a default value.
    static func query(_ name: String, _ type: FieldType<Value>, default usual: Value, _ summary: String) -> Field {
        query(.init(part: .query, name: name, summary: summary, schema: type.schema), type, default: usual) { $0 }
    }

    /// A parameter of the query; `nil` if it's missing.
    static func query<Present>(_ name: String, _ type: FieldType<Present>, _ summary: String) -> Field
    where Value == Present? {
        query(.init(part: .query, name: name, summary: summary, schema: type.schema), type, default: nil) { $0 }
    }

    private static func query<Present>(
        _ description: FieldDescription, _ type: FieldType<Present>, default usual: Value,
        _ convert: @escaping @Sendable (Present) -> Value
    ) -> Field {
        Field(description: description) { values in
            guard let text = values.first(description.name) else { return usual }
            return convert(try type.value(of: .text(text), in: description))
        }
    }

    /// A parameter of the query that may appear several times.
    static func query<Element>(repeating name: String, _ type: FieldType<Element>, _ summary: String) -> Field
    where Value == [Element] {
        let description = FieldDescription(
            part: .query, name: name, summary: summary, schema: .list(type.schema), repeats: true)
        return Field(description: description) { values in
            try values.query.filter { $0.name == name }.map { try type.value(of: .text($0.value), in: description) }
        }
    }

    /// A header field; `nil` if it's missing or empty.
    static func header<Present>(_ name: HTTPField.Name, _ type: FieldType<Present>, _ summary: String) -> Field
    where Value == Present? {
        let description = FieldDescription(part: .header, name: name.rawName, summary: summary, schema: type.schema)
        return Field(description: description) { values in
            guard let text = values.headers[name], !text.isEmpty else { return nil }
            return try type.value(of: .text(text), in: description)
        }
    }
}

// MARK: Members of the body

extension Field {
    /// A member of the body that must be present.
    static func body(required name: String, _ type: FieldType<Value>, _ summary: String = "") -> Field {
        let description = FieldDescription(
            part: .body, name: name, summary: summary, schema: type.schema.inJSON, isRequired: true)
        return Field(description: description) { values in
            guard let value = values.member(name) else { throw type.missingProblem(in: description) }
            return try type.value(of: .json(value), in: description)
        }
    }

    /// A member of the body with a default value for a missing or null member.
    ///
    /// - Parameters:
    ///   - name: the name of the member.
    ///   - type: the type of its value.
    ///   - usual: the default value.
    ///   - summary: the description in the OpenAPI document.
    ///   - schema: the schema in the document; by default, that of the type or null.
    /// - Returns: the field.
    static func body(
        _ name: String, _ type: FieldType<Value>, default usual: Value, _ summary: String = "",
        schema: JSONSchema? = nil
    ) -> Field {
        let schema = schema ?? .optional(type.schema.inJSON)
        return body(.init(part: .body, name: name, summary: summary, schema: schema), type, default: usual) { $0 }
    }

    /// A member of the body; `nil` if it's missing or null.
    static func body<Present>(
        _ name: String, _ type: FieldType<Present>, _ summary: String = "", schema: JSONSchema? = nil
    ) -> Field where Value == Present? {
        let schema = schema ?? .optional(type.schema.inJSON)
        return body(.init(part: .body, name: name, summary: summary, schema: schema), type, default: nil) { $0 }
    }

    private static func body<Present>(
        _ description: FieldDescription, _ type: FieldType<Present>, default usual: Value,
        _ convert: @escaping @Sendable (Present) -> Value
    ) -> Field {
        Field(description: description) { values in
            guard let value = values.member(description.name) else { return usual }
            return convert(try type.value(of: .json(value), in: description))
        }
    }
}

extension JSONSchema {
    /// The schema in a body, which has only JSON's Booleans.
    fileprivate var inJSON: JSONSchema { if case .flag = self { .boolean } else { self } }
}

// MARK: Problems

extension FieldType {
    /// Returns a value, or throws the problem of an invalid value.
    fileprivate func value(of input: FieldInput, in field: FieldDescription) throws -> Value {
        do {
            guard let value = try parse(input) else { throw InvalidValue.expected(expectation) }
            return value
        } catch let error as InvalidValue { throw Problem(error, in: field) }
    }

    fileprivate func missingProblem(in field: FieldDescription) -> Problem {
        Problem(missing ?? .message("the field '\(field.name)' is missing; it must be \(kind)"), in: field)
    }
}

extension Problem {
    fileprivate init(_ error: InvalidValue, in field: FieldDescription) {
        let (detail, pointer) =
            switch error {
            case .expected(let expectation, let pointer): ("'\(field.name)' must be \(expectation)", pointer)
            case .message(let message, let pointer): (message, pointer)
            }
        self = field.part == .body ? .field("/\(field.name)\(pointer)", detail) : .badRequest(detail)
    }

    /// Returns the problem for a field that excludes another.
    static func conflict(_ field: any RequestField, _ other: any RequestField) -> Problem {
        Problem(.message("'\(field.name)' can't be combined with '\(other.name)'"), in: field.description)
    }
}

// MARK: Values

/// The decoded values of a request.
struct RequestValues: Sendable {
    /// The parts of the path, by name.
    var path: [String: String] = [:]
    /// The parameters of the query, in order.
    var query: [(name: String, value: String)] = []
    var headers = HTTPFields()
    /// The body, if the route takes JSON.
    var body = JSONValue.null

    /// The value of a field.
    ///
    /// Throws a problem with status 400 for an invalid parameter, and 422 for an invalid member of the body.
    subscript<Value>(field: Field<Value>) -> Value { get throws { try field.read(self) } }

    /// Returns whether a parameter or a member is present and not null, even if it's invalid.
    func has(_ field: any RequestField) -> Bool {
        field.description.part == .body ? member(field.name) != nil : first(field.name) != nil
    }

    /// Throws a problem with status 400 for an unknown or repeated parameter.
    func checkQuery(_ fields: [any RequestField]) throws(Problem) {
        let known = fields.map(\.description).filter { $0.part == .query }
        for (name, _) in query where !known.contains(where: { $0.name == name }) {
            let names = known.map(\.name).joined(separator: ", ")
            throw .badRequest("unknown parameter \(name.quoted)" + (names.isEmpty ? "" : "; expected \(names)"))
        }
        for field in known where !field.repeats && query.count(where: { $0.name == field.name }) > 1 {
            throw .badRequest("'\(field.name)' appears more than once")
        }
    }

    /// Throws a problem with status 422 unless the body is an object.
    ///
    /// - Parameters:
    ///   - fields: the known members.
    ///   - ignoresOthers: whether the object may have other members.
    /// - Throws: the problem.
    func checkBody(_ fields: [any RequestField], ignoresOthers: Bool = false) throws(Problem) {
        guard case .object(let members) = body else { throw .field("", "the request body must be a JSON object") }
        guard !ignoresOthers else { return }
        let names = fields.map(\.description).filter { $0.part == .body }.map(\.name)
        guard let other = members.keys.sorted().first(where: { !names.contains($0) }) else { return }
        throw .field(
            "/\(JSONValue.escaped(other))", "unknown field \(other.quoted); expected \(names.joined(separator: ", "))")
    }

    /// The first value of a parameter; `nil` if it's missing.
    fileprivate func first(_ name: String) -> String? { query.first { $0.name == name }?.value }

    /// The value of a member of the body; `nil` if it's missing or null.
    fileprivate func member(_ name: String) -> JSONValue? {
        guard let value = body[name], value != .null else { return nil }
        return value
    }
}
