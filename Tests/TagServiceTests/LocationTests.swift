import TagService
import Testing

/// Items with locations, which are unique within a set.
@Suite struct LocationTests {
    private func items(
        _ fixture: ServiceFixture, matching query: String = "", of set: String = "default"
    ) async throws -> [String] {
        try fixture.service.items.find(ItemQuery(query), in: .named(set)).items
            .map { "\($0.location ?? "-") \($0.title): \($0.tags.sorted().joined(separator: " "))" }.sorted()
    }

    private func uses(_ fixture: ServiceFixture) async throws -> [String: Int] {
        Dictionary(uniqueKeysWithValues: try fixture.service.tags.all(in: nil).map { ($0.tag, $0.uses) })
    }

    @Test func `saving a location again replaces its item in one step`() async throws {
        let fixture = try ServiceFixture()
        try fixture.service.sets.addTags(["a", "b", "c"])
        let first = try fixture.service.items.save(tags: ["a", "b"], title: "x", location: "u://1")
        let second = try fixture.service.items.save(tags: ["b", "c"], title: "y", location: "u://1")
        #expect(first.id == second.id && second.location == "u://1")
        #expect(try await items(fixture) == ["u://1 y: b c"])
        #expect(try await uses(fixture) == ["a": 0, "b": 1, "c": 1])
        try fixture.service.undoLog.undo()
        #expect(try await items(fixture) == ["u://1 x: a b"])
        #expect(try await uses(fixture) == ["a": 1, "b": 1, "c": 0])
        try fixture.service.undoLog.redo()
        #expect(try await items(fixture) == ["u://1 y: b c"])
        try fixture.service.items.save(tags: ["a"], location: "u://2")
        try fixture.service.sets.create("other", tags: ["a"])
        try fixture.service.items.save(tags: ["a"], location: "u://1", in: .named("other"))
        #expect(try await items(fixture, of: "default") == ["u://1 y: b c", "u://2 : a"])
        #expect(try await items(fixture, of: "other") == ["u://1 : a"])
        #expect(try await uses(fixture) == ["a": 2, "b": 1, "c": 1])
        #expect(try fixture.service.maintenance.diagnose().isHealthy)
    }

    @Test func `importing a location again replaces its item, and importing the same changes nothing`() async throws {
        let fixture = try ServiceFixture()
        let line = #"{"location": "u://1", "title": "x", "tags": ["a", "b"], "at": "2026-01-02T03:04:05Z"}"#
        #expect(try await fixture.importData(line).newItems == 1)
        let before = try await fixture.exportNDJSON()
        #expect(before.contains(#""location":"u://1""#))
        let steps = try fixture.service.undoLog.steps(limit: 9).count
        let again = try await fixture.importData(line)
        #expect(again.unchanged == 1 && again.replaced == 0 && again.newItems == 0)
        #expect(try fixture.service.undoLog.steps(limit: 9).count == steps)
        #expect(try await fixture.exportNDJSON() == before)

        let other = try await fixture.importData(#"{"location": "u://1", "tags": ["b", "c"]}"#)
        #expect(other.replaced == 1 && other.unchanged == 0 && other.newTags == 1)
        #expect(try await items(fixture) == ["u://1 x: b c"])
        #expect(try await uses(fixture) == ["a": 0, "b": 1, "c": 1])
        try fixture.service.undoLog.undo()
        #expect(try await fixture.exportNDJSON() == before)
        #expect(try fixture.service.maintenance.diagnose().isHealthy)
    }

    @Test func `entries of a file with the same location are joined, and importing the file again changes nothing`()
        async throws
    {
        let fixture = try ServiceFixture()
        let text = """
            {"location": "u://1", "title": "x", "tags": ["a"]}
            {"title": "no location", "tags": ["a"]}
            {"location": "u://2", "title": "x", "tags": ["a"]}
            {"location": "u://1", "title": "y", "tags": ["b"]}
            """
        #expect(try await fixture.importData(text).newItems == 3)
        #expect(try await items(fixture) == ["- no location: a", "u://1 x: a b", "u://2 x: a"])
        let before = try await fixture.exportNDJSON()
        let again = try await fixture.importData(text)
        #expect(again.newItems == 0 && again.replaced == 0 && again.unchanged == 4)
        #expect(try await fixture.exportNDJSON() == before)
        let copy = try ServiceFixture()
        _ = try await copy.importData(before)
        #expect(try copy.service.files.exportNDJSON() == before)
        try fixture.service.undoLog.undo()
        #expect(throws: TagServiceError.self) { try fixture.service.undoLog.undo() }
    }

    @Test func `items at different locations stay separate when their tags become the same`() async throws {
        let fixture = try ServiceFixture()
        _ = try await fixture.importData(
            """
            {"location": "u://1", "title": "x", "tags": ["a", "c"]}
            {"location": "u://2", "title": "x", "tags": ["b", "c"]}
            """)
        try fixture.service.tags.merge("a", into: "b")
        #expect(try await items(fixture) == ["u://1 x: b c", "u://2 x: b c"])
        try fixture.service.tags.delete(["b"])
        #expect(try await items(fixture) == ["u://1 x: c", "u://2 x: c"])
        #expect(try fixture.service.maintenance.diagnose().isHealthy)
        try fixture.service.items.retitle(1, to: "y")
        #expect(try await items(fixture, matching: "y") == ["u://1 y: c"])
        #expect(try await items(fixture, matching: "-y").count == 1)
    }

    @Test func `a pruning import deletes items that the same file no longer contains, in one step`() async throws {
        let fixture = try ServiceFixture()
        func bring(_ locations: [String], from origin: String?, prunes: Bool) async throws -> ImportReport {
            var options = ImportOptions(format: .ndjson, name: "test")
            (options.importedFrom, options.prunes) = (origin, prunes)
            let lines = locations.map { #"{"location": "\#($0)", "tags": ["\#($0)"]}"# + "\n" }
            return try fixture.service.files.importData(Array(lines.joined().utf8), options: options)
        }
        _ = try await bring(["a", "b", "c"], from: "/one", prunes: false)
        _ = try await bring(["c", "d"], from: "/two", prunes: false)
        _ = try await bring(["e"], from: nil, prunes: true)
        let before = try await items(fixture)
        #expect(try await bring(["b", "f"], from: "/one", prunes: true).deleted == 1)
        #expect(try await items(fixture) == ["b : b", "c : c", "d : d", "e : e", "f : f"])
        #expect(try fixture.service.maintenance.diagnose().isHealthy)
        try fixture.service.undoLog.undo()
        #expect(try await items(fixture) == before)
        // A skipped line may be the missing item.
        var options = ImportOptions(format: .ndjson, name: "test", skipsInvalid: true)
        (options.importedFrom, options.prunes) = ("/one", true)
        let torn = try fixture.service.files.importData(Array("{".utf8), options: options)
        #expect(torn.skipped == 1 && torn.deleted == 0)
        // An imported item that is saved by hand still belongs to its file.
        try fixture.service.items.save(tags: ["d"], title: "by hand", location: "d")
        #expect(try await bring(["c"], from: "/two", prunes: true).deleted == 1)
        #expect(try await items(fixture) == ["a : a", "b : b", "c : c", "e : e"])
    }

    @Test(arguments: [
        (#"{"location": "", "tags": ["x"]}"#, "invalid location '': it has no visible characters"),
        (#"{"location": "a\u001b[2J", "tags": ["x"]}"#, "U+001B ESCAPE"),
        (#"{"location": 3, "tags": ["x"]}"#, "'location' has the wrong type"),
    ]) func `an invalid location is reported`(line: String, reason: String) async throws {
        let fixture = try ServiceFixture()
        do {
            _ = try await fixture.importData(line)
            Issue.record("it was accepted")
        } catch let error as TagServiceError { #expect(error.description.contains(reason), "\(error.description)") }
        let long = String(repeating: "x", count: 4_001)
        #expect(throws: TagServiceError.self) { try fixture.service.items.save(tags: [], location: long) }
    }
}
