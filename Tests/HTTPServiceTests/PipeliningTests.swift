import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import TestSupport
import Testing

@testable import HTTPService

/// Connections whose clients send requests without waiting for responses.
@Suite struct PipeliningTests {
    /// Counts how often the server asks the system for bytes.
    private final class ReadCounter: ChannelOutboundHandler {
        typealias OutboundIn = ByteBuffer
        private(set) var count = 0

        func read(context: ChannelHandlerContext) {
            count += 1
            context.read()
        }
    }

    /// A connection in memory with the handlers of a real one.
    private final class TestedConnection {
        let channel = EmbeddedChannel()
        let reads = ReadCounter()

        init(_ turns: RequestTurns, address: String = "192.0.2.1") throws {
            try channel.pipeline.syncOperations.addHandler(reads)
            try Connection.addHandlers(
                to: channel.pipeline.syncOperations,
                ServerSettings(content: .database(path: ""), address: .host("127.0.0.1", port: 0)), turns)
            try channel.connect(to: SocketAddress(ipAddress: address, port: 1)).wait()
            channel.remoteAddress = try SocketAddress(ipAddress: address, port: 1)
        }

        /// Passes received bytes to the handlers.
        func receive(_ text: String) throws {
            try channel.writeInbound(ByteBuffer(string: text))
            channel.embeddedEventLoop.run()
        }

        /// The parsed requests since the last call: the path of each, and the end of each as `.`.
        func requests() throws -> [String] {
            channel.embeddedEventLoop.run()
            var found: [String] = []
            while let part = try channel.readInbound(as: HTTPRequestPart.self) {
                switch part {
                case .head(let head): found.append(head.path ?? "")
                case .body(let bytes): found.append("\(bytes.readableBytes) bytes")
                case .end: found.append(".")
                }
            }
            return found
        }

        /// Sends a complete response.
        func respond() throws {
            let head = HTTPResponse(status: .ok, headerFields: [.contentLength: "0"])
            try channel.writeOutbound(HTTPResponsePart.head(head))
            try channel.writeOutbound(HTTPResponsePart.end(nil))
            channel.embeddedEventLoop.run()
        }

        deinit { _ = try? channel.finish(acceptAlreadyClosed: true) }
    }

    private static func request(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n" }

    @Test func `no request is parsed while a response is outstanding`() throws {
        let turns = RequestTurns(limit: 8)
        let connection = try TestedConnection(turns)
        try connection.receive((1...20).map { Self.request("/\($0)") }.joined())
        for number in 1...20 {
            #expect(try connection.requests() == ["/\(number)", "."])
            turns.end(connection.channel)
            #expect(try connection.requests() == [])
            try connection.respond()
        }
        #expect(try connection.requests() == [])
        #expect(connection.channel.isActive)
    }

    @Test func `nothing is read while a response is outstanding or the connection waits for its turn`() throws {
        let turns = RequestTurns(limit: 1)
        let (first, second) = (try TestedConnection(turns), try TestedConnection(turns))
        first.channel.read()
        #expect(first.reads.count == 1)
        try first.receive(Self.request("/1"))
        first.channel.read()
        #expect(first.reads.count == 1)
        try second.receive(Self.request("/2"))
        second.channel.read()
        #expect(second.reads.count == 0)
        #expect(try second.requests() == [])
        turns.end(first.channel)
        #expect(try second.requests() == ["/2", "."])
        #expect(second.reads.count == 0)
        try first.respond()
        try second.respond()
        #expect(first.reads.count == 2 && second.reads.count == 1)
    }

    @Test func `a connection that closes while it waits leaves its turn to the next`() throws {
        let turns = RequestTurns(limit: 1)
        let all = try (1...4).map { _ in try TestedConnection(turns) }
        for (number, connection) in all.enumerated() { try connection.receive(Self.request("/\(number)")) }
        #expect(try all.map { try $0.requests() } == [["/0", "."], [], [], []])
        // One that waits and the one that has the turn.
        try all[1].channel.close().wait()
        try all[0].channel.close().wait()
        for connection in all { connection.channel.embeddedEventLoop.run() }
        #expect(try all.map { try $0.requests() } == [[], [], ["/2", "."], []])
        // The response ends the turn of a request whose route doesn't.
        turns.end(all[2].channel)
        #expect(try all[3].requests() == ["/3", "."])
    }

    @Test func `an invalid request ends its turn`() throws {
        let turns = RequestTurns(limit: 1)
        let (first, second) = (try TestedConnection(turns), try TestedConnection(turns))
        #expect(throws: (any Error).self) {
            try first.receive("GET / HTTP/1.1\r\nno field\r\n\r\n")
            _ = try first.requests()
            try first.channel.throwIfErrorCaught()
        }
        try second.receive(Self.request("/2"))
        #expect(try second.requests() == ["/2", "."])
    }

    @Test func `a health check isn't parsed after the waiting requests of its address`() throws {
        let turns = RequestTurns(limit: 1)
        let all = try (0..<10).map { _ in try TestedConnection(turns) }
        for (number, connection) in all.enumerated() {
            try connection.receive(Self.request(number == 9 ? "/healthz" : "/\(number)"))
        }
        for connection in all.prefix(2) {
            #expect(try !connection.requests().isEmpty)
            #expect(try all[9].requests() == [])
            turns.end(connection.channel)
        }
        #expect(try all[9].requests() == ["/healthz", "."])
    }

    @Test func `more bytes than the limit close a connection that waits`() throws {
        let turns = RequestTurns(limit: 8)
        let connection = try TestedConnection(turns)
        try connection.receive(Self.request("/1"))
        let part = String(repeating: Self.request("/2"), count: 100)
        let limit = 1 << 16
        var sent = 0
        while sent + part.utf8.count <= limit {
            try connection.receive(part)
            sent += part.utf8.count
        }
        #expect(connection.channel.isActive)
        try connection.receive(part)
        #expect(!connection.channel.isActive)
        #expect(try connection.requests() == ["/1", "."])
    }

    @Test func `a body isn't held back, and the next request is`() throws {
        let turns = RequestTurns(limit: 1)
        let connection = try TestedConnection(turns)
        try connection.receive("POST /1 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 6\r\n\r\nabc")
        #expect(try connection.requests() == ["/1", "3 bytes"])
        try connection.receive("def" + Self.request("/2"))
        #expect(try connection.requests() == ["3 bytes", "."])
        turns.end(connection.channel)
        #expect(try connection.requests() == [])
        try connection.respond()
        #expect(try connection.requests() == ["/2", "."])
    }

    /// A client could hide the ends of headers with line feeds alone, if the decoder accepted them.
    @Test(arguments: ["\n", "\r\n\n", "\n\r"]) func `other line ends don't let several requests pass`(
        end: String
    ) throws {
        let connection = try TestedConnection(RequestTurns(limit: 1))
        let text = ["GET / HTTP/1.1", "Host: localhost", "", ""].joined(separator: end)
        do { try connection.receive(String(repeating: text, count: 20)) } catch {}
        #expect(try connection.requests().count { $0 == "/" } <= 1)
    }

    @Test func `parts of a body that arrive together are read together`() throws {
        let connection = try TestedConnection(RequestTurns(limit: 1))
        let chunks = String(repeating: "1\r\na\r\n2\r\n\r\n\r\n", count: 100)
        try connection.receive("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n\(chunks)")
        #expect(try connection.requests() == ["/", "300 bytes"])
        try connection.receive(chunks)
        #expect(try connection.requests() == ["300 bytes"])
        try connection.receive("\(chunks)0\r\n\r\n")
        #expect(try connection.requests() == ["300 bytes", "."])
    }

    @Test(arguments: [1, 2, 3]) func `pieces of any size are the same requests`(seed: UInt64) throws {
        var numbers = SeededNumbers(seed: seed)
        let text = [
            Self.request("/1"), "\r\n", "POST /2 HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc\r\n\r\nxy",
            "POST /3 HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n\r\n\r\n\r\n0\r\n\r\n",
            Self.request("/4"),
            "GET /5 HTTP/1.1\r\nHost: a\r\nX-Field: \(String(repeating: "x", count: 3_000))\r\n\r\n",
            Self.request("/6"),
        ]
        .joined()
        for _ in 0..<100 {
            let turns = RequestTurns(limit: 1)
            let connection = try TestedConnection(turns)
            var (rest, parts) = (Substring(text), [String]())
            func takeRequests() throws {
                while true {
                    let new = try connection.requests()
                    parts += new
                    #expect(new.count { $0 == "." } <= 1, "seed \(seed)")
                    guard new.last == "." else { return }
                    turns.end(connection.channel)
                    try connection.respond()
                }
            }
            while !rest.isEmpty {
                let piece = rest.prefix(Int.random(in: 1...200, using: &numbers))
                rest = rest.dropFirst(piece.count)
                try connection.receive(String(piece))
                if Bool.random(using: &numbers) { try takeRequests() }
            }
            try takeRequests()
            #expect(
                parts.filter { !$0.hasSuffix("bytes") } == [
                    "/1", ".", "/2", ".", "/3", ".", "/4", ".", "/5", ".", "/6", ".",
                ], "seed \(seed)")
        }
    }
}
