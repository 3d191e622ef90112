import Foundation
import TestSupport
import Testing

/// Exports of items, and the protection of existing files from other content.
@Suite struct ExportItemsTests {
    private let tagflow: TagflowProcess

    init() throws {
        tagflow = try TagflowProcess()
        let lines = [
            #"{"title":"first","location":"https://a.example/","note":"a note","tags":["x"],"at":"2026-01-02T03:04:05Z"}"#,
            #"{"title":"second","location":"https://b.example/","tags":["y"],"at":"2026-01-02T03:04:06Z"}"#,
            #"{"title":"a day","tags":["x"],"at":"2026-01-02T03:04:07Z"}"#,
            #"{"title":"elsewhere","location":"/c","tags":["x"],"set":"other","at":"2026-01-02T03:04:08Z"}"#,
        ]
        let input = Data(lines.joined(separator: "\n").utf8)
        #expect(try tagflow.run("import", "--from", "ndjson", "-", input: input).code == 0)
    }

    private func file(_ name: String) -> String { tagflow.folder.file(name) }

    private func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: file(name)))
    }

    private func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: file(name))) }

    private func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }

    // MARK: Items

    private static let itemFormats = ["netscape", "pinboard", "items-csv", "links", "ndjson"]

    @Test(arguments: itemFormats) func `a query and a set limit the items of an export`(format: String) throws {
        let all = try tagflow.run("export", "--all", "--format", format)
        for title in ["first", "second", "elsewhere"] { #expect(all.output.contains(title), "\(title)") }
        let matching = try tagflow.run("export", "--format", format, "--matching", "#x note")
        #expect(matching.code == 0 && matching.errors.isEmpty, "\(matching.errors)")
        #expect(matching.output.contains("first") && !matching.output.contains("second"))
        let other = try tagflow.run("export", "--format", format, "--set", "other")
        #expect(other.code == 0 && other.errors.isEmpty, "\(other.errors)")
        #expect(other.output.contains("elsewhere") && !other.output.contains("first"))
    }

    @Test func `the text of each format`() throws {
        func exported(_ format: String) throws -> String {
            try tagflow.run("export", "--format", format, "--matching", "first").output
        }
        #expect(try exported("links") == "<!-- Written by tagflow -->\n\n- [first](<https://a.example/>) #x — a note\n")
        #expect(
            try exported("ndjson") == #"{"at":"2026-01-02T03:04:05Z","location":"https://a.example/","note":"a note","#
                + #""set":"default","tags":["x"],"title":"first"}"# + "\n")
        #expect(try exported("netscape").contains("    <DD>a note\n</DL><p>\n"))
        let pinboard = #"[{"written-by":"tagflow","tags":"x","href":"https://a.example/""#
        #expect(try exported("pinboard").hasPrefix(pinboard))
        #expect(try exported("items-csv").hasPrefix("id,set,title,location,note,tags,at\r\n1,"))
    }

    @Test(arguments: ["netscape", "pinboard"]) func `skipped items are counted on standard error`(format: String) throws
    {
        let one = try tagflow.run("export", "--format", format, "-o", file("items"))
        let others = "tagflow: items of other sets aren't exported: 1 in 'other' (--all)\n"
        #expect(one.errors == others + "tagflow: 1 item without a location was skipped\n")
        #expect(one.output == "wrote \(file("items"))\n")
        #expect(try tagflow.run("add-item", "--title", "another day", "--tag", "x").code == 0)
        let two = try tagflow.run("export", "--format", format)
        #expect(two.errors == "tagflow: 2 items without a location were skipped\n")
        let quiet = try tagflow.run("export", "--format", format, "--quiet")
        #expect(quiet.errors.isEmpty && quiet.output == two.output)
        #expect(try tagflow.run("export", "--format", "links").errors.isEmpty)
    }

    @Test func `an export of everything reports what it doesn't contain`() throws {
        let outcome = try tagflow.run("export", "--format", "ndjson")
        #expect(outcome.errors == "tagflow: words learned from the texts of items aren't exported\n")
        #expect(outcome.output.contains(#""tag":"x""#))
        let quiet = try tagflow.run("--quiet", "export", "--format", "ndjson")
        #expect(quiet.errors.isEmpty && quiet.output == outcome.output)
        let items = try tagflow.run("export", "--all", "--format", "ndjson", "--matching", "")
        #expect(items.errors.isEmpty && !items.output.contains(#""tag":"x""#))
        #expect(items.output.split(separator: "\n").count == 4)
    }

    @Test func `bookmarks are written in folders, and other formats have none`() throws {
        let outcome = try tagflow.run("export", "--format", "netscape", "--folders", "-o", file("b.html"))
        #expect(outcome.code == 0)
        let text = try text("b.html")
        #expect(
            text.contains("<DT><H3>x</H3>\n    <DL><p>\n    <DT><A HREF=\"https://a.example/\"")
                && text.contains("<H3>y</H3>"))
        #expect(try tagflow.run("export", "--format", "netscape", "--folders", "-o", file("b.html")).code == 0)
        let wrong = try tagflow.run("export", "--format", "links", "--folders")
        #expect(wrong.code == 64)
        #expect(wrong.errors == "tagflow: --folders is only for bookmarks; use --format netscape\n")
    }

    @Test func `many items are written completely`() throws {
        let lines = (0..<5_000).map { #"{"title":"item \#($0)","location":"/\#($0)","tags":["many"]}"# + "\n" }
        let input = Data(lines.joined().utf8)
        #expect(try tagflow.run("import", "--from", "ndjson", "-", input: input).code == 0)
        for format in Self.itemFormats {
            let query = ["export", "--format", format, "--matching", "#many"]
            #expect(try tagflow.run(query + ["-o", file("many.\(format)")]).code == 0)
            #expect(try text("many.\(format)") == tagflow.run(query).output, "\(format)")
        }
        #expect(try text("many.links").split(separator: "\n").count == 5_001)
    }

    @Test(
        arguments: [
            (["--format", "svg", "--matching", "x"], 64, "--matching is for items"),
            (["--matching", "x"], 64, "use --format netscape, pinboard, items-csv, links or"),
            (["--format", "links", "--matching", "#nobody"], 65, "nobody"),
            (["--format", "links", "--matching", "(a"], 65, "query"),
            (["--format", "links", "--set", "nowhere"], 65, "unknown set 'nowhere'"),
        ] as [([String], Int32, String)]) func `a wrong query gets a one-line error, and no file is written`(
            arguments: [String], code: Int32, problem: String
        ) throws
    {
        for output in [[], ["-o", file("a.svg")]] {
            let outcome = try tagflow.run(["export"] + arguments + output)
            #expect(outcome.code == code && outcome.output.isEmpty, "\(outcome)")
            #expect(outcome.errors.contains(problem), "\(outcome.errors)")
            #expect(outcome.errors.split(separator: "\n").count == 1)
            #expect(!FileManager.default.fileExists(atPath: file("a.svg")))
        }
    }

    // MARK: Extensions

    @Test(arguments: [
        ("html", "netscape", "html"), ("HTM", "netscape", "html"), ("json", "pinboard", "json"),
        ("csv", "items-csv", "csv"), ("md", "links", "markdown"),
    ]) func `an extension of items and boards needs a format`(ending: String, items: String, board: String) throws {
        let path = file("a.\(ending)")
        let outcome = try tagflow.run("export", "-o", path)
        #expect(outcome.code == 64)
        #expect(
            outcome.errors
                == "tagflow: can't infer a format from '\(path)'; use --format \(items) or --format \(board)\n")
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    // MARK: Existing files

    private static let formats = itemFormats + ["json", "text", "ansi", "markdown", "csv", "svg", "png", "pdf", "html"]

    /// Formats without room for a mark, whose files are replaced only with `--force`.
    private static let drawings = ["text", "ansi"]

    @Test func `a file is only replaced by an export in the same format`() throws {
        for format in Self.formats {
            #expect(try tagflow.run("export", "--format", format, "-o", file(format)).code == 0)
        }
        #expect(try tagflow.run("add", "new").code == 0)
        for existing in Self.formats {
            let before = try bytes(existing)
            for format in Self.formats {
                let export = ["export", "--format", format, "-o", file(existing)]
                let outcome = try tagflow.run(export)
                if format == existing, !Self.drawings.contains(format) {
                    #expect(outcome.code == 0, "\(outcome.errors)")
                    try before.write(to: URL(fileURLWithPath: file(existing)))
                } else {
                    #expect(outcome.code == 73, "\(existing) by \(format)")
                    #expect(outcome.errors.hasSuffix("; use --force or another file\n"))
                    #expect(outcome.errors.split(separator: "\n").count == 1)
                    #expect(try bytes(existing) == before)
                }
            }
        }
    }

    @Test func `the message names both kinds of content, and --force replaces the file`() throws {
        let path = file("bookmarks.html")
        #expect(try tagflow.run("export", "--format", "netscape", "-o", path).code == 0)
        let outcome = try tagflow.run("export", "--format", "text", "-o", path)
        #expect(
            outcome.errors
                == "tagflow: '\(path)' contains bookmarks, which this would replace with a drawing; use --force or another file\n"
        )
        #expect(try tagflow.run("export", "--format", "text", "-o", path, "--force").code == 0)
        #expect(try text("bookmarks.html") == "( x ) ( y )\n")
    }

    @Test(arguments: [
        "Dear diary,\nnothing happened.\n", "- milk\n- eggs\n", "- [ ] milk\n- [x] eggs\n", "# Todo\n\n- [ ] milk\n",
        "## Today\n\nNothing happened.", "## Today\n\n- [ ] x\n\nMore.\n", "- [ ] [a](<b>)\n", "title,tags\na,b\n",
        "[1, 2]\n", "{\"name\": \"package\"}\n", "{\"level\":\"info\"}\n", "<!DOCTYPE html>\n<title>Home</title>\n",
        "\u{1B}[1mbold\u{1B}[0m text\n", "SQLite format 3\u{0}", "\u{89}PNG", "(see below)\n",
    ]) func `a file of a person or another program is never replaced`(content: String) throws {
        for format in Self.itemFormats + ["text", "ansi", "markdown", "html", "png"] {
            try write(content, to: "a")
            let export = ["export", "--format", format, "-o", file("a")]
            let outcome = try tagflow.run(export)
            #expect(outcome.code == 73, "\(format)")
            #expect(outcome.errors.contains("use --force"), "\(outcome.errors)")
            #expect(try text("a") == content)
            #expect(try tagflow.run(export + ["--force"]).code == 0)
            #expect(try text("a") != content)
        }
    }

    @Test(arguments: [
        (
            "netscape",
            "<!DOCTYPE NETSCAPE-Bookmark-file-1>\r\n<!-- Written by tagflow -->\r\n<TITLE>Bookmarks</TITLE>\r\n"
        ), ("pinboard", #"[{"written-by":"tagflow","tags":"x","href":"https://a.example/"}]"#), ("pinboard", "[]\n"),
        ("svg", "<?xml version=\"1.0\"?>\n<svg>\n<!-- Written by tagflow -->\n</svg>\n"),
        ("markdown", "<!-- Written by tagflow -->\n\n## s\n\n"),
        ("markdown", "<!-- Written by tagflow -->\n\n## s\n\n- [ ] \u{301}a\n"), ("links", ""),
        ("links", "<!-- Written by tagflow -->\n\n"), ("ndjson", "\n"), ("ndjson", #"{"tag":"x"}"# + "\n"),
        ("csv", "tag,selected\r\na,true\r\n"),
    ]) func `an export from another time is replaced`(format: String, content: String) throws {
        try write(content, to: "a")
        let outcome = try tagflow.run("export", "--format", format, "-o", file("a"))
        #expect(outcome.code == 0, "\(outcome.errors)")
    }

    @Test(arguments: [
        ("netscape", "bookmarks", "<!DOCTYPE NETSCAPE-Bookmark-file-1>\r\n<TITLE>Bookmarks</TITLE>\r\n"),
        ("pinboard", "bookmarks as JSON", #"[{"href":"https://a.example/","description":"a","tags":"x"}]"#),
        ("svg", "an SVG picture", "<?xml version=\"1.0\"?>\n<svg/>\n"), ("json", "a board as JSON", #"{"chips":[]}"#),
        ("png", "a PNG picture", "\u{89}PNG\r\n\u{1A}\n"), ("pdf", "a PDF document", "%PDF-1.7\n%%EOF\n"),
    ]) func `a file of another program in the same format is replaced only with --force`(
        format: String, noun: String, content: String
    ) throws {
        let old = Data(content.unicodeScalars.map { UInt8($0.value) })
        try old.write(to: URL(fileURLWithPath: file("a")))
        let export = ["export", "--format", format, "-o", file("a")]
        let outcome = try tagflow.run(export)
        #expect(outcome.code == 73)
        #expect(
            outcome.errors
                == "tagflow: '\(file("a"))' contains \(noun) that tagflow didn't write; use --force or another file\n")
        #expect(try bytes("a") == old)
        #expect(try tagflow.run(export + ["--force"]).code == 0)
        #expect(try tagflow.run(export).code == 0, "the export replaces itself")
    }

    @Test(arguments: ["firefox.html", "chrome.html", "linkding.html", "pinboard.html", "pinboard.json"])
    func `the export of a browser or service stays`(name: String) throws {
        let fixture = HouseTests.root.appendingPathComponent("Tests/Fixtures/TaggedFiles/\(name)")
        let old = try Data(contentsOf: fixture)
        try old.write(to: URL(fileURLWithPath: file(name)))
        let format = name.hasSuffix(".json") ? "pinboard" : "netscape"
        #expect(try tagflow.run("import", file(name)).code == 0)
        let outcome = try tagflow.run("export", "--format", format, "-o", file(name))
        #expect(outcome.code == 73 && outcome.errors.contains("use --force"), "\(outcome.errors)")
        #expect(try bytes(name) == old)
    }

    @Test(arguments: [
        #"{"at":"2026-01-02T03:04:05Z","level":"info"}"#, #"{"tag":"x","shade":"red"}"#, #"{"at":"noon"}"#,
        #"{"title":1}"#,
        #"{"location":"https://a.example/","visited":true,"note":"\#(String(repeating: "n", count: 9_000))"}"#,
    ]) func `lines of JSON that aren't records stay`(line: String) throws {
        try write(line + "\n", to: "a")
        let outcome = try tagflow.run("export", "--format", "ndjson", "-o", file("a"))
        #expect(outcome.code == 73, "\(outcome)")
    }

    @Test func `long exports are recognized by their beginnings`() throws {
        let names = (0..<2_000).map { "a rather long tag with the number \($0)\n" }.joined()
        #expect(try tagflow.run("new", "long").code == 0)
        #expect(try tagflow.run("import", "--from", "text", "-", input: Data(names.utf8)).code == 0)
        let note = String(repeating: "long note ", count: 2_000)
        #expect(try tagflow.run("add-item", "/long", "--note", note, "--at", "2020-01-01").code == 0)
        // Such a wide picture has too many pixels.
        for format in Self.formats where !["png", "pdf", "text", "ansi"].contains(format) {
            let export = ["export", "--format", format, "--width", "100000", "-o", file(format)]
            #expect(try tagflow.run(export).code == 0)
            let again = try tagflow.run(export)
            #expect(again.code == 0, "\(format): \(again.errors)")
        }
    }
}
