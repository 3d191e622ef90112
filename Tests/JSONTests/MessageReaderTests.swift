import JSON
import TestSupport
import Testing

@Suite struct MessageReaderTests {
    private static let messages: [Message] = [
        .request(id: .integer(1), method: "initialize", params: ["text": "é😀\n\r\n"]),
        .notification(method: "x", params: nil), .result(id: .string("a"), [1, 2, 3]),
        .failure(id: nil, .invalidRequest("no")),
    ]

    private static func items(
        _ bytes: [UInt8], _ framing: MessageFraming, piece: Int = .max, limits: MessageLimits = MessageLimits()
    ) -> [MessageReader.Item] {
        var reader = MessageReader(framing, limits: limits)
        var items: [MessageReader.Item] = []
        var offset = 0
        while offset < bytes.count {
            let end = offset + min(piece, bytes.count - offset)
            reader.append(Array(bytes[offset..<end]))
            while let item = reader.next() { items.append(item) }
            offset = end
        }
        reader.finish()
        while let item = reader.next() { items.append(item) }
        return items
    }

    @Test(arguments: [MessageFraming.contentLength, .lines], [1, 2, 3, 7, 64, Int.max])
    func `messages are read from pieces of any size`(framing: MessageFraming, piece: Int) {
        let bytes = Self.messages.flatMap { framing.bytes(of: $0) }
        #expect(Self.items(bytes, framing, piece: piece) == Self.messages.map { .message($0) })
    }

    @Test func `the last line needs no line end and blank lines are skipped`() {
        let text = "\n \r\n" + #"{"jsonrpc":"2.0","method":"a"}"# + "\r\n\n" + #"{"jsonrpc":"2.0","method":"b"}"#
        let names = Self.items(Array(text.utf8), .lines)
        #expect(names == ["a", "b"].map { .message(.notification(method: $0, params: nil)) })
    }

    @Test func `other headers, lowercase names and bare line feeds are accepted`() {
        let body = #"{"jsonrpc":"2.0","method":"a"}"#
        let text =
            "Content-Type: application/vscode-jsonrpc; charset=utf-8\r\ncontent-length:\t" + "\(body.utf8.count)\n\n"
            + body
        #expect(Self.items(Array(text.utf8), .contentLength) == [.message(.notification(method: "a", params: nil))])
    }

    @Test(arguments: [MessageFraming.contentLength, .lines])
    func `invalid JSON is reported and the next message is read`(framing: MessageFraming) {
        let bad: [UInt8] = framing == .lines ? Array("{\"a\": \n".utf8) : Array("Content-Length: 5\r\n\r\n{\"a\":".utf8)
        let items = Self.items(bad + framing.bytes(of: Self.messages[1]), framing)
        #expect(
            items == [
                .error(
                    MessageError(
                        .parseError("invalid JSON at byte \(framing == .lines ? 6 : 5): unexpected end of input"))),
                .message(Self.messages[1]),
            ])
    }

    @Test(arguments: [MessageFraming.contentLength, .lines], [1, 10, Int.max])
    func `a message that is too long is skipped and reported once`(framing: MessageFraming, piece: Int) {
        let long = Message.notification(method: String(repeating: "x", count: 300), params: nil)
        let bytes = framing.bytes(of: long) + framing.bytes(of: Self.messages[1])
        let items = Self.items(bytes, framing, piece: piece, limits: MessageLimits(size: 100))
        #expect(
            items == [
                .error(MessageError(.invalidRequest("message too long; at most 100 bytes"))),
                .message(Self.messages[1]),
            ])
    }

    @Test func `an incomplete message is not returned`() {
        let bytes = MessageFraming.contentLength.bytes(of: Self.messages[0])
        for count in 0..<bytes.count { #expect(Self.items(Array(bytes[..<count]), .contentLength).isEmpty) }
    }

    @Test(arguments: [
        "Content-Length: -1\r\n\r\n", "Content-Length: x\r\n\r\n", "Content-Type: a\r\n\r\n",
        "Content-Length: 99999999999999999999\r\n\r\n",
    ]) func `a header without a length is reported and the next message is read`(header: String) {
        let bytes = Array(header.utf8) + MessageFraming.contentLength.bytes(of: Self.messages[1])
        #expect(
            Self.items(bytes, .contentLength) == [
                .error(MessageError(.parseError("missing header 'Content-Length: N'"))), .message(Self.messages[1]),
            ])
    }

    @Test func `a header without an end stops the reader`() {
        var reader = MessageReader(.contentLength)
        reader.append([UInt8](repeating: UInt8(ascii: "x"), count: 10_000))
        #expect(!reader.isBroken && reader.next() != nil && reader.isBroken)
        reader.append(MessageFraming.contentLength.bytes(of: Self.messages[0]))
        #expect(reader.next() == nil)
    }

    @Test func `random bytes never crash the reader`() {
        var numbers = SeededNumbers(seed: 3)
        let alphabet = Array("Content-Length: 0123456789\r\n{}[]\"\\u,jsonrpc".utf8)
        for framing in [MessageFraming.contentLength, .lines] {
            for _ in 0..<2_000 {
                let bytes = (0..<Int.random(in: 0...80, using: &numbers))
                    .map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &numbers)] }
                let piece = Int.random(in: 1...9, using: &numbers)
                _ = Self.items(bytes, framing, piece: piece, limits: MessageLimits(header: 40))
            }
        }
    }
}
