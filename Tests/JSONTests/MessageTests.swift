import JSON
import Testing

@Suite struct MessageTests {
    @Test(arguments: [
        Message.request(id: .integer(1), method: "a/b", params: ["x": 1]),
        .request(id: .string("α"), method: "a", params: nil), .notification(method: "n", params: [1, 2]),
        .notification(method: "n", params: nil), .result(id: .integer(-3), nil), .result(id: .string(""), ["a": []]),
        .failure(id: nil, .parseError("why")),
        .failure(id: .integer(4), ResponseError(code: 7, message: "m", data: [true])),
    ]) func `a message survives writing and reading`(message: Message) throws {
        #expect(try Message(try JSONValue(message.value.bytes[...], .messages(depth: 64))) == message)
    }

    @Test(
        arguments: [
            ("[]", "a message must be a JSON object", nil), ("3", "a message must be a JSON object", nil),
            (#"{"id":1,"method":"a"}"#, "'jsonrpc' must be '2.0'", MessageID.integer(1)),
            (#"{"jsonrpc":"2.0","id":1}"#, "a message must have 'method', 'result' or 'error'", .integer(1)),
            (#"{"jsonrpc":"2.0","id":1,"method":3}"#, "'method' must be a string", .integer(1)),
            (
                #"{"jsonrpc":"2.0","id":"x","method":"a","params":3}"#, "'params' must be an object or a list",
                .string("x")
            ), (#"{"jsonrpc":"2.0","id":null,"method":"a"}"#, "'id' must be a string or an integer", nil),
            (#"{"jsonrpc":"2.0","id":1.5,"method":"a"}"#, "'id' must be a string or an integer", nil),
        ] as [(String, String, MessageID?)]) func `an invalid message is reported with its ID`(
            text: String, message: String, id: MessageID?
        ) throws
    {
        let value = try JSONValue(Array(text.utf8)[...], .messages(depth: 64))
        let error = #expect(throws: MessageError.self) { try Message(value) }
        #expect(error?.error == .invalidRequest(message) && error?.id == id)
        #expect(error?.response == .failure(id: id, .invalidRequest(message)))
    }

    @Test func `an invalid response gets no response`() throws {
        for text in [#"{"jsonrpc":"2.0","id":1,"error":{"code":"x"}}"#, #"{"jsonrpc":"2.0","result":1}"#] {
            let value = try JSONValue(Array(text.utf8)[...], .messages(depth: 64))
            let error = #expect(throws: MessageError.self) { try Message(value) }
            #expect(error?.response == nil)
        }
    }
}
