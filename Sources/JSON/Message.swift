internal import TextMeasurement

/// A JSON-RPC 2.0 message.
///
/// ```swift
/// let message = Message.request(id: .integer(1), method: "ping", params: nil)
/// let bytes = MessageFraming.lines.bytes(of: message)
/// ```
package enum Message: Hashable, Sendable {
    /// A request, which expects a response.
    case request(id: MessageID, method: String, params: JSONValue?)
    /// A notification, which gets no response.
    case notification(method: String, params: JSONValue?)
    /// The response to a request that succeeded.
    case result(id: MessageID, JSONValue)
    /// The response to a request that failed. The ID is nil if the request couldn't be read.
    case failure(id: MessageID?, ResponseError)

    /// Creates a message from JSON.
    ///
    /// - Parameter value: The JSON of one message.
    /// - Throws: `MessageError` if the value isn't a valid message, with the error response to send.
    package init(_ value: JSONValue) throws(MessageError) {
        guard case .object(let members) = value else {
            throw MessageError(.invalidRequest("a message must be a JSON object"))
        }
        let id = members["id"].flatMap(MessageID.init)
        func invalid(_ text: String) -> MessageError { MessageError(id: id, .invalidRequest(text)) }
        guard members["jsonrpc"] == "2.0" else { throw invalid("'jsonrpc' must be '2.0'") }
        guard let method = members["method"] else {
            self = try Self.response(members, id)
            return
        }
        guard let method = method.string else { throw invalid("'method' must be a string") }
        let params = members["params"].flatMap { $0 == .null ? nil : $0 }
        switch params {
        case nil, .object, .list: break
        default: throw invalid("'params' must be an object or a list")
        }
        guard members["id"] != nil else {
            self = .notification(method: method, params: params)
            return
        }
        guard let id else { throw invalid("'id' must be a string or an integer") }
        self = .request(id: id, method: method, params: params)
    }

    private static func response(_ members: [String: JSONValue], _ id: MessageID?) throws(MessageError) -> Message {
        if let error = members["error"], error != .null {
            guard let code = error["code"]?.integer, let text = error["message"]?.string else {
                throw MessageError(
                    .invalidRequest("'error' must have an integer 'code' and a string 'message'"), isResponse: true)
            }
            return .failure(id: id, ResponseError(code: code, message: text, data: error["data"]))
        }
        guard let result = members["result"] else {
            throw MessageError(id: id, .invalidRequest("a message must have 'method', 'result' or 'error'"))
        }
        guard let id else { throw MessageError(.invalidRequest("a response must have an 'id'"), isResponse: true) }
        return .result(id: id, result)
    }

    /// The message as JSON.
    package var value: JSONValue {
        var members: [String: JSONValue] = ["jsonrpc": "2.0"]
        switch self {
        case .request(let id, let method, let params):
            members["id"] = id.value
            members["method"] = .string(method)
            members["params"] = params
        case .notification(let method, let params):
            members["method"] = .string(method)
            members["params"] = params
        case .result(let id, let result):
            members["id"] = id.value
            members["result"] = result
        case .failure(let id, let error):
            members["id"] = id?.value ?? .null
            members["error"] = error.value
        }
        return .object(members)
    }
}

/// The ID that relates a response to its request.
package enum MessageID: Hashable, Sendable {
    /// An integer.
    case integer(Int64)
    /// A string.
    case string(String)

    /// Creates an ID from JSON, or nil if the value isn't a string or an integer.
    package init?(_ value: JSONValue) {
        switch value {
        case .integer(let number): self = .integer(number)
        case .string(let text): self = .string(text)
        default: return nil
        }
    }

    /// The ID as JSON.
    package var value: JSONValue {
        switch self {
        case .integer(let number): .integer(number)
        case .string(let text): .string(text)
        }
    }
}

/// The error for input that isn't a valid message.
package struct MessageError: Error, Hashable, Sendable {
    /// The ID of the message, if it could be read.
    package let id: MessageID?
    /// The error to report to the sender.
    package let error: ResponseError
    /// Whether the message was a response; responses get no response.
    package let isResponse: Bool

    /// Creates an error for an invalid message.
    package init(id: MessageID? = nil, _ error: ResponseError, isResponse: Bool = false) {
        self.id = id
        self.error = error
        self.isResponse = isResponse
    }

    /// The error response to send, or nil if none is expected.
    package var response: Message? { isResponse ? nil : .failure(id: id, error) }
}

/// How messages are separated in a stream of bytes.
///
/// ```swift
/// let bytes = MessageFraming.contentLength.bytes(of: .result(id: .integer(1), nil))
/// ```
package enum MessageFraming: Hashable, Sendable {
    /// `Content-Length: N` and an empty line precede each message of N bytes, as in LSP.
    case contentLength
    /// One message per line, as in MCP.
    case lines

    /// Returns the bytes of a message, including its header or line end.
    package func bytes(of message: Message) -> [UInt8] {
        let json = message.value.bytes
        return switch self {
        case .contentLength: Array("Content-Length: \(json.count)\r\n\r\n".utf8) + json
        case .lines: json + [0x0A]
        }
    }
}

/// The size limits of incoming messages.
package struct MessageLimits: Hashable, Sendable {
    /// The maximum size of a message in bytes.
    package var size: Int
    /// The maximum nesting depth of lists and objects.
    package var depth: Int
    /// The maximum size of a header in bytes.
    package var header: Int

    /// Creates limits; the defaults are 64 MB, 64 levels and 8 KB.
    package init(size: Int = 64 << 20, depth: Int = 64, header: Int = 1 << 13) {
        self.size = size
        self.depth = depth
        self.header = header
    }
}

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
