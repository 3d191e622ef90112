import Foundation
import TestSupport
import Testing

/// The command `import` with things: bookmarks, references and pictures.
@Suite struct ImportItemsTests {
    private static let examples = HouseTests.root.appendingPathComponent("Tests/Fixtures/TaggedFiles")

    @Test(arguments: [
        "firefox.html", "linkding.html", "shaarli.html", "pinboard.html", "raindrop.html", "karakeep.html",
        "pinboard.json", "raindrop.csv", "references.bib", "exiftool.json", "danbooru.csv",
    ]) func `a file is recognized, also in a pipe, and nothing is new the second time`(file: String) throws {
        let path = Self.examples.appendingPathComponent(file)
        let tagflow = try TagflowProcess()
        let first = try tagflow.run("import", path.path)
        #expect(first.code == 0, "\(first.errors)")
        #expect(!first.output.contains("imported 0 items, 0 new tags"), "\(first.output)")
        let export = try tagflow.run("export", "--format", "ndjson").output
        let second = try tagflow.run("import", path.path)
        #expect(second.output.hasPrefix("imported 0 items, 0 new tags, 0 new sets"), "\(second.output)")
        #expect(try tagflow.run("export", "--format", "ndjson").output == export)
        let steps = try tagflow.run("undo", "--list").output.split(separator: "\n").count
        #expect(steps == 1)
        // A list of image boards is known by its name alone.
        guard file != "danbooru.csv" else { return }
        let other = try TagflowProcess()
        #expect(try other.run("import", input: try Data(contentsOf: path)).code == 0)
        let copy = try other.run("export", "--format", "ndjson").output
        // Items without a time get the time of the import.
        let hasTimes = !["references.bib", "exiftool.json"].contains(file)
        #expect(hasTimes ? copy == export : Self.untimed(copy) == Self.untimed(export))
    }

    private static func untimed(_ export: String) -> String { export.replacing(/"(at|frecency)":[^,}]*/, with: "") }

    @Test func `a dry run with --verbose lists the items that would change`() throws {
        let tagflow = try TagflowProcess()
        let file = tagflow.folder.file("b.ndjson")
        func write(_ lines: String) throws { try Data(lines.utf8).write(to: URL(fileURLWithPath: file)) }
        try write(
            """
            {"location": "u://1", "title": "one", "tags": ["a"]}
            {"location": "u://2", "tags": ["a"]}
            """)
        let first = try tagflow.run("import", "--dry-run", "--verbose", file)
        #expect(first.output.hasPrefix("new\tone\nnew\tu://2\nwould import 2 items"), "\(first.output)")
        try tagflow.run("import", file)
        try write(
            """
            {"location": "u://1", "title": "one", "tags": ["a", "b"]}
            {"location": "u://2", "tags": ["a"]}
            {"title": "three", "tags": ["a"], "at": "2026-01-02T03:04:05Z"}
            """)
        let second = try tagflow.run("import", "--dry-run", "--verbose", file).output
        #expect(second.contains("changed\tone\tchanged tags\n") && second.contains("new\tthree\n"))
        #expect(!second.contains("u://2"), "\(second)")
        let json = try tagflow.run("import", "--dry-run", "--verbose", "--format", "json", file)
        #expect(json.output.contains(#""kind":"changed""#), "\(json.output)")
        let quiet = try tagflow.run("import", "--dry-run", "--format", "json", file).output
        #expect(!quiet.contains(#""items":"#), "\(quiet)")
    }

    @Test func `joined lines are counted apart from stored ones and listed, and changes of fields are reported once`()
        throws
    {
        let tagflow = try TagflowProcess()
        let file = tagflow.folder.file("b.html")
        let long = String(repeating: "x", count: 1_001)
        let html = """
            <!DOCTYPE NETSCAPE-Bookmark-file-1>
            <DL><DT><A HREF="https://e.org/1" TAGS="machine learning">one</A>
            <DT><A HREF="https://e.org/2">\(long)</A>
            <DT><A HREF="https://e.org/1" TAGS="c">uno</A><DD>note
            </DL>
            """
        try Data(html.utf8).write(to: URL(fileURLWithPath: file))
        let first = try tagflow.run("import", "--verbose", file)
        #expect(first.output.contains("joined\tone\tline 4\tlost title 'uno'; changed note, tags\n"), "\(first.output)")
        #expect(first.output.contains("split\tone\tline 2\ttags 'machine', 'learning'\n"), "\(first.output)")
        #expect(
            first.output.hasSuffix(
                "imported 2 items, 3 new tags, 0 new sets; 0 already stored, 1 joined with items of this file, 1 item without tags, tags of 1 bookmark split at spaces\n"
            ), "\(first.output)")
        #expect(first.errors.contains("tagflow: 1 title is longer than 1,000 bytes and was cut: line 3\n"))
        let second = try tagflow.run("import", file)
        #expect(second.output.contains("; 2 already stored, 1 joined with items of this file"), "\(second.output)")
        #expect(!second.output.contains("joined\t"))
        let json = try tagflow.run("import", "--format", "json", file).output
        #expect(json.contains(#""joined":1"#) && json.contains(#""lost":{"title":"uno"}"#), "\(json)")
        let tags = try tagflow.run("import", "--from", "text", input: Data("c\nmachine\n".utf8))
        #expect(
            tags.output == "imported 0 items, 0 new tags, 0 new sets; 0 already stored, 2 other lines already known\n")
    }

    @Test(
        arguments: [
            ([#"{"set": "empty", "tags": []}"#, #"{"title": "x", "tags": ["a"], "set": "b"}"#], "b"),
            ([#"{"tag": "a", "sets": ["c", "b"]}"#], "c"),
            ([#"{"set": "b", "tags": ["a"]}"#, #"{"title": "x", "tags": ["a"]}"#], "default"),
            ([#"{"set": "b", "tags": ["a"]}"#, #"{"set": "c", "tags": ["a"], "chosen": true}"#], "c"),
        ] as [([String], String)]) func `the first set with tags is chosen in place of an empty default`(
            lines: [String], chosen: String
        ) throws
    {
        let tagflow = try TagflowProcess()
        let input = Data(lines.joined(separator: "\n").utf8)
        #expect(try tagflow.run("import", "--from", "ndjson", "-", input: input).code == 0)
        let sets = try tagflow.run("sets").output
        #expect(sets.contains("* \(chosen)\t"), "\(sets)")
        #expect(try tagflow.run("undo").code == 0)
        #expect(try tagflow.run("sets").output.contains("* default\t"))
    }

    @Test func `folders are optional, and items without tags are counted`() throws {
        let path = Self.examples.appendingPathComponent("chrome.html").path
        let tagflow = try TagflowProcess()
        let without = try tagflow.run("import", path)
        #expect(without.output.hasPrefix("imported 5 items, 0 new tags"), "\(without.output)")
        #expect(without.errors.hasSuffix(" no tags; import with --folders to use folders as tags\n"))
        let with = try tagflow.run("import", "--folders", path)
        #expect(with.output.hasPrefix("imported 0 items, 3 changed, 2 new tags"), "\(with.output)")
        #expect(with.output.contains("2 items without tags") && with.errors.isEmpty)
        #expect(try tagflow.run("import", "--folders", "--from", "json", path).code == 64)
        let json = try tagflow.run("import", "--folders", "--format", "json", path).output
        #expect(json.contains(#""untagged":2"#) && json.contains(#""unchanged":5"#), "\(json)")
    }

    @Test func `a prune deletes items that are no longer in the file, by any path to it`() throws {
        let tagflow = try TagflowProcess()
        let file = tagflow.folder.file("b.html")
        func write(_ names: [String]) throws {
            let links = names.map { "<DT><A HREF=\"u://\($0)\" TAGS=\"\($0)\">\($0)</A>\n" }
            try Data(("<!DOCTYPE NETSCAPE-Bookmark-file-1>\n" + links.joined()).utf8)
                .write(to: URL(fileURLWithPath: file))
        }
        try write(["a", "b", "c"])
        try tagflow.run("import", file)
        try write(["c", "d"])
        let tried = try tagflow.run("import", "--prune", "--dry-run", file)
        #expect(tried.output.hasPrefix("would import 1 item, 2 deleted, 1 new tag"), "\(tried.output)")
        let refused = try tagflow.run("import", "--prune", file)
        #expect(refused.code == 64)
        #expect(
            refused.errors
                == "tagflow: 2 items are no longer in '\(file)'; nothing was imported; use --yes to delete them\n")
        #expect(try tagflow.run("items").output.split(separator: "\n").count == 3)
        let way = try tagflow.run(["import", "--prune", "--yes", "./b.html"], directory: tagflow.folder.path)
        #expect(way.code == 0 && way.output.contains("2 deleted"), "\(way)")
        #expect(try tagflow.run("items").output.split(separator: "\n").count == 2)
        #expect(try tagflow.run("doctor").code == 0)
        #expect(try tagflow.run("undo").code == 0)
        #expect(try tagflow.run("items").output.split(separator: "\n").count == 3)
        #expect(try tagflow.run("import", "--prune", "--yes", input: Data("a\n".utf8)).code == 64)
        #expect(try tagflow.run("import", "--yes", file).code == 64)
        // Without items to delete, nothing is asked.
        try write(["a", "b", "c", "d"])
        #expect(try tagflow.run("import", "--prune", file).code == 0)
    }

    @Test func `a web page is rejected, and a page of links is read with --from`() throws {
        let tagflow = try TagflowProcess()
        let page = "<html><body><a href=\"u\" tags=\"x\">y</a></body></html>"
        let refused = try tagflow.run("import", input: Data(page.utf8))
        #expect(refused.code == 65 && refused.errors.contains("an HTML page"))
        #expect(try tagflow.run("import", "--from", "netscape", "-", input: Data(page.utf8)).code == 0)
        #expect(try tagflow.run("items").output.hasSuffix("\ty\tx\tu\n"))
        let base = tagflow.folder.file("x.model")
        let bookmarks = Self.examples.appendingPathComponent("firefox.html").path
        let built = try tagflow.run("model", "build", bookmarks, "-o", base)
        #expect(built.code == 65 && built.errors.contains("import it"), "\(built.errors)")
    }
}

/// The command `import` with a folder of notes.
@Suite struct ImportNotesTests {
    private func note(_ path: String, _ text: String, in tagflow: TagflowProcess) throws {
        let file = URL(fileURLWithPath: tagflow.folder.file("notes/\(path)"))
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    @Test func `a folder is searched for notes`() throws {
        let tagflow = try TagflowProcess()
        let folder = tagflow.folder.file("notes")
        try note("sea.md", "---\ntitle: At sea\ndate: 2026-01-02\ntags: [wind, salt]\n---\n#boat\n", in: tagflow)
        try note("city/tram.md", "# Trams\n\nA #tram and `#code`.\n", in: tagflow)
        try note("plain.md", "nothing\n", in: tagflow)
        try note(".hidden/no.md", "#no\n", in: tagflow)
        let first = try tagflow.run("import", folder)
        #expect(first.code == 0, "\(first.errors)")
        #expect(first.output.hasPrefix("imported 3 items, 4 new tags"), "\(first.output)")
        #expect(first.output.contains("1 item without tags"), "\(first.output)")
        let export = try tagflow.run("export", "--format", "ndjson").output
        #expect(
            export.contains(#""location":"city\/tram.md""#) || export.contains(#""location":"city/tram.md""#),
            "\(export)")
        #expect(export.contains("At sea") && export.contains("2026-01-0"), "\(export)")
        let second = try tagflow.run("import", "--from", "markdown", folder)
        #expect(second.output.hasPrefix("imported 0 items, 0 new tags"), "\(second.output)")
        #expect(try tagflow.run("export", "--format", "ndjson").output == export)
    }

    @Test func `a changed note is replaced, and one that is gone is forgotten when asked`() throws {
        let tagflow = try TagflowProcess()
        let folder = tagflow.folder.file("notes")
        try note("a.md", "#one\n", in: tagflow)
        try note("b.md", "#two\n", in: tagflow)
        #expect(try tagflow.run("import", "--from", "markdown", folder).code == 0)
        try note("a.md", "#one #more\n", in: tagflow)
        try FileManager.default.removeItem(atPath: folder + "/b.md")
        let asked = try tagflow.run("import", "--prune", "--from", "markdown", folder)
        #expect(asked.code == 64)
        #expect(asked.errors.contains("1 item is no longer in"), "\(asked.errors)")
        let done = try tagflow.run("import", "--prune", "--yes", "--from", "markdown", folder)
        #expect(done.output.contains("1 changed, 1 deleted"), "\(done.output)")
        let left = try tagflow.run("items", "--format", "json").output
        #expect(left.contains("a.md") && !left.contains("b.md") && left.contains("more"), "\(left)")
        #expect(try tagflow.run("undo").code == 0)
        #expect(try tagflow.run("items", "--format", "json").output.contains("b.md"))
    }

    @Test func `a folder that holds nothing makes a prune forget nothing`() throws {
        let tagflow = try TagflowProcess()
        let folder = tagflow.folder.file("notes")
        try note("a.md", "#one\n", in: tagflow)
        #expect(try tagflow.run("import", "--from", "markdown", folder).code == 0)
        try FileManager.default.removeItem(atPath: folder + "/a.md")
        let empty = try tagflow.run("import", "--prune", "--yes", folder)
        let message = "tagflow: no notes in folder '\(folder)'\n"
        #expect(empty.code == 66 && empty.errors == message, "\(empty)")
        #expect(try tagflow.run("items", "--format", "json").output.contains("a.md"))
        // One that is left, without tags, shows that the folder is the right one.
        try note("b.md", "none\n", in: tagflow)
        let done = try tagflow.run("import", "--prune", "--yes", "--from", "markdown", folder)
        #expect(done.output.contains("1 deleted"), "\(done)")
    }

    @Test func `dates that are not understood are reported once with their count`() throws {
        let tagflow = try TagflowProcess()
        let folder = tagflow.folder.file("notes")
        for (name, date) in [("a", "2020-08-18 13:14:06 +0200"), ("b", "last week"), ("c", "someday"), ("d", "2021")] {
            try note("\(name).md", "---\ndate: \(date)\n---\n#x\n", in: tagflow)
        }
        let outcome = try tagflow.run("import", folder)
        #expect(outcome.code == 0 && outcome.output.hasPrefix("imported 4 items"), "\(outcome)")
        #expect(
            outcome.errors
                == "tagflow: 2 notes have dates that aren't understood, such as 'last week' in \(folder)/b.md; write it like 2020-08-18 or 2020-08-18 13:14:06 +02:00\n"
        )
        let items = try tagflow.run("export", "--format", "ndjson").output
        #expect(items.contains("2020-08-18T11:14:06Z"), "\(items)")
        let json = try tagflow.run("import", "--dry-run", "--format", "json", folder)
        #expect(json.output.contains(#""unreadDates":2"#), "\(json.output)")
    }

    @Test func `an index without a title is named after its folder`() throws {
        let tagflow = try TagflowProcess()
        try note("index.md", "#x\n", in: tagflow)
        try note("trips/index.md", "#x #y\n", in: tagflow)
        try tagflow.run("import", tagflow.folder.file("notes"))
        let export = try tagflow.run("export", "--format", "ndjson").output
        #expect(export.contains(#""title":"notes""#) && export.contains(#""title":"trips""#))
    }

    @Test func `an unreadable note is reported with its path, and the others are imported`() throws {
        let tagflow = try TagflowProcess()
        let folder = tagflow.folder.file("notes")
        try note("good.md", "#good\n", in: tagflow)
        try note("bad.md", "---\ntags: [a, b\n---\n#text\n", in: tagflow)
        let other = try TagflowProcess()
        for options in [[], ["--skip-invalid"]] {
            let library = options.isEmpty ? tagflow : other
            let outcome = try library.run(["import", "--from", "markdown", folder] + options)
            #expect(outcome.code == 0)
            #expect(outcome.errors.contains("'bad.md:"), "\(outcome.errors)")
            #expect(outcome.errors.hasSuffix("; imported with the tags of its text\n"), "\(outcome.errors)")
            #expect(outcome.output.contains("2 new tags") && !outcome.output.contains("skipped"))
            #expect(try library.run("items").output.contains("good"))
        }
        try FileManager.default.removeItem(atPath: folder + "/good.md")
        let pruned = try tagflow.run("import", "--prune", "--yes", folder)
        #expect(pruned.output.contains("1 deleted"), "\(pruned)")
    }

    @Test func `a note that can't be read keeps its item when others are deleted`() throws {
        let tagflow = try TagflowProcess()
        let folder = tagflow.folder.file("notes")
        for name in ["good.md", "gone.md", "trips/odd.md"] { try note(name, "#x\n", in: tagflow) }
        try tagflow.run("import", folder)
        try FileManager.default.removeItem(atPath: folder + "/gone.md")
        try Data([0x0A, 0xFF]).write(to: URL(fileURLWithPath: folder + "/trips/odd.md"))
        let pruned = try tagflow.run("import", "--prune", "--yes", folder)
        #expect(pruned.code == 0)
        #expect(pruned.output.contains("1 deleted") && pruned.output.contains("skipped 1 unreadable note"), "\(pruned)")
        #expect(pruned.errors.contains("'trips/odd.md:2': ") && pruned.errors.contains("; skipped\n"), "\(pruned)")
        #expect(pruned.errors.contains("notes: kept 1 item of notes that can't be read\n"), "\(pruned)")
        let left = try tagflow.run("export", "--format", "ndjson").output
        #expect(left.contains("trips/odd.md") && !left.contains("gone.md"))
    }

    @Test func `malformed character references of bookmarks are text`() throws {
        let tagflow = try TagflowProcess()
        let file = tagflow.folder.file("b.html")
        let html = """
            <!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p>
            <DT><A HREF="https://mail.example/?ui=2&#inbox/1" TAGS="a">First &# one</A>
            <DT><A HREF="https://mail.example/?ui=2&#inbox/2" TAGS="b,c&#x,d">Second &#x; &#65;&#x42&amp;#67;</A>
            <DT><A HREF="https://a.example/?3" TAGS="e">x&#0;x&#11;x&#27;x&#55296;x&#xFFFE;x&#4294967361;x</A>
            </DL>
            """
        try Data(html.utf8).write(to: URL(fileURLWithPath: file))
        #expect(try tagflow.run("import", file).output.hasPrefix("imported 3 items"))
        let items = try tagflow.run("export", "--format", "items-csv").output
        for text in [
            "https://mail.example/?ui=2&#inbox/1", "https://mail.example/?ui=2&#inbox/2", "First &# one", "c&#x",
            "Second &#x; AB&#67;",
        ] { #expect(items.contains(text), "\(text) in \(items)") }
        // U+FFFD can't be shown.
        #expect(items.contains(",x x x x x x x,"), "\(items)")
    }
}
