import Foundation
import TagService
import TaggedFiles
import TestSupport
import Testing

/// Tests with bookmark files in the documented formats of many programs, and with malformed files.
@Suite struct BookmarkTests {
    @Test(arguments: [
        (
            "firefox.html",
            [
                "https://sqlite.org/lang.html | Query Language | database | 2023-11-14T22:13:30Z",
                "https://support.mozilla.org/products/firefox | Get Help | browser, help | 2023-11-14T22:13:22Z",
                "https://www.swift.org/ | Swift.org | language, read later, swift | 2023-11-14T22:13:26Z",
            ], 1
        ),
        (
            "linkding.html",
            ["https://example.com/?a=1&b=2 | Two \"words\" & more | read-later, self-hosted | 2021-03-21T14:39:19Z"], 1
        ),
        (
            "shaarli.html",
            [
                "https://links.example/shaare/eaWxtQ | My secret stuff | secretstuff | 2013-06-19T18:58:03Z",
                "https://shaarli.readthedocs.io | Shaarli's manual | opensource, software | 2013-06-19T18:58:01Z",
            ], 0
        ), ("pinboard.html", ["https://example.net/a | First | a.b, web | 2020-01-02T03:04:05Z"], 1),
        ("raindrop.html", ["https://example.org/soup | Soup | for two, quick | 2023-11-14T22:13:21Z"], 0),
        ("karakeep.html", ["https://example.org/kept | Kept | ai tagged, self-hosting | 2023-11-14T22:13:20Z"], 0),
        ("chrome.html", [], 5), ("safari.html", [], 2),
    ]) func `bookmarks are imported, and a second import changes nothing`(
        file: String, items: [String], untagged: Int
    ) async throws {
        let library = try ItemLibrary()
        let report = try await library.importFile(file, from: .netscape(folders: false))
        #expect(report.newItems == items.count + untagged && report.untagged == untagged)
        #expect(try await library.items() == items)
        #expect(ItemFormat(recognizing: try ItemLibrary.bytes(of: file)) == .netscape(folders: false))
        let again = try await library.importFile(file, from: .netscape(folders: false))
        #expect(again.newItems == 0 && again.replaced == 0 && again.newTags == 0)
        #expect(again.unchanged == items.count + untagged)
        #expect(try library.service.maintenance.diagnose().isHealthy)
    }

    @Test(arguments: [
        (
            "chrome.html",
            [
                "https://github.com/search?q=tags&type=repositories | Search · GitHub | Dev & Tools | 2023-11-14T22:13:23Z",
                "https://sqlite.org/ | SQLite Home Page | Dev & Tools, 数据库 | 2023-11-14T22:13:25Z",
                "https://www.debian.org/ | Debian | Dev & Tools | 2023-11-14T22:13:26Z",
            ], 2
        ),
        (
            "safari.html",
            [
                "https://example.org/kn%C3%B6del | Knödel | Kochen | -",
                "https://www.apple.com/ | Apple | Favorites | -",
            ], 0
        ), ("raindrop.html", ["https://example.org/soup | Soup | Recipes, for two, quick | 2023-11-14T22:13:21Z"], 0),
    ]) func `folders become tags on request, except for built-in folders`(
        file: String, items: [String], untagged: Int
    ) async throws {
        let library = try ItemLibrary()
        let report = try await library.importFile(file, from: .netscape(folders: true))
        #expect(try await library.items() == items)
        #expect(report.untagged == untagged)
    }

    @Test func `a malformed file is parsed as a browser parses it`() async throws {
        let library = try ItemLibrary()
        let report = try await library.importFile("malformed.html", from: .netscape(folders: true))
        #expect(
            try await library.items() == [
                "https://e.org/1 | no quotes | one, two | 2023-11-14T22:13:20Z",
                "https://e.org/2 | an é b | a&b, c <d>, 早 | -", "https://e.org/3 | twice | x | -",
                "https://e.org/4 | inside another | z | 2023-11-14T22:13:20Z", "https://e.org/5 | empty | folder | -",
                "https://e.org/6 | white space | folder, spaced out | -", "https://e.org/7 | not closed | last | -",
            ])
        #expect(report.untagged == 0)
    }

    @Test func `notes and untagged links are imported, and keep tags that were added later`() async throws {
        let html = """
            <DL><DT><A HREF="https://e.org/1">one</A><DD>a &amp; note
            on two lines<br>and a third
            <DT><A HREF="https://e.org/2" TAGS="x">two</A>
            <DL><DT><A HREF="https://e.org/3">three</A></DL></DL>
            """
        let library = try ItemLibrary()
        let bytes = Array(html.utf8)
        let report = try await library.importBytes(bytes, from: .netscape(folders: false))
        #expect(report.newItems == 3 && report.untagged == 2)
        #expect(try library.service.items.find(ItemQuery("untagged")).total == 2)
        let one = try #require(try library.service.items.item(at: "https://e.org/1"))
        #expect(one.note == "a & note\non two lines\nand a third" && one.title == "one")
        try library.service.items.edit(one.id, with: ItemEdit(note: "mine", added: ["y"]))
        let again = try await library.importBytes(bytes, from: .netscape(folders: false))
        #expect(again.replaced == 1 && again.unchanged == 2)
        let kept = try #require(try library.service.items.item(at: "https://e.org/1"))
        #expect(kept.tags == ["y"] && kept.note == one.note)
        #expect(try library.service.maintenance.diagnose().isHealthy)
    }

    @Test(arguments: [
        ("", "x,y", ["machine learning"], 0), ("", "x", ["learning", "machine"], 1),
        ("", "x y", ["learning", "machine"], 2), ("<!-- Written by tagflow -->", "x", ["machine learning"], 0),
        ("<!-- This is an automatically generated file.\n DO NOT EDIT! -->", "x", ["machine learning"], 0),
        ("<TITLE>Raindrop.io Bookmarks</TITLE>", "x", ["machine learning"], 0),
        ("<DL><DT><A HREF=\"https://e.org/0\">About Pinboard</A></DL>", "x", ["learning", "machine"], 1),
        ("<DL><DT><A HREF=\"https://e.org/0\" TOREAD=\"0\">l</A></DL>", "x", ["machine learning"], 0),
        ("<H1>Shaarli export of all bookmarks</H1>", "x", ["learning", "machine"], 1),
    ]) func `the whole file and its program decide what separates tags`(
        header: String, other: String, tags: [String], splitCount: Int
    ) async throws {
        let html = """
            <!DOCTYPE NETSCAPE-Bookmark-file-1>
            \(header)
            <DL><DT><A HREF="https://e.org/1" TAGS="machine learning">one</A>
            <DT><A HREF="https://e.org/2" TAGS="\(other)">two</A></DL>
            """
        let library = try ItemLibrary()
        let report = try await library.importBytes(Array(html.utf8), from: .netscape(folders: false))
        #expect(try library.service.items.item(at: "https://e.org/1")?.tags.sorted() == tags)
        #expect(report.splitAtSpaces == splitCount)
        let split = report.lines.filter { $0.kind == .split }
        #expect(split.count == splitCount)
        if let first = split.first { #expect(first.tags == ["machine", "learning"] && first.title == "one") }
    }

    @Test func `lines at one location are joined, and what isn't kept is listed`() async throws {
        let html = """
            <!DOCTYPE NETSCAPE-Bookmark-file-1>
            <DL><DT><A HREF="https://e.org/1" TAGS="a,b">one</A>
            <DT><A HREF="https://e.org/2">two</A>
            <DT><A HREF="https://e.org/1" TAGS="c">uno</A><DD>a note
            <DT><A HREF="https://e.org/1" TAGS="c" ADD_DATE="yesterday">one</A><DD>another note
            </DL>
            """
        let library = try ItemLibrary()
        for isFirst in [true, false] {
            let report = try await library.importBytes(Array(html.utf8), from: .netscape(folders: false))
            #expect(report.newItems == (isFirst ? 2 : 0) && report.stored == (isFirst ? 0 : 2))
            #expect(report.joined == 2 && report.lines.map(\.kind) == [.joined, .joined])
            #expect(report.lines.map(\.place) == ["line 4", "line 5"])
            #expect(report.lines[0].changed == ["note", "tags"] && report.lines[0].lost == ["title": "uno"])
            #expect(report.lines[1].changed == [] && report.lines[1].lost == ["note": "another note"])
            #expect(report.fieldChanges.unreadTimes.count == 1 && report.fieldChanges.unreadTimes.first == "line 5")
        }
    }

    @Test func `a zero byte ends neither a tag nor the file`() async throws {
        let library = try ItemLibrary()
        let link = "<DT><A HREF=\"https://e.org/1\" TAGS=\"a\u{0}b,c\">x\u{0}</A>\n"
        let text =
            "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL>\(link)<DT><A\u{0} HREF=\"u\" TAGS=\"e\">x</A>\n"
            + "<DT><A HREF=\"https://e.org/2\" TAGS=\"d\">y</A>\n</DL>"
        try await library.importBytes(Array(text.utf8), from: .netscape(folders: false))
        let items = try await library.items()
        #expect(items.contains("https://e.org/1 | x | a b, c | -"), "\(items)")
        #expect(items.contains("https://e.org/2 | y | d | -"), "\(items)")
    }

    @Test func `invalid bookmarks are reported with their lines`() async throws {
        let html =
            "<DL>\n<DT><A TAGS=\"a\">x</A>\n<DT><A HREF=\"u\" TAGS=\"a\u{1B}[2J\">y</A>\n"
            + "<DT><A HREF=\"v\" TAGS=\"b\">a\u{FFFD} \u{202E}t\u{7}itle</A>\n"
        let library = try ItemLibrary()
        do {
            _ = try await library.importBytes(Array(html.utf8), from: .netscape(folders: false))
            Issue.record("it was accepted")
        } catch let error as TagServiceError {
            #expect(error.description.contains("line 2: the link has tags but no HREF"))
            #expect(error.description.contains("line 3: "), "\(error.description)")
        }
        #expect(try await library.items().isEmpty)
        let report = try await library.importBytes(
            Array(html.utf8), from: .netscape(folders: false), skipsInvalid: true)
        #expect(report.skipped == 2)
        #expect(try await library.items() == ["v | a title | b | -"])
    }

    @Test func `a link that occurs several times gets the tags of all occurrences`() async throws {
        let html = """
            <DT><A HREF="u" TAGS="a">first</A><DT><A HREF="v" TAGS="c">x</A>
            <DT><A HREF="u" TAGS="b" ADD_DATE="5">second</A>
            """
        let library = try ItemLibrary()
        for isFirst in [true, false] {
            let report = try await library.importBytes(Array(html.utf8), from: .netscape(folders: false))
            #expect(report.newItems == (isFirst ? 2 : 0) && report.replaced == 0)
            #expect(try await library.items() == ["u | first | a, b | 1970-01-01T00:00:05Z", "v | x | c | -"])
        }
    }

    @Test func `UTF-16 is imported and other encodings are reported with their line`() async throws {
        let html = "\n\n<DT><A HREF=\"u\" TAGS=\"早,😀\">Knödel</A>\n"
        var (little, big): ([UInt8], [UInt8]) = ([0xFF, 0xFE], [0xFE, 0xFF])
        for unit in html.utf16 {
            little += [UInt8(unit & 0xFF), UInt8(unit >> 8)]
            big += [UInt8(unit >> 8), UInt8(unit & 0xFF)]
        }
        for bytes in [Array(html.utf8), [0xEF, 0xBB, 0xBF] + Array(html.utf8), little, big] {
            for most in [1, 3, 1_000] {
                let library = try ItemLibrary()
                _ = try await library.importBytes(bytes, from: .netscape(folders: false), most)
                #expect(try await library.items() == ["u | Knödel | 早, 😀 | -"])
            }
        }
        let latin = Array("<DL>\n<DT>\n<DT><A HREF=\"u\" TAGS=\"a\">Kn".utf8) + [0xF6] + Array("del</A>".utf8)
        do {
            let library = try ItemLibrary()
            _ = try await library.importBytes(latin, from: .netscape(folders: false))
            Issue.record("it was accepted")
        } catch let error as TagServiceError {
            #expect(error.description.contains("line 3: it is neither UTF-8 nor UTF-16"), "\(error.description)")
        }
    }

    @Test(arguments: [
        String(repeating: "<b>", count: 100_000) + String(repeating: "</i>", count: 100_000),
        String(repeating: "<table><tr><td>", count: 30_000) + String(repeating: "</p>", count: 100_000),
        "<a " + (0..<100_000).map { "a\($0) " }.joined() + ">",
        "<a " + (0..<100_000).map { "a\($0)=''" }.joined() + ">",
    ]) func `a file that takes quadratic time to parse is refused`(html: String) async throws {
        let library = try ItemLibrary()
        let link = "<DL><DT><A HREF=\"u\" TAGS=\"a\">x</A>\n<DT>\n"
        let report = try await library.importBytes(
            Array((link + html).utf8), from: .netscape(folders: false), skipsInvalid: true)
        #expect(report.newItems == 1 && report.skipped == 1)
        let error = await #expect(throws: TagServiceError.self) {
            try await library.importBytes(Array((link + html).utf8), from: .netscape(folders: false))
        }
        #expect(error?.description.contains("line 3: too many elements that aren't closed") == true, "\(error as Any)")
    }

    @Test func `folders 200 levels deep, long comments and long icons are imported`() async throws {
        let folders = (0..<200).map { "<DT><H3>f\($0)</H3>\n<DL><p>\n" }.joined()
        let comment = "<!-- \(String(repeating: "<a b='c' d e>\n", count: 50_000)) -->"
        let code = String(repeating: "if (a < b) { c = \"d\" } ", count: 1_000)
        let links = (0..<5_000)
            .map { "<DT><p><A HREF=\"https://e.org/\($0)\" ICON='data:,\($0)' TAGS=\"t\">x</A><DD>note <b>bold\n" }
        let script = "<DT><A TAGS=t HREF='https://e.org/y' ICON='data:\(code)'>y</A>"
        let html = comment + folders + script + links.joined() + String(repeating: "</DL><p>\n", count: 200)
        let library = try ItemLibrary()
        let report = try await library.importBytes(
            Array(html.utf8), from: .netscape(folders: false), skipsInvalid: true)
        #expect(report.newItems == 5_001 && report.skipped == 0)
    }

    /// Lines that could make a parser take quadratic time.
    @Test(arguments: [
        "<DT><A HREF=\"https://example.org/%\" TAGS=\"t%\">Title %</A>\n",
        "<DT><A HREF=\"https://example.org/%\" TAGS=t%>Title %\n",
        "<DL><p><DT><H3>folder</H3><DL><p><A HREF=https://example.org/% TAGS=t%>",
        "<A HREF=https://example.org/% TAGS=t%></b></i></DL>",
        "<DD><b><i><A HREF=\"https://example.org/%\" TAGS=\"t%\">",
    ]) func `a file with many links takes linear time`(line: String) async throws {
        func duration(_ count: Int) async throws -> Duration {
            let html = (0..<count).map { line.replacingOccurrences(of: "%", with: "\($0 % 300)") }
            let bytes = Array(html.joined().utf8)
            let library = try ItemLibrary()
            let start = ContinuousClock.now
            let report = try await library.importBytes(bytes, from: .netscape(folders: false))
            #expect(report.newItems == 300 && report.skipped == 0)
            return ContinuousClock.now - start
        }
        let (few, many) = (try await duration(300), try await duration(3_000))
        // Quadratic time would be a hundred times longer.
        #expect(many < few * 40, "300 links: \(few), 3,000: \(many)")
    }
}
