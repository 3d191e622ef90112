internal import Foundation

/// The reason why a line is not a valid request.
enum LayoutRequestError: Error, Equatable {
    /// The line is not a JSON object.
    case notAnObject
    /// A field is missing.
    case missing(String)
    /// A field is of the wrong type.
    case mistyped(String, expected: String)
    /// A field has an unknown name as its value.
    case unknown(String, value: String, choices: [String])
    /// A number is out of its range.
    case outOfRange(String, value: Double, ClosedRange<Double>)
    /// An object has a field that it can't have; the request itself has an empty path.
    case unknownField(String, of: String, known: [String])

    init(_ error: any Error) {
        switch error {
        case let error as LayoutRequestError: self = error
        case DecodingError.keyNotFound(let key, let context): self = .missing(Self.path(context.codingPath + [key]))
        case DecodingError.valueNotFound(let type, let context), DecodingError.typeMismatch(let type, let context):
            let path = Self.path(context.codingPath)
            self = path.isEmpty ? .notAnObject : .mistyped(path, expected: Self.name(of: type))
        default: self = .notAnObject
        }
    }

    /// The largest length, weight or number of the fields whose range is checked.
    static let largest = 1e9

    /// Returns a path in the form `subviews[3].width`.
    static func path(_ keys: [any CodingKey]) -> String {
        keys.reduce(into: "") { path, key in
            if let index = key.intValue {
                path += "[\(index)]"
            } else {
                path += path.isEmpty ? key.stringValue : ".\(key.stringValue)"
            }
        }
    }

    /// Returns the beginning of a text from a request, cut by scalars: a grapheme cluster can have any length.
    private static func shown(_ text: String) -> String { String(text.unicodeScalars.prefix(100)) }

    private static func name(of type: any Any.Type) -> String {
        switch type {
        case is Double.Type: "a number"
        case is Int.Type: "a whole number"
        case is Bool.Type: "true or false"
        case is String.Type: "a string"
        case is [Any].Type: "a list"
        default: "an object"
        }
    }
}

extension LayoutRequestError: CustomStringConvertible {
    /// A one-line message with the problem and the remedy.
    var description: String {
        switch self {
        case .notAnObject: "expected a JSON object such as {\"subviews\": [{\"width\": 40, \"height\": 20}]}"
        case .missing(let field): "missing field '\(field)'"
        case .mistyped(let field, let expected): "'\(field)' must be \(expected)"
        case .outOfRange(let field, let value, let range):
            "'\(field)' must be from \(JSONNumber.text(range.lowerBound)) to "
                + "\(JSONNumber.text(range.upperBound)), got \(JSONNumber.text(value))"
        case .unknown(let field, let value, let choices):
            "unknown \(field) '\(Self.shown(value))'; expected \(choices.joined(separator: ", "))"
        case .unknownField(let field, let object, let known):
            "unknown field '\(Self.shown(field))'\(object.isEmpty ? "" : " of '\(object)'"); expected \(known.joined(separator: ", "))"
        }
    }
}
