import FlowEngine
import TagService
import Testing

@Suite struct ImportTests {
    @Test func `the documented examples of the format are imported`() async throws {
        let fixture = try ServiceFixture()
        let report = try await fixture.importData(
            """
            {"title": "bash", "tags": ["interface::commandline", "role::program"]}
            {"title": "", "tags": ["x"], "at": "2026-01-02T03:04:05Z", "set": "habits", "more": 1}
            {"tag": "swift", "aliases": ["swiftlang"], "sets": ["languages"], "uses": 42}

            {"set": "habits", "tags": ["早间例行 ☀️", "锻炼 💪"], "selected": ["锻炼 💪"]}
            """)
        #expect(report.newTags == 6 && report.newSets == 2 && report.newItems == 2)
        #expect(try await fixture.names() == ["interface::commandline", "role::program"])
        #expect(try fixture.service.tags.all(in: .named("habits")).map(\.tag) == ["x", "早间例行 ☀️", "锻炼 💪"])
        #expect(try fixture.service.selection.tags(in: .named("habits")) == ["锻炼 💪"])
        #expect(try fixture.service.tags.all(in: .named("languages")).map(\.uses) == [42])
        #expect(try fixture.service.items.find(ItemQuery()).items.allSatisfy { $0.savedAt != nil })
        #expect(try fixture.service.maintenance.diagnose().isHealthy)
    }

    @Test func `an alias that a line lists twice is added once`() async throws {
        let fixture = try ServiceFixture()
        let line = #"{"tag": "t", "aliases": ["ex", "EX", "ex", "T"]}"#
        #expect(try await fixture.importData(line).newTags == 1)
        #expect(try fixture.service.tags.all(in: nil).map(\.aliases) == [["ex"]])
        #expect(try await fixture.importData(line).unchanged == 1)
    }

    @Test func `importing the same file twice changes nothing the second time`() async throws {
        let fixture = try ServiceFixture()
        let text = """
            {"title": "a", "tags": ["x", "y"]}
            {"title": "a", "tags": ["y", "x"]}
            {"title": "a", "tags": ["x", "y"], "at": "2026-01-02T03:04:05.678+01:00"}
            {"tag": "x", "uses": 3, "aliases": ["ex"]}
            """
        let first = try await fixture.importData(text)
        #expect(first.newItems == 2)
        let before = try await fixture.exportNDJSON()
        let second = try await fixture.importData(text)
        #expect(second.newItems == 0 && second.newTags == 0 && second.unchanged == 4)
        #expect(try await fixture.exportNDJSON() == before)
        #expect(try fixture.service.undoLog.undo().summary == "import test")
        #expect(try fixture.service.tags.all(in: nil).isEmpty)
        #expect(try fixture.service.maintenance.diagnose().isHealthy)
    }

    @Test(arguments: [
        ("nope", "it isn't a JSON object"), ("[1]", "the line has the wrong type"), ("{", "it isn't a JSON object"),
        ("{}", "it needs one of 'title', 'location', 'note', 'text', 'at' (an item), 'tag' or 'set'"),
        (#"{"title": 3, "tags": []}"#, "'title' has the wrong type"),
        (#"{"title": "", "tags": []}"#, "an item needs a title, location, note, text, time or tags"),
        (#"{"title": "a", "tags": ["x", 3]}"#, "'tags, item 2' has the wrong type"),
        (#"{"at": "yesterday", "tags": ["x"]}"#, "'at' isn't a time such as"), (#"{"tag": "a\u0000"}"#, "U+0000"),
        (#"{"tag": "  "}"#, "no visible characters"), (#"{"tag": "a", "uses": -1}"#, "'uses' is less than 0"),
        (#"{"tag": "\ud800"}"#, "it isn't a JSON object"),
        (#"{"tag": "b", "aliases": ["x"]}"#, "the alias 'x' already belongs to the tag 'first'"),
    ]) func `an invalid line cancels the import, and the error names its number and problem`(
        line: String, reason: String
    ) async throws {
        let fixture = try ServiceFixture()
        let text = #"{"tag": "first", "aliases": ["x"], "sets": ["s"]}"# + "\n\n\(line)\n"
        do {
            _ = try await fixture.importData(text)
            Issue.record("it was accepted")
        } catch let error as TagServiceError {
            #expect(error.description.hasPrefix("test: line 3: "), "\(error.description)")
            #expect(error.description.contains(reason), "\(error.description)")
        }
        #expect(try fixture.service.tags.all(in: nil).isEmpty)
        #expect(try await fixture.importData(text, skipsInvalid: true).skipped == 1)
        #expect(try fixture.service.tags.all(in: nil).map(\.tag) == ["first"])
    }

    @Test func `CSV contains items or tags`() async throws {
        let fixture = try ServiceFixture()
        let report = try await fixture.importData("title,tags\r\n\"a \"\"b\"\", c\",x|y\r\nd,z\r\n", .csv)
        #expect(report.newItems == 2 && report.newTags == 3)
        #expect(try fixture.service.items.list().map(\.title) == ["d", "a \"b\", c"])
        _ = try await fixture.importData("tag\n\"new, one\"\n", .csv)
        #expect(try await fixture.names() == ["x", "y", "z", "new, one"])
        do { _ = try await fixture.importData("name\nx\n", .csv) } catch let error as TagServiceError {
            #expect(error.description.contains("line 1: a CSV file must start with a header"))
        }
        do { _ = try await fixture.importData("title,tags\n\"two\nlines\",x\nshort\n", .csv) } catch let error
            as TagServiceError
        { #expect(error.description.contains("line 4"), "\(error.description)") }
    }

    @Test func `plain text adds a tag per line to the chosen set`() async throws {
        let fixture = try ServiceFixture()
        _ = try await fixture.importData("\u{FEFF}one\r\n\n two \n", .text)
        #expect(try await fixture.names() == ["one", "two"])
    }

    @Test func `JSON contains one object or a list`() async throws {
        let fixture = try ServiceFixture()
        _ = try await fixture.importData(#"[{"tag": "a", "sets": ["default"]}, {"set": "s", "tags": ["b"]}]"#, .json)
        _ = try await fixture.importData(#"{"set": "s", "tags": ["c"]}"#, .json)
        #expect(try fixture.service.tags.all(in: .named("s")).map(\.tag) == ["b", "c"])
        do { _ = try await fixture.importData(#"[{"tag": "a"}, {"tag": ""}]"#, .json) } catch let error
            as TagServiceError
        { #expect(error.description.contains("item 2"), "\(error.description)") }
    }

    @Test func `importing an export restores the database, and exporting it produces the same bytes`() async throws {
        let fixture = try ServiceFixture()
        try fixture.service.sets.create("habits", tags: ["早间例行 ☀️", "b/c", "d\"e", "gone"])
        try fixture.service.selection.select(["b/c", "gone"])
        try fixture.service.items.save(title: "one")
        try fixture.service.sets.removeTags(["gone"])
        try fixture.service.tags.addAlias("bee", to: "b/c")
        try fixture.service.sets.delete("default")
        try fixture.service.sets.create("default", tags: ["z"])
        try fixture.service.sets.choose("habits")
        var settings = LayoutSettings()
        settings.alignment = .center
        try fixture.service.sets.saveLayoutSettings(settings)
        _ = try await fixture.importData(#"{"tag": "outside", "uses": 12}"#)

        let bytes = try await fixture.exportNDJSON()
        let copy = try ServiceFixture()
        _ = try await copy.importData(bytes)
        #expect(try copy.service.files.exportNDJSON() == bytes)
        // The order of sets depends on ids.
        #expect(try Set(copy.service.sets.all()) == Set(fixture.service.sets.all()))
        #expect(try copy.service.items.list().map(\.tags) == [["b/c", "gone"]])
        _ = try await copy.importData(bytes)
        #expect(try copy.service.files.exportNDJSON() == bytes)
    }

    @Test func `imported tags and aliases are found by any substring, and undo removes them`() async throws {
        let fixture = try ServiceFixture()
        try fixture.service.sets.addTags(["gardening"])
        _ = try await fixture.importData(
            """
            {"tag": "gardens", "aliases": ["allotments"]}
            {"tag": "gardening", "aliases": ["horticulture"]}
            """)
        func found(_ text: String) async throws -> Set<String> {
            let query = SuggestionQuery(text: text)
            return Set(try fixture.service.suggestions.find(for: query).map(\.tag))
        }
        #expect(try await found("arde") == ["gardening", "gardens"])
        #expect(try await found("lotmen") == ["gardens"])
        #expect(try await found("ticult") == ["gardening"])
        try fixture.service.undoLog.undo()
        #expect(try await found("arde") == ["gardening"])
        #expect(try await found("lotmen").isEmpty)
        try fixture.service.sets.addTags(["ardent"])
        #expect(try await found("arde") == ["gardening", "ardent"])
        #expect(try fixture.service.maintenance.diagnose().isHealthy)
    }
}
