import Foundation
import TestSupport
import Testing

@testable import TagService

/// The queue of webhooks; Tests/Scripts/webhook_checks receives what a server sends.
@Suite struct WebhookTests {
    private static let delays = [1.0, 5, 25]

    private static func delivery(_ service: TagService, _ id: Int64) throws -> WebhookDelivery? {
        guard case .deliver(let delivery) = try service.webhooks.nextStep(ofWebhook: id) else { return nil }
        return delivery
    }

    @Test func `commits are delivered in order, each recorded before the next`() throws {
        let service = try ServiceFixture().service
        try service.sets.addTags(["before"])
        let new = try service.webhooks.add("https://example.org/", secret: "key")
        #expect(try service.webhooks.nextStep(ofWebhook: 1) == .idle)
        try service.sets.addTags(["one"])
        try service.sets.addTags(["two"])
        for name in ["one", "one", "two"] {
            let delivery = try #require(try Self.delivery(service, new.webhook.id))
            #expect(delivery.commit?.summary == "add \(name)" && delivery.secret == "key")
            let isRepeated = name == "one" && service.webhookResult == nil
            guard !isRepeated else {
                // A server that is killed has recorded nothing.
                try service.webhooks.record(.failed("500"), of: delivery, delays: [0])
                continue
            }
            try service.webhooks.record(.delivered("200"), of: delivery, delays: Self.delays)
        }
        #expect(try service.webhooks.nextStep(ofWebhook: 1) == .idle)
        #expect(try service.webhooks.all()[0].last?.result == "200")
        #expect(try service.webhooks.all()[0].lastCommit == service.lastCommit())
        try service.webhooks.delete(1)
        #expect(try service.webhooks.nextStep(ofWebhook: 1) == nil)
        #expect(throws: TagServiceError.unknownWebhook(1)) { try service.webhooks.delete(1) }
    }

    @Test func `a commit lists its items with what happened to them`() throws {
        let service = try ServiceFixture().service
        func items() throws -> [String]? {
            let commits = try service.commits(after: service.lastCommit() - 1) ?? []
            return commits.last?.items?.map { "\($0.operation) \($0.id) \($0.location ?? "-")" }
        }
        _ = try service.sets.addTags(["one"])
        #expect(try items() == [])
        _ = try service.items.save(ItemDraft(location: "https://a.example/", tags: ["one"]))
        #expect(try items() == ["add 1 https://a.example/"])
        _ = try service.items.edit(1, with: ItemEdit(location: "https://b.example/"))
        #expect(try items() == ["change 1 https://b.example/"])
        _ = try service.items.save(ItemDraft(title: "no location"))
        #expect(try items() == ["add 2 -"])
        _ = try service.items.delete([1, 2])
        #expect(try items() == ["delete 1 https://b.example/", "delete 2 -"])
        _ = try service.undoLog.undo()
        #expect(try items() == ["add 1 https://b.example/", "add 2 -"])
        let lines = (0..<101).map { #"{"title": "\#($0)", "tags": ["one"]}"# }.joined(separator: "\n")
        _ = try service.files.importData(Array(lines.utf8), options: ImportOptions(format: .ndjson, name: "lines"))
        #expect(try items() == nil, "too many to list")
    }

    @Test func `a failed delivery is retried three times with growing delays, then given up`() throws {
        let clock = HeldClock()
        let service = try TagService(.memory, concurrency: .serial, now: clock.now)
        _ = try service.webhooks.add("https://example.org/")
        try service.sets.addTags(["one"])
        for delay in Self.delays {
            let delivery = try #require(try Self.delivery(service, 1))
            try service.webhooks.record(.failed("500"), of: delivery, delays: Self.delays)
            let retry = clock.time.addingTimeInterval(delay)
            #expect(try service.webhooks.nextStep(ofWebhook: 1) == .wait(until: retry))
            #expect(try service.webhooks.all()[0].retryAt == retry)
            clock.time = retry
        }
        let delivery = try #require(try Self.delivery(service, 1))
        try service.webhooks.record(.failed("500"), of: delivery, delays: Self.delays)
        #expect(try service.webhooks.nextStep(ofWebhook: 1) == .idle)
        #expect(try service.webhooks.all()[0].last?.result == "gave up after 4 attempts: 500")
        #expect(try service.webhooks.all()[0].retryAt == nil)
        try service.sets.addTags(["two"])
        let next = try #require(try Self.delivery(service, 1))
        #expect(next.commit?.summary == "add two")
        try service.webhooks.record(.refused("refused: x"), of: next, delays: Self.delays)
        #expect(try service.webhooks.nextStep(ofWebhook: 1) == .idle)
    }

    @Test func `only commits of the wanted kind are delivered`() throws {
        let service = try ServiceFixture().service
        _ = try service.webhooks.add("https://example.org/", event: .items)
        _ = try service.webhooks.add("https://example.org/", event: .tags)
        try service.sets.addTags(["sea"])
        try service.selection.toggle(["sea"])
        try service.items.save(tags: ["sea"], title: "walk")
        #expect(try Self.delivery(service, 1)?.commit?.summary == "save walk")
        let delivery = try #require(try Self.delivery(service, 2))
        #expect(delivery.commit?.summary == "add sea")
        try service.webhooks.record(.delivered("200"), of: delivery, delays: Self.delays)
        #expect(try service.webhooks.nextStep(ofWebhook: 2) == .idle)
        try service.undoLog.undo()
        #expect(try service.webhooks.nextStep(ofWebhook: 2) == .idle)
        try service.tags.rename("sea", to: "ocean")
        #expect(try Self.delivery(service, 2)?.commit?.summary == "rename sea ocean")
    }

    @Test func `a receiver that is too far behind is sent a reset`() throws {
        let service = try ServiceFixture().service
        _ = try service.webhooks.add("https://example.org/")
        try service.sets.addTags(["a"])
        for _ in 0..<10_200 { _ = try service.selection.toggle(["a"]) }
        let delivery = try #require(try Self.delivery(service, 1))
        #expect(delivery.commit == nil)
        #expect(try delivery.number == service.lastCommit())
        try service.webhooks.record(.delivered("200"), of: delivery, delays: Self.delays)
        #expect(try service.webhooks.nextStep(ofWebhook: 1) == .idle)
    }

    @Test(arguments: [
        ("ftp://example.org/", "x"), ("https://", "x"), ("https:///path", "x"), ("https://a@b/", "x"),
        ("http://a b/", "x"), ("http://a/\u{7}", "x"), ("", "x"), ("http://a/", ""), ("http://a/", "a\nb"),
        ("http://a/", String(repeating: "x", count: 201)),
    ]) func `an invalid URL or secret is refused`(_ url: String, _ secret: String) throws {
        let service = try ServiceFixture().service
        let error = #expect(throws: TagServiceError.self) { try service.webhooks.add(url, secret: secret) }
        #expect(secret.count < 5 || error?.description.contains(secret) == false)
        #expect(try service.webhooks.all().isEmpty)
    }

    @Test func `signatures are those of RFC 4231`() throws {
        func hex(_ bytes: [UInt8]) -> String { bytes.map { String(format: "%02x", $0) }.joined() }
        let first = HMAC.code(of: Array("what do ya want for nothing?".utf8), key: Array("Jefe".utf8))
        #expect(hex(first) == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
        let long = HMAC.code(
            of: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            key: [UInt8](repeating: 0xAA, count: 131))
        #expect(hex(long) == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
    }

    @Test func `webhooks aren't undone, exported or listed with their secrets`() throws {
        let service = try ServiceFixture().service
        _ = try service.webhooks.add("https://example.org/", secret: "a key")
        #expect(throws: TagServiceError.nothingToUndo) { try service.undoLog.undo() }
        #expect(try !service.files.exportNDJSON().contains("example.org"))
        let document = WebhookDocument(try service.webhooks.all()[0])
        #expect(try !String(decoding: JSONEncoder().encode(document), as: UTF8.self).contains("key"))
        for _ in 1..<20 { _ = try service.webhooks.add("https://example.org/") }
        #expect(throws: TagServiceError.self) { try service.webhooks.add("https://example.org/") }
    }
}

extension TagService {
    /// The result of the first webhook's last attempt.
    fileprivate var webhookResult: String? {
        // Without a result there was no attempt.
        (try? webhooks.all().first?.last)??.result
    }
}

/// A clock that moves only when it's set.
private final class HeldClock: @unchecked Sendable {
    // Only the test's thread uses it.
    var time = Date(timeIntervalSince1970: 1_700_000_000)
    var now: @Sendable () -> Date { { [self] in time } }
}
