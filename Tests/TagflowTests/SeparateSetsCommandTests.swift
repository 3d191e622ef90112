import Foundation
import TestSupport
import Testing

/// Commands with more than one set.
@Suite struct SeparateSetsCommandTests {
    /// A database with bookmarks, and the daily set `days`, which is chosen.
    private func program() throws -> TagflowProcess {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "bookmarks", "swift", "code")
        for number in 1...3 {
            let title = "Swift \(number)"
            try tagflow.run("add-item", "https://swift.org/\(number)", "--title", title, "--tag", "swift")
        }
        try tagflow.run("new", "--daily", "days", "walk", "read")
        try tagflow.run("toggle", "walk")
        try tagflow.run("save")
        return tagflow
    }

    private func count(_ tagflow: TagflowProcess, _ arguments: String...) throws -> Int {
        try tagflow.run(["items"] + arguments).output.split(separator: "\n").count
    }

    @Test func `commands are about the chosen set, a named set, or all sets`() throws {
        let tagflow = try program()
        #expect(try count(tagflow) == 1)
        #expect(try count(tagflow, "--set", "bookmarks") == 3)
        #expect(try count(tagflow, "set:bookmarks") == 3)
        #expect(try count(tagflow, "--all") == 4)
        #expect(try tagflow.run("stats", "--format", "json").output.contains(#""count":1"#))
        #expect(try tagflow.run("export", "--format", "netscape").output.contains("swift.org") == false)
        #expect(try tagflow.run("export", "--format", "netscape", "--all").output.contains("swift.org"))
        #expect(try tagflow.run("export", "--format", "ndjson").output.contains("swift.org"))
        #expect(try !tagflow.run("export", "--format", "ndjson", "--matching", "").output.contains("swift.org"))
        try tagflow.run("view", "save", "all", "tags:>0")
        #expect(try count(tagflow, "--view", "all") == 4)
        #expect(try tagflow.run("show-item", "https://swift.org/1").code == 0)
    }

    @Test(arguments: [
        ["items", "swift"], ["stats", "--tag", "swift"],
        ["tag-items", "--matching", "swift", "--add", "read", "--yes"],
        ["delete-item", "--matching", "swift", "--yes"], ["export", "--format", "netscape", "--matching", "swift"],
    ]) func `if nothing matches, the message names the sets with matches`(command: [String]) throws {
        let none = try program().run(command)
        #expect(none.code == 1 && none.output.isEmpty, "\(none)")
        #expect(none.errors.hasSuffix("no item in 'days' matches; 3 in 'bookmarks' (--all)\n"), "\(none.errors)")
    }

    @Test func `commands that write name the set`() throws {
        let tagflow = try program()
        let saved = try tagflow.run("add-item", "https://swift.org/9", "--tag", "swift")
        #expect(saved.output.hasPrefix("saved 5 in bookmarks: "), "\(saved.output)")
        #expect(try tagflow.run("save").output == "replaced 4 in days: walk\n")
        let all = try tagflow.run("delete-item", "--matching", "tags:>0", "--all")
        #expect(all.errors.contains("would delete 5 items in bookmarks and days; nothing was deleted"), "\(all.errors)")
        let tagged = try tagflow.run("tag-items", "--matching", "set:bookmarks", "--add", "code", "--dry-run")
        #expect(tagged.output == "would change 4 items in bookmarks\n")
        let one = try TagflowProcess()
        #expect(try one.run("add-item", "https://swift.org/9", "--tag", "swift", "--yes").output.hasPrefix("saved 1:"))
    }

    @Test func `an export of items names the items of other sets, and doesn't replace a file by an empty one`() throws {
        let tagflow = try program()
        let file = tagflow.folder.file("b.html")
        #expect(try tagflow.run("export", "--format", "netscape", "--all", "-o", file).code == 0)
        let whole = try String(contentsOfFile: file, encoding: .utf8)
        let none = try tagflow.run("export", "--format", "netscape", "-o", file)
        #expect(none.code == 1)
        #expect(
            none.errors.hasSuffix(
                "no item has a location, so nothing was written; items of other sets aren't exported: 3 in 'bookmarks' (--all)\n"
            ), "\(none.errors)")
        #expect(try String(contentsOfFile: file, encoding: .utf8) == whole)
        let listed = try tagflow.run("export", "--format", "ndjson", "--matching", "", "-o", "\(file).ndjson")
        #expect(listed.code == 0 && listed.errors.contains("items of other sets aren't exported: 3 in 'bookmarks'"))
        #expect(try !tagflow.run("export", "--format", "links", "--set", "bookmarks").errors.contains("other sets"))
    }

    @Test func `a save that takes tags from an item names them`() throws {
        let tagflow = try program()
        try tagflow.run("today", "yesterday", "--add", "read", "--add", "walk")
        let saved = try tagflow.run("save", "--at", "yesterday")
        #expect(saved.output.hasPrefix("replaced 5 in days: walk"))
        #expect(saved.errors.contains("its tags were walk, read; 'undo' brings them back"), "\(saved.errors)")
    }

    @Test func `an import names the sets of its items`() throws {
        let tagflow = try program()
        func imported(_ lines: String...) throws -> String {
            let file = tagflow.folder.file("\(UUID()).ndjson")
            try lines.joined(separator: "\n").write(toFile: file, atomically: true, encoding: .utf8)
            return try tagflow.run("import", file).output
        }
        let swift = #"{"title": "Swift 4", "location": "https://swift.org/4", "tags": ["swift"]}"#
        #expect(try imported(swift).hasPrefix("imported 1 item in bookmarks, 0 new tags"))
        let days = #"{"title": "a", "tags": ["walk"], "set": "days", "at": "2026-01-02T12:00:00Z"}"#
        let names = ["a", "b", "c"].map { #"{"title": "\#($0)", "tags": ["walk"], "set": "s \#($0)"}"# }
        #expect(try imported(days, names[0]).hasPrefix("imported 2 items in days and s a, 0 new tags, 1 new set"))
        #expect(
            try imported(names[0], names[1], names[2], names[2].replacing("\"c", with: "\"d"), days)
                .hasPrefix("imported 3 items in s c and s b, 0 new tags, 2 new sets"))
    }

    @Test func `an item with a location is saved in a daily set only if the set is named`() throws {
        let tagflow = try program()
        try tagflow.run("add-item", "https://example.org/", "--tag", "walk", "--set", "days")
        try tagflow.run("add-item", "https://example.org/2", "--tag", "walk")
        #expect(try count(tagflow, "--set", "bookmarks") == 4)
        let doctor = try tagflow.run("doctor").output
        #expect(doctor.contains("https://example.org/"), "\(doctor)")
        #expect(!doctor.contains("https://example.org/2"))
        let json = try tagflow.run("sets", "--format", "json").output
        #expect(json.contains(#""daily":true"#) && json.contains(#""daily":false"#))
    }

    @Test func `a set with items is dropped only with --yes`() throws {
        let tagflow = try program()
        let refused = try tagflow.run("drop", "bookmarks")
        #expect(refused.code == 64 && refused.errors.contains("2 tags and 3 items"), "\(refused.errors)")
        #expect(try tagflow.run("drop", "bookmarks", "--yes").output.contains("with 2 tags and 3 items"))
        #expect(try tagflow.run("new", "empty").code == 0)
        #expect(try tagflow.run("drop", "empty").code == 0)
    }

    @Test func `tags that were on yesterday and weren't saved are reported once`() throws {
        var tagflow = try program()
        try tagflow.run("toggle", "read")
        tagflow.environment["TZ"] = "XXX-14"
        let east = try tagflow.run("show")
        tagflow.environment["TZ"] = "XXX+11"
        let west = try tagflow.run("show")
        // One of the two is on another date than the test; the western one may be on an earlier date, which changes nothing.
        let told = "read was on since yesterday, not saved; 'today yesterday --add read'"
        #expect((east.errors + west.errors).components(separatedBy: told).count <= 2)
        #expect(east.output.contains("days · "), "\(east.output)")
    }

    @Test func `a day is found by its date in every zone`() throws {
        var tagflow = try TagflowProcess()
        tagflow.environment["TZ"] = "XXX-01"
        try tagflow.run("new", "--daily", "days", "walk", "read")
        try tagflow.run("today", "2026-01-28", "--add", "walk")
        try tagflow.run("today", "2026-01-29", "--add", "read")
        let queries = [
            "on:2026-01-28", "set:days on:2026-01-28", "since:2026-01-28 before:2026-01-29", "not since:2026-01-29",
        ]
        for zone in ["XXX-14", "XXX-01", "UTC", "XXX+11"] {
            tagflow.environment["TZ"] = zone
            for query in queries {
                let found = try tagflow.run("items", query, "--all").output.split(separator: "\n")
                #expect(found.count == 1 && found[0].hasPrefix("1\t2026-01-28") == true, "\(zone) \(query): \(found)")
            }
            #expect(try tagflow.run("items", "on:2026-01-29", "--all").output.hasPrefix("2\t2026-01-29"), "\(zone)")
            #expect(try tagflow.run("items", "on:2026-01-27", "--all").code == 1, "\(zone)")
        }
    }

    @Test func `suggestions come from the set`() throws {
        let tagflow = try program()
        let tags = { (arguments: [String]) in
            try tagflow.run(["suggest"] + arguments).output.split(separator: "\n").map { $0.prefix { $0 != "\t" } }
        }
        #expect(try tags(["--given", "walk"]) == ["read"])
        #expect(try tags(["--given", "walk", "--all"]).contains("swift"))
        #expect(try tags(["--title", "swift"]).last == "swift")
        #expect(try !tags(["--title", "swift", "--in-set"]).contains("swift"))
        let batch = Data(#"{"query": "", "set": "bookmarks"}"#.utf8)
        #expect(try tagflow.run("suggest", "--batch", input: batch).output.contains(#""tag":"code""#))
    }
}
