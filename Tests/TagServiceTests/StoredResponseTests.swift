import Foundation
import TagService
import Testing

@Suite struct StoredResponseTests {
    private static func response(_ number: Int, size: Int) -> StoredResponse {
        StoredResponse(
            caller: "token 1", key: "key \(number)", requestHash: Data([1, 2, 3]), status: 201,
            location: "/tags/\(number)", headers: #"{"Content-Type":"application/json"}"#,
            body: Data(repeating: 65, count: size))
    }

    @Test func `the oldest bodies are discarded, but their statuses and locations are kept`() async throws {
        let service = try TagService(.memory)
        let count = 1_100
        for number in 0..<count { #expect(try service.tokens.storeResponse(Self.response(number, size: 16_000))) }
        let first = try #require(try service.tokens.storedResponse(toKey: "key 0", of: "token 1"))
        #expect(first.body.isEmpty)
        #expect(first.status == 201)
        #expect(first.location == "/tags/0")
        #expect(first.requestHash == Data([1, 2, 3]))
        let last = try #require(try service.tokens.storedResponse(toKey: "key \(count - 1)", of: "token 1"))
        #expect(last == Self.response(count - 1, size: 16_000))
        var kept = 0
        for number in 0..<count {
            let stored = try service.tokens.storedResponse(toKey: "key \(number)", of: "token 1")
            kept += stored?.body.count ?? 0
        }
        #expect(kept <= 16 << 20)
        #expect(kept > 15 << 20)
    }

    @Test func `a key belongs to its caller`() async throws {
        let service = try TagService(.memory)
        #expect(try service.tokens.storeResponse(Self.response(1, size: 10)))
        #expect(try service.tokens.storedResponse(toKey: "key 1", of: "token 2") == nil)
        #expect(try service.tokens.storedResponse(toKey: "1", of: "token 1 key") == nil)
    }
}
