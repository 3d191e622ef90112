import Foundation
import TestSupport
import Testing

@testable import TagService

/// Views that are shared under secret addresses, and the items that their feeds show.
@Suite struct SharedViewTests {
    /// A service with a view of the items that are tagged `read`.
    private static func fixture(_ lines: String...) throws -> ServiceFixture {
        let fixture = try ServiceFixture()
        let items = lines.isEmpty ? [#"{"title": "A", "location": "https://a.example/", "tags": ["read"]}"#] : lines
        try load(items, into: fixture.service)
        try fixture.service.items.saveView("to read", query: "#read")
        return fixture
    }

    private static func load(_ lines: [String], into service: TagService) throws {
        let text = lines.joined(separator: "\n")
        _ = try service.files.importData(Array(text.utf8), options: ImportOptions(format: .ndjson, name: "test"))
    }

    private static func feed(_ service: TagService, _ secret: String) throws -> ViewFeed? {
        try service.items.sharedFeed(digest: SHA256.digest(of: secret.utf8))?.feed
    }

    @Test func `a shared view is found by its secret until it is revoked`() throws {
        let service = try Self.fixture().service
        let shared = try service.items.shareView("To  Read", hasPage: true)
        #expect(shared.view == "to read" && shared.hasPage && !shared.isReplaced)
        #expect(shared.secret.wholeMatch(of: /[A-Za-z0-9_-]{43}/) != nil)
        #expect(try Self.feed(service, shared.secret)?.entries.map(\.title) == ["A"])
        #expect(try Self.feed(service, shared.secret + "x") == nil)
        #expect(try service.items.views()[0].shared?.page == true)
        #expect(try service.items.unshareView("to read") == "to read")
        #expect(try Self.feed(service, shared.secret) == nil)
        #expect(try service.items.views()[0].shared == nil)
        #expect(throws: TagServiceError.viewNotShared("to read")) { try service.items.unshareView("to read") }
        #expect(throws: TagServiceError.unknownView("x")) { try service.items.shareView("x") }
        #expect(throws: TagServiceError.unknownView("x")) { try service.items.unshareView("x") }
    }

    @Test func `sharing again makes a new address, and only the newest works`() throws {
        let service = try Self.fixture().service
        let first = try service.items.shareView("to read")
        let second = try service.items.shareView("to read", hasPage: true)
        #expect(second.isReplaced && first.secret != second.secret)
        #expect(try Self.feed(service, first.secret) == nil)
        #expect(try Self.feed(service, second.secret) != nil)
    }

    @Test func `undo reverts sharing, revoking and deleting exactly`() throws {
        let service = try Self.fixture().service
        let first = try service.items.shareView("to read").secret
        let second = try service.items.shareView("to read", hasPage: true).secret
        try service.items.unshareView("to read")
        #expect(try service.undoLog.undo().summary == "view unshare to read")
        #expect(try Self.feed(service, second) != nil)
        #expect(try service.undoLog.undo().summary == "view share to read")
        #expect(try Self.feed(service, first) != nil && Self.feed(service, second) == nil)
        try service.undoLog.redo()
        #expect(try Self.feed(service, first) == nil && Self.feed(service, second) != nil)
        try service.items.deleteView("to read")
        #expect(try Self.feed(service, second) == nil)
        try service.items.saveView("to read", query: "#read")
        #expect(try Self.feed(service, second) == nil, "a new view of the name isn't shared")
        try service.undoLog.undo()
        try service.undoLog.undo()
        #expect(try Self.feed(service, second) != nil)
        #expect(try service.maintenance.diagnose().problems.isEmpty)
    }

    @Test func `a changed query or name keeps the address and the identifiers`() throws {
        let service = try Self.fixture().service
        let secret = try service.items.shareView("to read").secret
        let before = try #require(try Self.feed(service, secret))
        try service.items.changeView(1, name: "later", query: "A")
        try service.items.saveView("later", query: "#read or A")
        let after = try #require(try Self.feed(service, secret))
        #expect(after.title == "later")
        #expect(after.id == before.id && after.entries.map(\.id) == before.entries.map(\.id))
        #expect(try service.items.feed(ofView: "later") == after)
        let again = try service.items.shareView("later").secret
        #expect(try Self.feed(service, again) == after)
    }

    @Test func `identifiers are unique, and differ in each database`() throws {
        let feeds = try (0..<2)
            .map { _ in
                let service =
                    try Self.fixture(#"{"title": "A", "tags": ["read"]}"#, #"{"title": "B", "tags": ["read"]}"#).service
                return try service.items.feed(ofView: "to read")
            }
        let ids = feeds.flatMap { [$0.id] + $0.entries.map(\.id) }
        #expect(Set(ids).count == 6)
        for id in ids {
            let form = /urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/
            #expect(id.wholeMatch(of: form) != nil, "\(id)")
        }
    }

    @Test func `a feed has the newest 100 items whatever the query's order is`() throws {
        let service = try ServiceFixture().service
        try Self.load(
            (1...130)
                .map { number in
                    let time =
                        "2026-01-01T00:\(number / 60 < 10 ? "0" : "")\(number / 60):\(number % 60 < 10 ? "0" : "")\(number % 60)Z"
                    return #"{"title": "item \#(number)", "at": "\#(time)", "tags": ["read"]}"#
                }, into: service)
        for query in ["#read", "sort:old #read", "item sort:title", "item"] {
            try service.items.saveView("v", query: query)
            let feed = try service.items.feed(ofView: "v")
            #expect(feed.entries.map(\.title) == (31...130).reversed().map { "item \($0)" }, "\(query)")
            #expect(feed.updated == "2026-01-01T00:02:10Z" && feed.entries.last?.at == "2026-01-01T00:00:31Z")
        }
    }

    @Test func `a view of a set shows no item of another`() throws {
        let service =
            try Self.fixture(
                #"{"set": "mine", "title": "mine", "tags": ["read"]}"#,
                #"{"set": "yours", "title": "yours", "tags": ["read"]}"#
            )
            .service
        func titles(_ query: String) throws -> [String] {
            try service.items.saveView("v", query: query)
            return try service.items.feed(ofView: "v").entries.map(\.title).sorted()
        }
        #expect(try titles("set:mine #read") == ["mine"])
        #expect(try titles("set:mine") == ["mine"])
        #expect(try titles("#read") == ["mine", "yours"])
        try service.items.saveView("v", query: "set:mine")
        try service.sets.delete("mine")
        #expect(try service.items.feed(ofView: "v").entries.isEmpty)
    }

    @Test func `a caller limited to sets sees no view and no feed`() throws {
        let service = try Self.fixture(#"{"set": "mine", "title": "mine", "tags": ["read"]}"#).service
        let secret = try service.items.shareView("to read").secret
        service.limited(to: [1, 2]) {
            #expect(throws: TagServiceError.unknownView("to read")) { try service.items.feed(ofView: "to read") }
            #expect(throws: TagServiceError.unknownView("to read")) { try service.items.shareView("to read") }
            #expect(throws: TagServiceError.unknownView("to read")) { try service.items.unshareView("to read") }
        }
        #expect(try Self.feed(service, secret)?.entries.count == 1)
    }

    @Test func `long notes and many tags are cut, and an item without a title has another heading`() throws {
        let tags = (0..<150).map { "\"t\($0)\"" }.joined(separator: ", ")
        let service =
            try Self.fixture(
                #"{"title": "long", "note": "\#(String(repeating: "né", count: 6_000))", "tags": ["read", \#(tags)]}"#,
                #"{"location": "/home/ann/x.md", "tags": ["read"]}"#,
                #"{"note": "first line\nsecond", "tags": ["read"]}"#, #"{"title": "", "tags": ["read", "sea"]}"#
            )
            .service
        let entries = try service.items.feed(ofView: "to read").entries
        let long = try #require(entries.first { $0.title == "long" })
        #expect(long.note.hasSuffix("…") && long.note.utf8.count <= 10_003 && long.note.utf8.count > 9_990)
        #expect(long.tags.count == 100)
        #expect(Set(entries.map(\.title)) == ["long", "/home/ann/x.md", "first line", "read, sea"])
    }

    @Test func `the secret is in neither the database nor an export`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("tags.sqlite")
        let service = try TagService(.file(path: path), concurrency: .serial)
        try service.items.saveView("all", query: "tags:>0")
        let secret = try service.items.shareView("all").secret
        let export = try service.files.exportNDJSON()
        #expect(export.contains(#"{"q":"tags:>0","view":"all"}"#) && !export.contains(secret))
        try service.undoLog.undo()
        try service.close()
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(bytes.range(of: Data("view share all".utf8)) != nil)
        #expect(bytes.range(of: Data(secret.utf8)) == nil)
        let digest = SHA256.digest(of: secret.utf8)
        #expect(try !TagService.Tokens.database(at: path, has: .share(digest)))
        try TagService(.file(path: path), concurrency: .serial).undoLog.redo()
        #expect(try TagService.Tokens.database(at: path, has: .share(digest)))
        #expect(try !TagService.Tokens.database(at: path, has: .token(digest)))
    }

    @Test func `an import of a shared view's name changes nothing`() throws {
        let service = try Self.fixture().service
        let secret = try service.items.shareView("to read").secret
        try Self.load([##"{"view": "to read", "q": "#other"}"##], into: service)
        #expect(try Self.feed(service, secret)?.entries.count == 1)
    }
}
