import Foundation
import TestSupport
import Testing

/// The command `tags`.
@Suite struct TagsCommandTests {
    /// A set with tags that no, one and two items have, and a tag of another set.
    private func program() throws -> TagflowProcess {
        let tagflow = try TagflowProcess()
        let lines = """
            {"tag": "other", "sets": ["elsewhere"]}
            {"set": "s", "tags": ["sea", "photo", "map", "boat"], "chosen": true}
            {"title": "1", "tags": ["photo"], "set": "s", "at": "2020-01-01T00:00:00Z"}
            {"title": "2", "tags": ["photo"], "set": "s", "at": "2020-01-02T00:00:00Z"}
            {"title": "3", "tags": ["map"], "set": "s", "at": "2026-01-01T00:00:00Z"}
            """
        let outcome = try tagflow.run("import", "--from", "ndjson", "-", input: Data(lines.utf8))
        #expect(outcome.code == 0, "\(outcome.errors)")
        try tagflow.run("alias", "pics", "photo")
        try tagflow.run("alias", "fotos", "photo")
        return tagflow
    }

    private func names(_ tagflow: TagflowProcess, _ arguments: String...) throws -> [String] {
        try tagflow.run(["tags"] + arguments).output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    }

    @Test func `columns are separated by tabs, and counts have their singular`() throws {
        #expect(
            try program().run("tags").output == """
                sea\t0 uses\t1 set
                photo\t2 uses\t1 set\talias pics, fotos
                map\t1 use\t1 set
                boat\t0 uses\t1 set

                """)
    }

    @Test func `tags are sorted and filtered`() throws {
        let tagflow = try program()
        #expect(try names(tagflow) == ["sea", "photo", "map", "boat"])
        #expect(try names(tagflow, "--all") == ["photo", "map", "boat", "other", "sea"])
        #expect(try names(tagflow, "--sort", "name") == ["boat", "map", "photo", "sea"])
        #expect(try names(tagflow, "--sort", "uses") == ["photo", "map", "boat", "sea"])
        #expect(try names(tagflow, "--sort", "recent") == ["map", "photo", "boat", "sea"])
        #expect(try names(tagflow, "--unused") == ["sea", "boat"])
        #expect(try names(tagflow, "--once") == ["map"])
        #expect(try names(tagflow, "--once", "--unused") == ["sea", "map", "boat"])
        #expect(try names(tagflow, "--all", "--unused") == ["boat", "other", "sea"])
    }

    @Test func `unlisted tags are counted`() throws {
        let tagflow = try program()
        let two = try tagflow.run("tags", "--sort", "name", "--limit", "2")
        #expect(two.output == "boat\t0 uses\t1 set\nmap\t1 use\t1 set\n")
        #expect(two.errors == "tagflow: … and 2 more; use --limit to list more\n")
        #expect(try tagflow.run("tags", "--limit", "4").errors.isEmpty)
        let json = try tagflow.run("tags", "--limit", "1", "--format", "json")
        #expect(json.output == #"[{"aliases":[],"sets":1,"tag":"sea","uses":0}]"# + "\n")
        #expect(try tagflow.run("tags", "--sort", "size").code == 64)
        #expect(try tagflow.run("tags", "--limit", "x").code == 64)
    }
}
