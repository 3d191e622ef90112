import Foundation
import TestSupport
import Testing

@testable import TagService

@Suite struct LinkCheckTests {
    /// A service whose clock is set by hand, with items at two locations.
    private final class Fixture {
        private final class Clock: @unchecked Sendable { var time = Date(timeIntervalSince1970: 1_700_000_000) }

        private let clock = Clock()
        let service: TagService
        let first: Int64
        let second: Int64

        init() throws {
            let clock = clock
            service = try TagService(.memory, concurrency: .serial, now: { clock.time })
            first = try service.items.save(ItemDraft(title: "A", location: "https://a.example/", tags: ["web"])).item.id
            second = try service.items.save(ItemDraft(title: "B", location: "https://b.example/", tags: ["web"])).item
                .id
        }

        func wait(hours: Double) { clock.time += 3_600 * hours }

        @discardableResult func record(_ id: Int64, _ status: Int, _ location: String? = nil) throws -> LinkStatus? {
            let requested = try service.items.item(id).location ?? ""
            return
                try service.items
                .record([LinkResponse(itemID: id, requested: requested, status: status, location: location)])[0]
        }

        func found(_ query: String) throws -> [Int64] { try service.items.find(ItemQuery(query)).items.map(\.id) }
    }

    @Test func `a page that is gone is dead, and one that redirects permanently moved`() throws {
        let fixture = try Fixture()
        #expect(try fixture.found("dead").isEmpty && fixture.found("moved").isEmpty)
        for status in [404, 410] {
            #expect(try fixture.record(fixture.first, status)?.isDead == true)
            #expect(try fixture.found("dead") == [fixture.first] && fixture.found("-dead") == [fixture.second])
        }
        for status in [301, 308] {
            let link = try #require(try fixture.record(fixture.second, status, "https://c.example/"))
            #expect(link.isMoved && !link.isDead && link.location == "https://c.example/")
            #expect(try fixture.found("moved") == [fixture.second])
        }
        #expect(try fixture.found("dead or moved").count == 2)
        #expect(try fixture.found("\"dead\"").isEmpty && fixture.found("#web -dead -moved").isEmpty)
        for status in [200, 403, 500] {
            #expect(try fixture.record(fixture.first, status)?.isDead == false)
            #expect(try fixture.found("dead").isEmpty)
        }
        #expect(try fixture.service.maintenance.diagnose().isHealthy)
    }

    @Test func `no response is dead only a day after the first check without one`() throws {
        let fixture = try Fixture()
        try fixture.record(fixture.first, 0)
        fixture.wait(hours: 23.9)
        #expect(try fixture.record(fixture.first, 0)?.isDead == false)
        fixture.wait(hours: 0.1)
        #expect(try fixture.record(fixture.first, 0)?.isDead == true)
        #expect(try fixture.found("dead") == [fixture.first])
        // A response begins the day again.
        try fixture.record(fixture.first, 500)
        fixture.wait(hours: 48)
        #expect(try fixture.record(fixture.first, 0)?.isDead == false)
        #expect(try fixture.found("dead").isEmpty)
    }

    @Test func `a check isn't an undo step, and leaves what was undone`() throws {
        let fixture = try Fixture()
        let service = fixture.service
        try service.items.edit(fixture.first, with: ItemEdit(title: "C"))
        try service.undoLog.undo()
        try fixture.record(fixture.first, 404)
        #expect(try service.undoLog.redo().summary == "edit-item \(fixture.first)")
        #expect(try service.items.item(fixture.first).title == "C")
        try service.undoLog.undo()
        #expect(try service.items.item(fixture.first).checked?.status == 404)
    }

    @Test func `another location has no check, and undo restores both`() throws {
        let fixture = try Fixture()
        let service = fixture.service
        try fixture.record(fixture.first, 404)
        let checked = try service.items.item(fixture.first).checked
        try service.items.edit(fixture.first, with: ItemEdit(title: "C"))
        #expect(try service.items.item(fixture.first).checked == checked)
        #expect(try service.items.edit(fixture.first, with: ItemEdit(location: "https://c.example/")).checked == nil)
        try service.undoLog.undo()
        #expect(try service.items.item(fixture.first).checked == checked)
        try service.undoLog.redo()
        #expect(try service.items.item(fixture.first).checked == nil && fixture.found("dead").isEmpty)
        #expect(try service.maintenance.diagnose().isHealthy)
    }

    @Test func `a deleted item comes back with its check`() throws {
        let fixture = try Fixture()
        let service = fixture.service
        try fixture.record(fixture.first, 301, "https://c.example/")
        let item = try service.items.item(fixture.first)
        try service.items.delete(fixture.first)
        try service.undoLog.undo()
        #expect(try service.items.item(fixture.first) == item)
        try service.undoLog.redo()
        #expect(try fixture.found("moved").isEmpty)
    }

    @Test func `the item takes its new location on request`() throws {
        let fixture = try Fixture()
        let service = fixture.service
        var edit = ItemEdit()
        edit.followsMove = true
        let error = #expect(throws: TagServiceError.notMoved(fixture.first)) {
            try service.items.edit(fixture.first, with: edit)
        }
        #expect(error?.description.hasPrefix("item 1 hasn't moved, as far as is known") == true)
        try fixture.record(fixture.first, 301, "https://c.example/")
        let item = try service.items.edit(fixture.first, with: edit)
        #expect(item.location == "https://c.example/" && item.checked == nil)
        try fixture.record(fixture.second, 308, "https://c.example")
        #expect(throws: TagServiceError.locationTaken("https://c.example", by: fixture.first)) {
            try service.items.edit(fixture.second, with: edit)
        }
        try service.undoLog.undo()
        #expect(try service.items.item(fixture.first).checked?.location == "https://c.example/")
    }

    @Test func `results of items that changed meanwhile aren't recorded`() throws {
        let fixture = try Fixture()
        let service = fixture.service
        try service.items.delete(fixture.second)
        let recorded = try service.items.record([
            LinkResponse(itemID: fixture.first, requested: "https://elsewhere.example/", status: 404),
            LinkResponse(itemID: fixture.second, requested: "https://b.example/", status: 404),
        ])
        #expect(recorded == [nil, nil])
        #expect(try service.items.item(fixture.first).checked == nil)
        // A new location that an item couldn't have isn't one.
        let long = "https://c.example/" + String(repeating: "c", count: 5_000)
        #expect(try fixture.record(fixture.first, 301, long)?.location == nil)
    }

    @Test func `NDJSON has the checks, and the newest wins`() throws {
        let fixture = try Fixture()
        try fixture.record(fixture.first, 0)
        fixture.wait(hours: 25)
        try fixture.record(fixture.first, 0)
        try fixture.record(fixture.second, 301, "https://c.example/")
        let exported = try fixture.service.files.exportNDJSON()
        #expect(
            exported.contains(#""checked":{"at":"2023-11-15T23:13:20Z","since":"2023-11-14T22:13:20Z","status":0}"#))
        let other = try TagService(.memory, concurrency: .serial, now: { Date(timeIntervalSince1970: 1_800_000_000) })
        @discardableResult func importData(_ text: String) throws -> ImportReport {
            try other.files.importData(Array(text.utf8), options: ImportOptions(format: .ndjson, name: "test"))
        }
        try importData(exported)
        #expect(try other.files.exportNDJSON() == exported)
        #expect(try other.items.find(ItemQuery("dead")).items.map(\.title) == ["A"])
        let again = try importData(exported)
        #expect(again.replaced == 0 && again.newItems == 0)
        let older =
            #"{"title": "B", "location": "https://b.example/", "set": "default", "#
            + #""checked": {"status": 404, "at": "2020-01-01T00:00:00Z"}}"#
        try importData(older)
        #expect(try other.files.exportNDJSON() == exported)
        try other.undoLog.undo()
        #expect(try other.items.find(ItemQuery("dead or moved")).items.isEmpty)
    }

    @Test(arguments: [
        #"{"status": 99, "at": "2020-01-01T00:00:00Z"}"#, #"{"status": 1000, "at": "2020-01-01T00:00:00Z"}"#,
        #"{"status": 200, "at": "soon"}"#, #"{"status": 200, "at": "2020-01-01T00:00:00Z", "location": "https://x/"}"#,
        #"{"status": 301, "at": "2020-01-01T00:00:00Z", "location": "a\u001bb"}"#, #"{"at": "2020-01-01T00:00:00Z"}"#,
    ]) func `an invalid check in a file is an error`(_ checked: String) async throws {
        let fixture = try ServiceFixture()
        await #expect(throws: TagServiceError.self) {
            try await fixture.importData(#"{"location": "https://a.example/", "checked": \#(checked)}"#)
        }
    }

    @Test func `a limited caller finds and follows only its own items`() throws {
        let fixture = try Fixture()
        let service = fixture.service
        try service.sets.create("other")
        for id in [fixture.first, fixture.second] { try fixture.record(id, 404) }
        try service.limited(to: [2]) { () throws in
            #expect(try service.items.find(ItemQuery("dead")).items.isEmpty)
            var edit = ItemEdit()
            edit.followsMove = true
            #expect(throws: TagServiceError.unknownItem(fixture.first)) {
                try service.items.edit(fixture.first, with: edit)
            }
        }
    }
}
