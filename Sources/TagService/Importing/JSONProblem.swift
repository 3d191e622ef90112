internal import Foundation

/// The words for what is wrong with a JSON text.
enum JSONProblem {
    static func problem(of error: any Error) -> ImportProblem {
        switch error {
        case DecodingError.typeMismatch(_, let context),
            DecodingError.valueNotFound(_, let context):
            ImportProblem("\(place(context)) is not of the right type")
        case DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty:
            ImportProblem("\(place(context)) has a value that it cannot have")
        default:
            ImportProblem("it is not a JSON object")
        }
    }

    /// The fields that lead to the place.
    private static func place(_ context: DecodingError.Context) -> String {
        let path = context.codingPath.map { key in
            key.intValue.map { "item \($0 + 1)" } ?? key.stringValue
        }
        return path.isEmpty ? "the line" : "'\(path.joined(separator: ", "))'"
    }
}
