import Foundation
import Testing
import TextMeasurement

@testable import TagService

@Suite struct ItemExportTests {
    /// A service with an item with hostile text, an item with only a location, and one without a location.
    private func filled() throws -> TagService {
        let service = try ServiceFixture().service
        let hostile = ItemDraft(
            title: "A <b>\"bold\"</b> & 'quoted' \u{1B}[31m\u{202E}title", location: "https://a.example/?a=1&b=\"2\"",
            note: "=1+1\nsecond <line>, \"quoted\"", tags: ["x", "two words", "a,b", "c|d"],
            savedAt: Date(timeIntervalSince1970: 1_600_000_000))
        let bare = ItemDraft(location: "https://b.example/", savedAt: Date(timeIntervalSince1970: 1_600_000_001.5))
        let plain = ItemDraft(title: "- plain", tags: ["p, q"], savedAt: Date(timeIntervalSince1970: 1_600_000_002))
        // The export is ordered by time.
        for draft in [plain, hostile, bare] { _ = try service.items.save(draft) }
        return service
    }

    private func exported(
        _ format: ItemExportFormat, from service: TagService, matching query: String? = nil, of set: SetReference? = nil
    ) throws -> (text: String, skipped: Int) {
        var bytes: [UInt8] = []
        let skipped = try service.files.exportItems(as: format, matching: query.map { ItemQuery($0) }, in: set) {
            bytes += $0
        }
        return (String(decoding: bytes, as: UTF8.self), skipped)
    }

    /// An item that another program wrote to the database.
    private let foreign = ExportedItem(
        id: 7, set: "s\u{1B}", title: "<\u{338}i>\u{7F}\u{85}", location: "/a\u{1B}b\"\u{301}",
        note: "one\u{9B}x\r\ntwo\u{2028}&", tags: ["\"\u{301},x\u{202E}", "|"], savedAt: -1,
        modifiedAt: 1_600_000_000_999)

    @Test func `bookmarks are exported as browsers read them`() throws {
        let (text, skipped) = try exported(.netscape, from: filled())
        let link = #"<A HREF="https://a.example/?a=1&amp;b=&quot;2&quot;" ADD_DATE="1600000000""#
        let title = "A &lt;b&gt;&quot;bold&quot;&lt;/b&gt; &amp; &#39;quoted&#39; [31m title"
        #expect(skipped == 1)
        #expect(
            text == """
                <!DOCTYPE NETSCAPE-Bookmark-file-1>
                <META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
                <TITLE>Bookmarks</TITLE>
                <H1>Bookmarks</H1>
                <DL><p>
                    <DT>\(link) TAGS="x,two words,a，b,c|d">\(title)</A>
                    <DD>=1+1
                second &lt;line&gt;, &quot;quoted&quot;
                    <DT><A HREF="https://b.example/" ADD_DATE="1600000001">https://b.example/</A>
                </DL><p>

                """)
    }

    @Test func `a single tag with spaces ends with a comma, at which readers split the list`() throws {
        var item = foreign
        item.tags = ["two words"]
        #expect(try ItemExportFormat.netscape.text(of: item)?.contains(#"TAGS="two words,""#) == true)
        item.tags = ["a,b"]
        #expect(try ItemExportFormat.netscape.text(of: item)?.contains(#"TAGS="a，b""#) == true)
    }

    @Test func `Pinboard's fields are exported`() throws {
        let (text, skipped) = try exported(.pinboard, from: filled())
        let title = #"A <b>\"bold\"</b> & 'quoted' [31m title"#
        let lines = text.split(separator: "\n").map(String.init)
        #expect(skipped == 1 && lines.count == 2)
        let first = [
            #"[{"tags":"x two_words a，b c|d","href":"https://a.example/?a=1&b=\"2\"","#,
            #""description":"\#(title)","extended":"=1+1\nsecond <line>, \"quoted\"","meta":""#,
        ]
        #expect(lines[0].hasPrefix(first.joined()))
        #expect(lines[0].hasSuffix(#""time":"2020-09-13T12:26:40Z","shared":"no","toread":"no"},"#))
        // The hash is the beginning of the SHA-256 of the address.
        let hash = "5d1dd98498cb9c1e0fa2a79db2aa6f6c"
        #expect(
            lines[1]
                .hasPrefix(#"{"tags":"","href":"https://b.example/","description":"https://b.example/","extended":"","#)
        )
        #expect(lines[1].hasSuffix(#","hash":"\#(hash)","time":"2020-09-13T12:26:41Z","shared":"no","toread":"no"}]"#))
    }

    @Test func `Pinboard's meta changes with the content, and its hash with the address`() throws {
        func digests(_ item: ExportedItem) throws -> [String] {
            let text = try #require(try ItemExportFormat.pinboard.text(of: item))
            let fields = try JSONDecoder().decode([String: String].self, from: Data(text.utf8))
            #expect(fields.count == 9)
            return [fields["meta"] ?? "", fields["hash"] ?? ""]
        }
        let original = try digests(foreign)
        for digest in original { #expect(digest.wholeMatch(of: /[0-9a-f]{32}/) != nil) }
        var noted = foreign
        noted.note = "other"
        #expect(try digests(noted)[0] != original[0] && digests(noted)[1] == original[1])
        var moved = foreign
        moved.location = "/c"
        #expect(try digests(moved)[1] != original[1])
    }

    @Test func `items are exported as CSV`() throws {
        let (text, skipped) = try exported(.itemsCSV, from: filled())
        #expect(skipped == 0)
        let rows = [
            "id,set,title,location,note,tags,at",
            #"2,default,"A <b>""bold""</b> & 'quoted' [31m title","https://a.example/?a=1&b=""2""","#
                + "\"'=1+1\nsecond <line>, \"\"quoted\"\"\",\"x|two words|a,b|c｜d\",2020-09-13T12:26:40Z",
            "3,default,,https://b.example/,,,2020-09-13T12:26:41.500Z",
            #"1,default,'- plain,,,"p, q|",2020-09-13T12:26:42Z"#,
        ]
        #expect(text == rows.map { $0 + "\r\n" }.joined())
    }

    @Test func `items are exported as a list of links`() throws {
        let service = try filled()
        try service.items.save(ItemDraft(title: "# 1. [x]", note: "*a*\n\nb"))
        try service.items.save(ItemDraft(title: "1. x", location: "/a (1)<2>\\&amp;"))
        try service.items.save(ItemDraft(title: "12) y", tags: ["a_b"]))
        let (text, skipped) = try exported(.links, from: service)
        #expect(skipped == 0)
        let title = #"A \<b\>"bold"\</b\> \& 'quoted' \[31m title"#
        let note = #"=1+1 second \<line\>, "quoted""#
        #expect(
            text == ##"""
                - [\##(title)](<https://a.example/?a=1&b="2">) #x #two-words #a,b #c\|d — \##(note)
                - [https://b.example/](<https://b.example/>)
                - \- plain #p,-q
                - \# 1. \[x\] — \*a\* b
                - [1. x](</a (1)\<2\>\\\&amp;>)
                - 12\) y #a\_b

                """##)
    }

    @Test func `a location that could run code is text in a list of links, and stays a bookmark`() throws {
        let service = try ServiceFixture().service
        let locations = [
            "javascript:alert(1)", "JavaScript:alert(1)", "data:text/html,<b>x</b>", "vbscript:x", "mailto:a@b.example",
            "ftp://f.example/", "file:///a", "notes/a:b.md",
        ]
        for location in locations { _ = try service.items.save(ItemDraft(title: "1. x", location: location)) }
        try service.items.save(ItemDraft(location: "javascript:alert(2)", tags: ["t"]))
        #expect(
            try exported(.links, from: service).text == #"""
                - 1\. x (javascript:alert(1))
                - 1\. x (JavaScript:alert(1))
                - 1\. x (data:text/html,\<b\>x\</b\>)
                - 1\. x (vbscript:x)
                - [1. x](<mailto:a@b.example>)
                - [1. x](<ftp://f.example/>)
                - [1. x](<file:///a>)
                - [1. x](<notes/a:b.md>)
                - javascript:alert(2) #t

                """#)
        let bookmarks = try exported(.netscape, from: service).text
        #expect(locations.dropFirst(4).allSatisfy { bookmarks.contains("HREF=\"\($0)\"") })
        #expect(bookmarks.contains(#"HREF="javascript:alert(1)""#))
    }

    @Test(arguments: [
        ("https://a.example/", true), ("HTTP://a.example/", true), ("/a/b.md", true), ("a b.md", true), ("//a", true),
        ("", true), ("1:2", true), ("javascript:x", false), ("java\u{9}script:x", false), (" \u{1}javascript:x", false),
        ("blob:x", false), ("about:blank", false),
    ]) func `only some schemes are links`(location: String, isAllowed: Bool) {
        #expect(LinkScheme.allowsLink(to: location) == isAllowed)
    }

    @Test func `items are exported as lines of the import format`() throws {
        let service = try filled()
        let (text, skipped) = try exported(.ndjson, from: service)
        #expect(skipped == 0)
        let title = #"A <b>\"bold\"</b> & 'quoted' [31m title"#
        let first = [
            #"{"at":"2020-09-13T12:26:40Z","location":"https://a.example/?a=1&b=\"2\"","#,
            #""note":"=1+1\nsecond <line>, \"quoted\"","set":"default","#,
            #""tags":["x","two words","a,b","c|d"],"title":"\#(title)"}"#,
        ]
        let second = #"{"at":"2020-09-13T12:26:41.500Z","location":"https://b.example/","#
        #expect(
            text
                == [
                    first.joined(), second + #""set":"default","tags":[],"title":""}"#,
                    #"{"at":"2020-09-13T12:26:42Z","set":"default","tags":["p, q"],"title":"- plain"}"#,
                ]
                .map { $0 + "\n" }.joined())
    }

    @Test(arguments: ItemExportFormat.allCases)
    func `text written by another program is exported without control characters`(format: ItemExportFormat) throws {
        let text = try #require(try format.text(of: foreign))
        let visible = text.replacing("\r\n", with: "").replacing("\n", with: "")
        #expect(TerminalText.firstUnprintable(in: visible) == nil, "\(text)")
        switch format {
        case .netscape:
            #expect(
                text == """
                        <DT><A HREF="/a\\u{1B}b&quot;\u{301}" ADD_DATE="-1" LAST_MODIFIED="1600000000" \
                    TAGS="&quot;\u{301}，x\\u{202E},|">&lt;\u{338}i&gt;</A>
                        <DD>one x
                    two
                    &amp;

                    """)
        case .itemsCSV:
            let tags = "\"\"\"\u{301},x\\u{202E}|｜\""
            #expect(
                text == "7,s\\u{1B},<\u{338}i>,\"/a\\u{1B}b\"\"\u{301}\",\"one x\ntwo\n&\",\(tags),"
                    + "1969-12-31T23:59:59.999Z\r\n")
        case .links:
            let tags = "#\"\u{301},x\\\\u{202E} #\\|"
            #expect(text == "- [\\<\u{338}i\\>](</a\\\\u{1B}b\"\u{301}>) \(tags) — one x two \\&\n")
        case .pinboard, .ndjson:
            let fields = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
            #expect(fields?["href"] as? String ?? fields?["location"] as? String == foreign.location)
        }
    }

    @Test(arguments: [ItemExportFormat.itemsCSV, .ndjson]) func `exported items are imported again`(
        format: ItemExportFormat
    ) throws {
        func contents(_ service: TagService) throws -> [String] {
            try service.items.find(ItemQuery("sort:old")).items
                .map { item in
                    let tags = item.tags.map { $0.replacing("｜", with: "|") }.sorted()
                    let parts = [item.set, item.title, item.location ?? "", item.note, "\(tags)"]
                    return "\(parts) \(item.timestamp ?? "")"
                }
        }
        func imported(_ text: String, into service: TagService) throws -> ImportReport {
            var options = ImportOptions(format: .csv, name: "items")
            if format == .ndjson { options.format = .ndjson }
            return try service.files.importData(Array(text.utf8), options: options)
        }
        let service = try filled()
        try service.sets.create("other", tags: ["\u{301}mark"])
        try service.items.save(
            ItemDraft(title: "'=x", note: "a\r\n\"b\"", tags: ["\u{301}mark", "plus"]), in: .named("other"))
        let text = try exported(format, from: service).text
        let again = try imported(text, into: service)
        #expect(again.unchanged == 4 && again.newTags == 0 && again.newItems == 0)
        let copy = try ServiceFixture().service
        #expect(try imported(text, into: copy).newItems == 4)
        #expect(try contents(copy) == contents(service))
    }

    @Test func `a query and a set limit the items`() throws {
        let service = try filled()
        try service.sets.create("other")
        try service.items.save(ItemDraft(title: "elsewhere", tags: ["x"]), in: .named("other"))
        let tagged = try exported(.links, from: service, matching: "#x sort:new")
        #expect(tagged.text.split(separator: "\n").count == 2 && tagged.skipped == 0)
        #expect(try exported(.links, from: service, of: .named("other")).text == "- elsewhere #x\n")
        let none = try exported(.pinboard, from: service, matching: "elsewhere")
        #expect(none.text == "[]\n" && none.skipped == 1)
        var pieces = 0
        #expect(throws: TagServiceError.self) {
            try service.files.exportItems(as: .netscape, matching: ItemQuery("#unknown")) { _ in pieces += 1 }
        }
        #expect(pieces == 0)
    }

    @Test func `many items are exported in pieces, and an error of the writer ends the export`() async throws {
        struct Full: Error {}
        let fixture = try ServiceFixture()
        let note = String(repeating: "n", count: 100)
        let lines = (0..<2_000).map { #"{"title":"\#($0)","note":"\#(note)","tags":["a"]}"# }
        _ = try await fixture.importData(lines.joined(separator: "\n"))
        var pieces: [Int] = []
        var text: [UInt8] = []
        _ = try fixture.service.files.exportItems(as: .ndjson) { piece in
            pieces.append(piece.count)
            text += piece
        }
        #expect(pieces.count > 3 && pieces.allSatisfy { $0 < 66_000 })
        #expect(text.count { $0 == 0x0A } == 2_000)
        #expect(throws: Full.self) { try fixture.service.files.exportItems(as: .ndjson) { _ in throw Full() } }
        let service = fixture.service
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return try service.files.exportItems(as: .links) { _ in }
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `CSV without a title keeps the titles of stored items`() async throws {
        let fixture = try ServiceFixture()
        let stored = ItemDraft(title: "kept", location: "https://a.example/", tags: ["x"])
        try fixture.service.items.save(stored)
        let text = "Location,Note,Set,Tags\nhttps://a.example/,new,,y\n,,other,z\n"
        let report = try await fixture.importData(text, .csv)
        #expect(report.replaced == 1 && report.newItems == 1 && report.unusedColumns == [])
        let item = try fixture.service.items.find(ItemQuery("#y")).items.first
        #expect(item?.title == "kept" && item?.note == "new" && item?.set == "default")
        #expect(try fixture.service.items.find(ItemQuery("#z")).items.first?.set == "other")
    }
}
