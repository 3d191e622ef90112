internal import Foundation

/// Why a line is not a question that the layout engine answers.
enum QuestionError: Error, Equatable {
    /// The line is no JSON object.
    case notAnObject
    /// A field is not there.
    case missing(String)
    /// A field is of the wrong type.
    case mistyped(String, expected: String)
    /// A field holds a name that means nothing.
    case unknown(String, value: String, choices: [String])

    init(_ error: any Error) {
        switch error {
        case let error as QuestionError: self = error
        case DecodingError.keyNotFound(let key, let context):
            self = .missing(Self.path(context.codingPath + [key]))
        case DecodingError.valueNotFound(let type, let context),
            DecodingError.typeMismatch(let type, let context):
            let path = Self.path(context.codingPath)
            self = path.isEmpty ? .notAnObject : .mistyped(path, expected: Self.name(of: type))
        case DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty:
            // A number that its field cannot hold.
            let isWhole = Self.wholeFields.contains(context.codingPath.last?.stringValue ?? "")
            let expected = isWhole ? "a whole number" : "a number"
            self = .mistyped(Self.path(context.codingPath), expected: expected)
        default: self = .notAnObject
        }
    }

    /// The fields that hold whole numbers.
    private static let wholeFields = ["maxLines", "row", "gridCellColumns", "columns"]

    /// Returns a path as `subviews[3].width`.
    static func path(_ keys: [any CodingKey]) -> String {
        keys.reduce(into: "") { path, key in
            if let index = key.intValue {
                path += "[\(index)]"
            } else {
                path += path.isEmpty ? key.stringValue : ".\(key.stringValue)"
            }
        }
    }

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

extension QuestionError: CustomStringConvertible {
    /// What is wrong and what to do, in one line.
    var description: String {
        switch self {
        case .notAnObject:
            "not a JSON object; give {\"subviews\": [{\"width\": 40, \"height\": 20}]}"
        case .missing(let field):
            "\"\(field)\" is missing; give it"
        case .mistyped(let field, let expected):
            "\"\(field)\" is not \(expected); give \(expected)"
        case .unknown(let field, let value, let choices):
            "\"\(field)\" is \"\(value)\", which is none of: \(choices.joined(separator: ", "))"
        }
    }
}
