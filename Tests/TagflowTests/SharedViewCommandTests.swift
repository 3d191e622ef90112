import Foundation
import TestSupport
import Testing

/// The commands `view share` and `view unshare`.
@Suite struct SharedViewCommandTests {
    private static func program() throws -> TagflowProcess {
        let tagflow = try TagflowProcess()
        try tagflow.run("add-item", "https://swift.org/", "--title", "Swift", "--tag", "reading")
        try tagflow.run("view", "save", "to read", "#reading")
        return tagflow
    }

    @Test func `a view is shared, listed and revoked`() throws {
        let tagflow = try Self.program()
        let list = "to read\t1\t#reading"
        #expect(try tagflow.run("view", "list").output == "\(list)\n")
        let shared = try tagflow.run("view", "share", "to read", "--url", "https://tags.example/base/")
        #expect(shared.code == 0 && shared.errors.isEmpty, "\(shared.errors)")
        #expect(shared.output.wholeMatch(of: /https:\/\/tags\.example\/base\/shared\/[A-Za-z0-9_-]{43}\.atom\n/) != nil)
        #expect(try tagflow.run("view", "list").output == "\(list)\tshared\n")
        let again = try tagflow.run("view", "share", "to read", "--page", "--url", "https://tags.example")
        let lines = again.output.split(separator: "\n").map(String.init)
        #expect(lines.count == 2 && lines[0] == "\(lines[1]).atom" && again.output != shared.output)
        #expect(again.errors == "tagflow: the earlier address of 'to read' no longer works\n")
        #expect(try tagflow.run("view", "list").output == "\(list)\tshared with a page\n")
        let json = try tagflow.run("view", "list", "--format", "json").output
        #expect(json.contains(#""shared":{"page":true}"#))
        #expect(try tagflow.run("view", "unshare", "to read").output == "revoked the address of view 'to read'\n")
        #expect(try tagflow.run("view", "list").output == "\(list)\n")
        #expect(try tagflow.run("undo").output == "undone: view unshare to read\n")
        #expect(try tagflow.run("view", "list").output == "\(list)\tshared with a page\n")
    }

    @Test func `the address is that of the server that runs on the database`() throws {
        let server = try RunningServer()
        var tagflow = try TagflowProcess()
        tagflow.environment["TAGFLOW_DATABASE"] = server.database
        try tagflow.run("view", "save", "all", "tags:>0")
        let shared = try tagflow.run("view", "share", "all", "--format", "json")
        let document = try JSONSerialization.jsonObject(with: Data(shared.output.utf8)) as? [String: String]
        let atom = document?["atom"] ?? ""
        #expect(document?.keys.sorted() == ["atom", "json", "view"] && atom.hasPrefix("\(server.url)/shared/"))
        #expect(try server.send("GET", "/\(atom.dropFirst(server.url.count))", token: "").status == 200)
        #expect(try tagflow.run("view", "unshare", "all").code == 0)
        #expect(try server.send("GET", "/\(atom.dropFirst(server.url.count))", token: "").status == 404)
    }

    @Test func `without a server only the path is known`() throws {
        let tagflow = try Self.program()
        let shared = try tagflow.run("view", "share", "to read")
        #expect(shared.output.hasPrefix("/shared/"))
        #expect(
            shared.errors
                == "tagflow: no server listens on this database; put its address before the line, or name it with --url\n"
        )
    }

    @Test(arguments: [
        ("share", 64), ("share a b", 64), ("unshare", 64), ("unshare a b", 64), ("share none", 65),
        ("unshare none", 65), ("unshare view", 65), ("unshare view --page", 64), ("list --url https://a.example", 64),
        ("share view --url ftp://a.example", 64),
    ]) func `wrong usage is refused in one line`(words: String, code: Int32) throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("view", "save", "view", "tags:>0")
        let outcome = try tagflow.run(["view"] + words.split(separator: " ").map(String.init))
        #expect(outcome.code == code && outcome.output.isEmpty, "\(outcome.errors)")
        #expect(outcome.errors.hasPrefix("tagflow: ") && outcome.errors.split(separator: "\n").count == 1)
    }

    @Test func `the REPL shares views`() throws {
        let tagflow = try Self.program()
        let outcome = try tagflow.repl("view share 'to read' --url https://a.example", "view unshare 'to read'")
        #expect(outcome.output.contains("https://a.example/shared/"), "\(outcome.output)\(outcome.errors)")
        #expect(outcome.output.contains("revoked the address of view 'to read'"))
    }

    @Test func `a recovered database keeps addresses and identifiers`() throws {
        let tagflow = try Self.program()
        try tagflow.run("view", "share", "to read", "--page")
        let target = tagflow.folder.file("recovered.sqlite")
        #expect(try tagflow.run("doctor", "--recover", target).code == 0)
        #expect(try tagflow.run("--database", target, "doctor").code == 0)
        let read = """
            import sqlite3, sys
            for path in sys.argv[1:]:
                connection = sqlite3.connect(path)
                print(connection.execute("SELECT id, name, query, share_hash, share_page FROM saved_view").fetchall(),
                      connection.execute("SELECT feed_key FROM state").fetchall())
            """
        let lines = try PythonScript.run(read, tagflow.folder.file("tags.sqlite"), target).split(separator: "\n")
        #expect(lines.count == 2 && lines[0] == lines[1])
    }

    @Test func `a view whose address is damaged is recovered without it`() throws {
        let tagflow = try Self.program()
        try tagflow.run("view", "save", "second", "swift")
        try tagflow.run("view", "share", "to read")
        try tagflow.run("view", "share", "second")
        let path = tagflow.folder.file("tags.sqlite")
        let damage = """
            import sqlite3, sys
            connection = sqlite3.connect(sys.argv[1])
            connection.executescript("PRAGMA ignore_check_constraints = ON; UPDATE saved_view SET share_hash = x'00' WHERE id = 1")
            """
        try PythonScript.run(damage, path)
        #expect(try tagflow.run("doctor").output.contains("share_hash isn't a SHA-256 hash"))
        let target = tagflow.folder.file("recovered.sqlite")
        #expect(try tagflow.run("doctor", "--recover", target).code == 0)
        let views = try tagflow.run("--database", target, "view", "list").output
        #expect(views == "second\t1\tswift\tshared\nto read\t1\t#reading\t\n")
        #expect(try tagflow.run("--database", target, "doctor").code == 0)
    }
}
