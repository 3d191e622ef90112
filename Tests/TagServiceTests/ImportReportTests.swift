import Foundation
import TagService
import Testing

/// What an import reports of lines that it joins and of fields that it changes.
@Suite struct ImportReportTests {
    @Test func `items and other lines that are stored already are counted apart`() async throws {
        let fixture = try ServiceFixture()
        let text = """
            {"tag": "x"}
            {"set": "s", "tags": ["x"]}
            {"title": "a day", "tags": ["x"], "at": "2026-01-02T03:04:05Z"}
            {"title": "a day", "tags": ["x"], "at": "2026-01-02T03:04:05Z"}
            {"location": "https://a.example/", "tags": ["x"]}
            """
        let first = try await fixture.importData(text)
        #expect(first.newItems == 2 && first.joined == 1 && first.stored == 0 && first.unchanged == 0)
        let second = try await fixture.importData(text)
        #expect(second.newItems == 0 && second.stored == 3 && second.joined == 0 && second.unchanged == 5)
    }

    @Test func `fields that are changed on entry are counted, with the first place`() async throws {
        let fixture = try ServiceFixture()
        let long = String(repeating: "long ", count: 201)
        let lines = [
            #"{"title": "short"}"#, #"{"title": "\#(long)"}"#, #"{"title": "x\#(long)", "note": "a\u0007b"}"#,
            #"{"title": "spaces\n \t only", "note": "a\tb\r\nc"}"#,
            #"{"title": "\#(String(repeating: "x", count: 1_000))", "note": "\#(String(repeating: "é", count: 33_000))"}"#,
            #"{"title": "a\uFFFDb\u0007", "note": "  "}"#,
        ]
        let report = try await fixture.importData(lines.joined(separator: "\n"))
        let changes = report.fieldChanges
        #expect(changes.cutTitles.count == 2 && changes.cutTitles.first == "line 2")
        #expect(changes.cutNotes.count == 1 && changes.cutNotes.first == "line 5")
        #expect(changes.replacedCharacters.count == 2 && changes.replacedCharacters.first == "line 3")
        #expect(
            try fixture.service.items.find(ItemQuery("sort:title")).items.allSatisfy { $0.title.utf8.count <= 1_000 })
    }

    @Test func `a space without a break stays in a title and a note`() async throws {
        let fixture = try ServiceFixture()
        let text = "{\"title\": \"\u{A0}Le guide\u{A0}: 10\u{202F}000  mots\u{A0}\", \"note\": \"a\u{A0}b\"}"
        let report = try await fixture.importData(text)
        let item = try #require(try fixture.service.items.find(ItemQuery("")).items.first)
        #expect(item.title == "Le guide\u{A0}: 10\u{202F}000 mots" && item.note == "a\u{A0}b")
        #expect(report.fieldChanges == FieldChanges())
        #expect(try fixture.service.items.find(ItemQuery("guide mots")).total == 1)
    }

    @Test func `changed items list their fields`() async throws {
        let fixture = try ServiceFixture()
        _ = try await fixture.importData(#"{"location": "https://a.example/", "title": "a", "tags": ["x"]}"#)
        var options = ImportOptions(format: .ndjson, name: "test")
        options.listsItems = true
        let line = #"{"location": "https://a.example/", "title": "b", "note": "n", "tags": ["x"]}"#
        let report = try fixture.service.files.importData(Array(line.utf8), options: options)
        #expect(report.items?.first?.changed == ["title", "note"])
    }
}
