internal import TextMeasurement

/// The error of a failed request.
///
/// ```swift
/// throw ResponseError.invalidParams("'newName' must be a string")
/// ```
package struct ResponseError: Error, Hashable, Sendable {
    /// The error code for programs, such as -32602.
    package var code: Int
    /// The message for people, in one line.
    package var message: String
    /// Additional data for programs.
    package var data: JSONValue?

    /// Creates an error with any code.
    package init(code: Int, message: String, data: JSONValue? = nil) {
        self.code = code
        self.message = message
        self.data = data
    }

    /// Returns the error for input that isn't JSON (-32700).
    package static func parseError(_ message: String) -> Self { Self(code: -32_700, message: message) }
    /// Returns the error for JSON that isn't a valid message (-32600).
    package static func invalidRequest(_ message: String) -> Self { Self(code: -32_600, message: message) }
    /// Returns the error for an unknown method (-32601).
    package static func methodNotFound(_ method: String) -> Self {
        Self(code: -32_601, message: "unknown method \(method.quoted)")
    }
    /// Returns the error for invalid parameters (-32602).
    package static func invalidParams(_ message: String) -> Self { Self(code: -32_602, message: message) }

    /// The error as JSON.
    var value: JSONValue {
        var members: [String: JSONValue] = ["code": .integer(Int64(code)), "message": .string(message)]
        members["data"] = data
        return .object(members)
    }
}
