internal import Foundation
internal import JSON
internal import TagService

/// The type of a field: how its values are written in a URL, a header field or JSON, and their schema.
///
/// ```swift
/// let type = FieldType.number(in: 1...10)
/// let limit = try type.parse(.text("5"))  // 5
/// let same = try type.parse(.json(5))  // 5
/// let invalid = try type.parse(.text("11"))  // nil
/// let expected = type.expectation  // "a whole number from 1 to 10"
/// ```
struct FieldType<Value: Sendable>: Sendable {
    var schema: JSONSchema
    /// The valid values, as in "'limit' must be a whole number from 1 to 10".
    var expectation: String
    /// The error if a required value is missing; `nil` for the usual message.
    var missing: InvalidValue?
    /// The kind of value in the usual message.
    var kind: String
    /// Returns the value; `nil` if it's invalid and ``expectation`` says why.
    let parse: @Sendable (FieldInput) throws -> Value?

    init(
        _ schema: JSONSchema, _ expectation: String, kind: String? = nil, missing: InvalidValue? = nil,
        parse: @escaping @Sendable (FieldInput) throws -> Value?
    ) {
        self.schema = schema
        self.expectation = expectation
        self.kind = kind ?? expectation
        self.missing = missing
        self.parse = parse
    }
}

/// The value of a field as sent.
enum FieldInput: Sendable {
    case text(String)
    case json(JSONValue)

    /// The string; `nil` for any other JSON value.
    var string: String? {
        switch self {
        case .text(let text): text
        case .json(let value): value.string
        }
    }
}

/// The error of an invalid value, which a field turns into a problem.
enum InvalidValue: Error {
    /// The valid values, and the pointer to the invalid part of the value.
    case expected(String, at: String = "")
    /// A whole message, and the pointer to the invalid part of the value.
    case message(String, at: String = "")
}

// MARK: Text

extension FieldType where Value == String {
    static var text: Self { Self(.string, "a string") { $0.string } }

    /// One of several words.
    static func word(of words: [String]) -> Self { chosen(among: words) { words.contains($0) ? $0 : nil } }
}

extension FieldType {
    /// One of several values of an enumeration.
    static func word(of values: [Value]) -> Self where Value: RawRepresentable<String> {
        chosen(among: values.map(\.rawValue)) { word in values.first { $0.rawValue == word } }
    }

    private static func chosen(among words: [String], _ value: @escaping @Sendable (String) -> Value?) -> Self {
        Self(.text(oneOf: words), "one of \(words.joined(separator: ", "))", kind: "a string") { input in
            guard let word = input.string else { throw InvalidValue.expected("a string") }
            return value(word)
        }
    }

    /// A position in a list, as ``Cursor`` encodes it; `nil` for the start.
    static func place<Place: Decodable & Sendable>(of type: Place.Type) -> Self where Value == Place? {
        Self(.string, "the value in a link to the next page") { input in
            guard let text = input.string, !text.isEmpty else { return .some(nil) }
            return Cursor.place(text, of: type).map(Optional.some)
        }
    }
}

extension FieldType where Value: CaseIterable & RawRepresentable<String> {
    /// Any value of an enumeration.
    static var word: Self { word(of: Array(Value.allCases)) }
}

extension FieldType where Value == SetReference {
    /// The name of a set.
    static var set: Self { Self(.string, "a string") { $0.string.map(SetReference.named) } }
}

extension FieldType where Value == Date {
    /// A time in RFC 3339.
    static func time(example: String) -> Self {
        // An invalid time becomes `nil`, for which the field has a message.
        time(.time, example: example) { try? Date($0, strategy: .iso8601) }
    }

    /// A time in a form that other programs use.
    ///
    /// - Parameters:
    ///   - schema: the schema of the text.
    ///   - example: a time for the message.
    ///   - read: returns the time that a text means; `nil` if it's invalid.
    /// - Returns: the type.
    static func time(_ schema: JSONSchema, example: String, _ read: @escaping @Sendable (String) -> Date?) -> Self {
        Self(schema, "a time such as \(example)", kind: "a string") { input in
            guard let text = input.string else { throw InvalidValue.expected("a string") }
            return read(text)
        }
    }
}

// MARK: Numbers and Booleans

extension FieldType where Value == Int {
    /// A whole number within a range.
    static func number(in range: ClosedRange<Int>) -> Self {
        Self(.wholeNumber(range), "a whole number from \(range.lowerBound) to \(range.upperBound)") { input in
            let number =
                switch input {
                case .text(let text): Int(text)
                case .json(let value): value.integer
                }
            return number.flatMap { range.contains($0) ? $0 : nil }
        }
    }
}

extension FieldType where Value == Double {
    /// A number within a range.
    static func number(in range: ClosedRange<Double>) -> Self {
        Self(.length(range), "a number from \(Int(range.lowerBound)) to \(Int(range.upperBound))") { input in
            let number =
                switch input {
                case .text(let text): text.utf8.allSatisfy("0123456789.eE+-".utf8.contains) ? Double(text) : nil
                case .json(let value): value.number
                }
            return number.flatMap { range.contains($0) ? $0 : nil }
        }
    }
}

extension FieldType where Value == Int64 {
    /// The number of something, such as an item, in a body.
    static func identifier(_ expectation: String) -> Self {
        Self(.integer, expectation, missing: .expected(expectation)) { input in
            guard case .json(let value) = input else { return nil }
            return value.integer.map(Int64.init)
        }
    }
}

extension FieldType where Value == Bool {
    /// A Boolean; in a URL, a name without a value means `true`.
    static var flag: Self {
        Self(.flag, "true or false") { input in
            switch input {
            case .text("false"), .text("0"): false
            case .text(""), .text("true"), .text("1"): true
            case .text: nil
            case .json(let value): value.boolean
            }
        }
    }
}

// MARK: Lists

extension FieldType where Value == [String] {
    /// A list of strings.
    static var texts: Self { list(of: .text, "strings") }
}

extension FieldType where Value == [Int64] {
    /// A list of the numbers of items.
    static var identifiers: Self {
        var type = list(of: .identifier("a number"), "numbers")
        type.missing = .expected(type.expectation)
        return type
    }
}

extension FieldType {
    /// A list in JSON.
    private static func list<Element>(of element: FieldType<Element>, _ plural: String) -> Self
    where Value == [Element] {
        let expectation = "a list of \(plural)"
        return Self(.list(element.schema), expectation) { input in
            guard case .json(.list(let values)) = input else { return nil }
            return try values.enumerated()
                .map { index, value in
                    guard let element = try element.parse(.json(value)) else {
                        throw InvalidValue.expected(expectation, at: "/\(index)")
                    }
                    return element
                }
        }
    }
}
