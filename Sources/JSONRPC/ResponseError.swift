package import JSON

/// Why a request was not done.
package struct ResponseError: Error, Hashable, Sendable {
    /// A number by which programs know the reason.
    package var code: Int
    /// The reason for people, in one line.
    package var message: String
    /// More about it.
    package var data: JSONValue?

    /// An error with a code of one's own.
    package init(code: Int, message: String, data: JSONValue? = nil) {
        self.code = code
        self.message = message
        self.data = data
    }

    /// The bytes are no JSON.
    package static func parseError(_ message: String) -> Self {
        Self(code: -32_700, message: message)
    }
    /// The JSON is no message.
    package static func invalidRequest(_ message: String) -> Self {
        Self(code: -32_600, message: message)
    }
    /// There is no such method.
    package static func methodNotFound(_ method: String) -> Self {
        Self(code: -32_601, message: "there is no method '\(method.prefix(100))'")
    }
    /// The parameters are not those of the method.
    package static func invalidParams(_ message: String) -> Self {
        Self(code: -32_602, message: message)
    }

    /// The error as JSON.
    var value: JSONValue {
        var members: [String: JSONValue] = [
            "code": .integer(Int64(code)), "message": .string(message),
        ]
        members["data"] = data
        return .object(members)
    }
}
