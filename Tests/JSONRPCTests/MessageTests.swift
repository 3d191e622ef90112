import JSON
import JSONRPC
import Testing

@Suite struct MessageTests {
    @Test(arguments: [
        Message.request(id: .integer(1), method: "a/b", params: ["x": 1]),
        .request(id: .string("α"), method: "a", params: nil),
        .notification(method: "n", params: [1, 2]), .notification(method: "n", params: nil),
        .result(id: .integer(-3), nil), .result(id: .string(""), ["a": []]),
        .failure(id: nil, .parseError("why")),
        .failure(id: .integer(4), ResponseError(code: 7, message: "m", data: [true])),
    ])
    func `a message is read as it was written`(message: Message) throws {
        #expect(
            try Message(try JSONValue(message.value.bytes[...], .messages(depth: 64))) == message
        )
    }

    @Test(
        arguments: [
            ("[]", "a message is a JSON object", nil), ("3", "a message is a JSON object", nil),
            (#"{"id":1,"method":"a"}"#, "'jsonrpc' is \"2.0\"", MessageID.integer(1)),
            (
                #"{"jsonrpc":"2.0","id":1}"#, "it has none of 'method', 'result', 'error'",
                .integer(1)
            ),
            (#"{"jsonrpc":"2.0","id":1,"method":3}"#, "'method' is a text", .integer(1)),
            (
                #"{"jsonrpc":"2.0","id":"x","method":"a","params":3}"#,
                "'params' is an object or a list", .string("x")
            ),
            (
                #"{"jsonrpc":"2.0","id":null,"method":"a"}"#, "'id' is a text or a whole number",
                nil
            ),
            (#"{"jsonrpc":"2.0","id":1.5,"method":"a"}"#, "'id' is a text or a whole number", nil),
        ] as [(String, String, MessageID?)]
    )
    func `what is no message is told, with its identifier`(
        text: String,
        problem: String,
        id: MessageID?
    ) throws {
        let value = try JSONValue(Array(text.utf8)[...], .messages(depth: 64))
        let fault = #expect(throws: MessageError.self) { try Message(value) }
        #expect(fault?.error == .invalidRequest(problem) && fault?.id == id)
        #expect(fault?.answer == .failure(id: id, .invalidRequest(problem)))
    }

    @Test func `an answer that makes no sense is not answered`() throws {
        for text in [
            #"{"jsonrpc":"2.0","id":1,"error":{"code":"x"}}"#, #"{"jsonrpc":"2.0","result":1}"#,
        ] {
            let value = try JSONValue(Array(text.utf8)[...], .messages(depth: 64))
            let fault = #expect(throws: MessageError.self) { try Message(value) }
            #expect(fault?.answer == nil)
        }
    }
}
