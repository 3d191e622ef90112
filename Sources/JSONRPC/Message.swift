package import JSON

/// A message of JSON-RPC 2.0.
package enum Message: Hashable, Sendable {
    /// Asks for an answer.
    case request(id: MessageID, method: String, params: JSONValue?)
    /// Tells something, and wants no answer.
    case notification(method: String, params: JSONValue?)
    /// The answer to a request that was done.
    case result(id: MessageID, JSONValue)
    /// The answer to a request that was not; without an identifier to one that could not be read.
    case failure(id: MessageID?, ResponseError)

    /// Takes a value apart.
    ///
    /// - Parameter value: The value.
    /// - Throws: What is wrong with it, and which answer is due.
    package init(_ value: JSONValue) throws(MessageError) {
        guard case .object(let members) = value else {
            throw MessageError(.invalidRequest("a message is a JSON object"))
        }
        let id = members["id"].flatMap(MessageID.init)
        func fault(_ text: String) -> MessageError {
            MessageError(id: id, .invalidRequest(text))
        }
        guard members["jsonrpc"] == "2.0" else { throw fault("'jsonrpc' is \"2.0\"") }
        guard let method = members["method"] else {
            self = try Self.answer(members, id)
            return
        }
        guard let method = method.string else { throw fault("'method' is a text") }
        let params = members["params"].flatMap { $0 == .null ? nil : $0 }
        switch params {
        case nil, .object, .list: break
        default: throw fault("'params' is an object or a list")
        }
        guard members["id"] != nil else {
            self = .notification(method: method, params: params)
            return
        }
        guard let id else { throw fault("'id' is a text or a whole number") }
        self = .request(id: id, method: method, params: params)
    }

    private static func answer(
        _ members: [String: JSONValue],
        _ id: MessageID?
    ) throws(MessageError) -> Message {
        if let error = members["error"], error != .null {
            guard let code = error["code"]?.integer, let text = error["message"]?.string else {
                throw MessageError(
                    .invalidRequest("'error' has a number 'code' and a text 'message'"),
                    isAnswer: true
                )
            }
            return .failure(id: id, ResponseError(code: code, message: text, data: error["data"]))
        }
        guard let result = members["result"] else {
            throw MessageError(
                id: id,
                .invalidRequest("it has none of 'method', 'result', 'error'")
            )
        }
        guard let id else {
            throw MessageError(.invalidRequest("an answer has an 'id'"), isAnswer: true)
        }
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

/// What ties an answer to its request.
package enum MessageID: Hashable, Sendable {
    /// A whole number.
    case integer(Int64)
    /// A text.
    case string(String)

    /// The identifier that a value is; `nil` where it is none.
    package init?(_ value: JSONValue) {
        switch value {
        case .integer(let number): self = .integer(number)
        case .string(let text): self = .string(text)
        default: return nil
        }
    }

    /// The identifier as JSON.
    package var value: JSONValue {
        switch self {
        case .integer(let number): .integer(number)
        case .string(let text): .string(text)
        }
    }
}

/// Bytes that are no message.
package struct MessageError: Error, Hashable, Sendable {
    /// The identifier, where one could be read.
    package let id: MessageID?
    /// What is wrong.
    package let error: ResponseError
    /// Whether it was meant as an answer, which is not answered.
    package let isAnswer: Bool

    /// A fault, and what is to be answered.
    package init(id: MessageID? = nil, _ error: ResponseError, isAnswer: Bool = false) {
        self.id = id
        self.error = error
        self.isAnswer = isAnswer
    }

    /// The answer; `nil` where none is due.
    package var answer: Message? { isAnswer ? nil : .failure(id: id, error) }
}
