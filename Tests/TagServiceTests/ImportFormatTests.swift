import Testing

@testable import TagService

@Suite struct ImportFormatTests {
    private func imported(
        _ text: String, _ format: ImportFormat, separator: Character? = nil
    ) async throws -> (report: ImportReport, lines: [String]) {
        let fixture = try ServiceFixture()
        var options = ImportOptions(format: format, name: "test")
        options.tagsSeparator = separator
        let report = try fixture.service.files.importData(Array(text.utf8), options: options)
        return (report, try await fixture.exportNDJSON().split(separator: "\n").map(String.init))
    }

    @Test func `CSV columns are recognized by name, and unused columns are reported`() async throws {
        let text = """
            Title,url,Created,tags,notes
            One,https://one,2026-01-02,"a, b; c",x
            Two,https://two,2026-01-02T03:04:05Z,a|b c,
            Three,,1767312245,d,
            """
        let (report, lines) = try await imported(text, .csv)
        let midnight = Timestamp.text(try #require(TypedTime.written("2026-01-02", zone: .system)))
        #expect(report.unusedColumns.isEmpty && report.newItems == 3)
        for line in [
            #"{"at":"\#(midnight)","location":"https://one","note":"x","set":"default","tags":["a","b","c"],"title":"One"}"#,
            #"{"at":"2026-01-02T03:04:05Z","location":"https://two","set":"default","tags":["a","b c"],"title":"Two"}"#,
            #"{"at":"2026-01-02T00:04:05Z","set":"default","tags":["d"],"title":"Three"}"#,
        ] { #expect(lines.contains(line), "\(line) in \(lines)") }
    }

    @Test func `the separator of tags in a cell can be chosen`() async throws {
        let (_, lines) = try await imported("tags\na/b\n", .csv, separator: "/")
        #expect(lines.contains { $0.contains(#""tags":["a","b"]"#) })
        let (report, _) = try await imported("url,tags\nx,\"a,b\"\n", .csv, separator: ";")
        #expect(report.newTags == 1)
    }

    @Test(arguments: [
        ("2026-01-02 10:00", "2026-01-02T01:00:00Z"), ("2026-01-02", "2026-01-01T15:00:00Z"),
        ("2026-01-02 10:00:30", "2026-01-02T01:00:30Z"), ("2026-01-02T10:00:00", "2026-01-02T01:00:00Z"),
        (" 2026-01-02t10:00:00.5z ", "2026-01-02T10:00:00.500Z"), ("2026-01-02 10:00:00+02:00", "2026-01-02T08:00:00Z"),
        ("1767312245", "2026-01-02T00:04:05Z"), ("1767312245123", "2026-01-02T00:04:05.123Z"),
    ]) func `a time in CSV is local unless it has an offset`(cell: String, expected: String) throws {
        let zone = LocalZone { _ in 9 * 3_600 }
        let header = try CSVHeader(row: CSVRows.Row(line: 1, fields: ["tags", "at"]), zone: zone)
        let row = CSVRows.Row(line: 2, fields: ["a", cell])
        guard case .item(let selection) = try header.record(row).get() else {
            Issue.record("no item")
            return
        }
        #expect(selection.savedAt.map(Timestamp.text) == expected)
    }

    @Test func `a row with an invalid time is reported`() async throws {
        await #expect(throws: TagServiceError.self) { try await self.imported("tags,date\na,tomorrow\n", .csv) }
    }

    @Test func `exported boards are imported with their selection`() async throws {
        for (text, format) in [
            ("tag,selected\na,false\nb,true\n", ImportFormat.csv),
            (#"{"set":"default","chips":[{"tag":"a","selected":false},{"tag":"b","selected":true}]}"#, .json),
            ("## default\n\n- [ ] a\n- [x] b\n", .markdown),
            ("<!-- Written by tagflow -->\n\n## default\n\n- [ ] a\n- [x] b\n", .markdown),
            ("- [ ] a\n- [x] b\n", .markdown),
        ] {
            let (report, lines) = try await imported(text, format)
            #expect(report.newTags == 2, "\(text)")
            #expect(
                lines.contains { $0.contains(#""selected":["b"],"set":"default","tags":["a","b"]"#) },
                "\(text): \(lines)")
        }
    }

    @Test func `Markdown escapes are removed`() async throws {
        let (_, lines) = try await imported("# a\\_b\n- [ ] c\\*\\\\d\\e\n", .markdown)
        #expect(lines.contains { $0.contains(#""set":"a_b""#) })
        #expect(lines.contains { $0.contains(#""tag":"c*\\d\\e""#) })
        // A sign with a combining mark is escaped like the sign alone.
        let (_, marked) = try await imported("- [ ] \\*\u{301}\n", .markdown)
        #expect(marked.contains { $0.contains(#""tag":"*"# + "\u{301}") })
        await #expect(throws: TagServiceError.self) { try await self.imported("# a\nsome words\n", .markdown) }
    }

    @Test(arguments: [
        ("<!DOCTYPE html>\n<p>", ForeignContent.html), ("\u{FEFF} <HTML>", .html), ("<svg xmlns", .svg),
        ("<?xml version='1.0'?><svg>", .svg), ("<?xml version='1.0'?><a>", .xml), ("%PDF-1.7", .pdf),
        ("PK\u{3}\u{4}", .archive), ("a\u{0}b", .binary), ("\u{1B}[31m a", .terminalText),
        ("( a ) (✓b )\n( c )\n", .drawnBoard), ("  ( a ) (✓b )\n ( c )\n… and 3 more\n", .drawnBoard),
        ("╭───╮\n│ a │\n╰───╯\n", .drawnBoard), (String(repeating: "( a ) (✓b )\n", count: 2_000), .drawnBoard),
        ("---\ntitle: x\n---\n", .markdownNote), ("# Heading\n\nSome words.\n", .markdownNote),
    ]) func `files that can't be imported are recognized`(text: String, content: ForeignContent) {
        #expect(ForeignContent(Array(text.utf8)) == content)
    }

    @Test(arguments: ["swift\nios\n", "#swift\n#ios\n", "# one\n", "(a)\n", "c++\n<3\n", "", "---\n"])
    func `lines of text aren't mistaken for such files`(text: String) {
        #expect(ForeignContent(Array(text.utf8)) == nil)
    }

    @Test(arguments: [
        ("tag,selected\na,true\n", ImportFormat.csv), ("\u{FEFF}\"Title\",Tags\r\n", .csv),
        ("href,extended notes,tags\n", .csv), ("- [ ] a\n", .markdown), ("- [x] a\nwords\n", .markdown),
        ("## default\n\n", .markdown), ("\n# one\n- [ ] a\n# two\n- [X] b\n", .markdown), (#"{"tag":"a"}"#, .ndjson),
        ("{\"tag\": \"a\"\n{\"tag\": \"b\"}\n", .ndjson), ("{}", .ndjson),
        ("{\n  \"set\": \"a\",\n  \"chips\": [\n{\"tag\": \"b\"}]\n}\n", .json), ("[{\"tag\": \"a\"}]", .json),
        ("[\n  {", .json), ("[]", .json),
    ]) func `a format is recognized by its first lines`(text: String, format: ImportFormat) {
        #expect(ImportFormat(recognizing: Array(text.utf8)) == format)
        #expect(ImportFormat(sniffing: Array(text.utf8)) == format)
    }

    @Test(arguments: [
        "", "\n", "a\nb\n", "tag\na\n", "tags, tag management\n", "a,b\n", "tags\n", "#swift\n#ios\n", "# one\n",
        "[todo]\n[done]\n", "{a}\n", "- a\n- b\n", "[\u{0}", "{",
    ]) func `lines of text aren't mistaken for another format`(text: String) {
        #expect(ImportFormat(recognizing: Array(text.utf8)) == nil)
    }
}
