import Foundation
import TestSupport
import Testing

@Suite struct DamageTests {
    private static let python = Tool("python3", package: "python3")

    /// A database with two sets, aliases and items, enough for several pages per table.
    private func filled() throws -> TagflowProcess {
        let tagflow = try TagflowProcess()
        let names = (0..<400).map { "tag \($0) \(String(repeating: "x", count: $0 % 30))" }
        var lines = names.map { #"{"tag":"\#($0)","aliases":["other \#($0)"],"sets":["all"]}"# }
        lines += (0..<200)
            .map { number in
                let tags = (0..<4).map { "\"\(names[(number * 7 + $0 * 31) % 400])\"" }
                return #"""
                    {"title":"word\#(number % 9) \#(number)","tags":[\#(tags.joined(separator: ","))],"set":"all"}
                    """#
            }
        let file = tagflow.folder.file("source.ndjson")
        try Data(lines.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: file))
        #expect(try tagflow.run("import", file).code == 0)
        #expect(try tagflow.run("new", "few", "swift", "c").code == 0)
        return tagflow
    }

    private func database(of tagflow: TagflowProcess) -> URL {
        URL(fileURLWithPath: tagflow.folder.file("tags.sqlite"))
    }

    /// Runs SQL on the database as another program would, optionally without constraints.
    private func spoil(_ tagflow: TagflowProcess, _ statement: String, constraints: Bool = false) throws {
        let loosen = """
            schema = connection.execute("SELECT sql, rowid FROM sqlite_schema").fetchall()
            connection.execute("PRAGMA writable_schema = ON")
            connection.execute("UPDATE sqlite_schema SET sql = replace(replace(sql, 'NOT NULL', ''), 'STRICT', '') "
                "WHERE type = 'table' AND sql NOT LIKE '%WITHOUT%'")
            connection.commit()
            connection.close()
            connection = sqlite3.connect(sys.argv[1])
            connection.execute("PRAGMA ignore_check_constraints = ON")

            """
        // A database with another schema is refused before anything else.
        let restore = """
            connection.execute("PRAGMA writable_schema = ON")
            connection.executemany("UPDATE sqlite_schema SET sql = ? WHERE rowid = ?", schema)
            connection.commit()
            """
        let script = """
            import sqlite3, sys
            connection = sqlite3.connect(sys.argv[1])
            \(constraints ? "" : loosen)
            connection.execute(sys.argv[2])
            connection.commit()
            \(constraints ? "" : restore)
            """
        let path = database(of: tagflow).path
        #expect(try Self.python.run(["-c", script, path, statement]).code == 0, "\(statement)")
    }

    @Test(.enabled(if: python.isInstalled, "\(python.comment)"))
    func `a NULL column is reported with its table and row`() throws {
        let tagflow = try filled()
        try spoil(tagflow, "UPDATE tag SET name = NULL WHERE id = 12")
        for command in ["tags --all", "show --set all", "export --format ndjson"] {
            let outcome = try tagflow.run(command.split(separator: " ").map(String.init))
            #expect(outcome.code == 78, "\(command)")
            #expect(outcome.errors.contains("table tag, row 12: name is NULL"), "\(command)")
            #expect(outcome.errors.split(separator: "\n").count == 1, "\(command)")
        }
        let doctor = try tagflow.run("doctor")
        #expect(doctor.code == 78)
        #expect(doctor.output.contains("damage: table tag, row 12: name is NULL\n"))
    }

    @Test(.enabled(if: python.isInstalled, "\(python.comment)")) func `a board that is damaged hinders no toggle`()
        throws
    {
        let tagflow = try filled()
        try tagflow.run("use", "few")
        try spoil(tagflow, #"UPDATE tag_set SET layout = '{"spacing":"wide"}' WHERE name = 'few'"#)
        let repl = try tagflow.run(input: Data("2\n".utf8))
        let told = repl.errors.split(separator: "\n")
        #expect(told.count == 1 && told[0].contains("the layout settings of 'few' can't be read"))
        #expect(told[0].contains("tags.sqlite"), "\(told)")
        try tagflow.run("layout-settings", "--reset")
        let selected = try tagflow.run("show", "--selected-only").output
        #expect(selected == "(✓c )\n", "\(selected)")
    }

    @Test(
        .enabled(if: python.isInstalled, "\(python.comment)"),
        arguments: [
            ("UPDATE item SET tag_ids = x'0102030405' WHERE id = 3", "items --limit 999"),
            ("UPDATE set_member SET position = 9223372036854775807 WHERE tag_id = 4", "add new"),
            ("UPDATE sqlite_sequence SET seq = 9223372036854775807", "add new"),
            ("UPDATE sqlite_sequence SET seq = 9223372036854775807 WHERE name = 'undo_step'", "new z"),
            ("DELETE FROM key_trigram_config", "add new"),
            ("UPDATE tag SET frecency = 9e999 WHERE id = 2", "export --format ndjson"),
            ("UPDATE undo_step SET changes = '[[\"deleteTags\",1,9223372036854775807]]'", "undo"),
            ("UPDATE item SET saved_at = 9223372036854775807", "items"),
            ("UPDATE measurement SET width = 1e300", "show"), ("DROP TABLE item", "sets"),
            ("UPDATE tag SET uses = -5 WHERE id = 3", "tags"), ("DELETE FROM tag_set", "doctor"),
            ("UPDATE tag SET key = hex(zeroblob(600000)) || id", "tags"),
            ("UPDATE item SET title = hex(zeroblob(600000))", "items"),
        ]) func `an impossible value is reported as damage`(statement: String, command: String) throws
    {
        let tagflow = try filled()
        try tagflow.run("use", "all")
        try tagflow.run("show")
        try spoil(tagflow, statement)
        let words = command.split(separator: " ").map(String.init)
        let outcome = try tagflow.run(words)
        #expect(outcome.code == 78, "\(command): \(outcome.code) \(outcome.errors)")
        let doctor = try tagflow.run("doctor")
        #expect(doctor.code == 78)
        #expect(doctor.output.contains("damage: "))
    }

    @Test(
        .enabled(if: python.isInstalled, "\(python.comment)"),
        arguments: [#"{"alignment":"sideways","spacing":3}"#, "[]", #"{"maxLines":1e19}"#])
    func `unreadable layout settings are reported and not overwritten`(_ layout: String) throws {
        let tagflow = try filled()
        try tagflow.run("select", "swift", "--set", "few")
        let statement = "UPDATE tag_set SET layout = '\(layout)' WHERE name = 'few'"
        try spoil(tagflow, statement, constraints: true)
        let told = "the layout settings of 'few' can't be read"
        for command in [
            "layout-settings", "layout-settings --spacing 2", "show", "export --format ndjson", "export --format svg",
        ] {
            let outcome = try tagflow.run(command.split(separator: " ").map(String.init))
            #expect(outcome.code == 78, "\(command): \(outcome.code)")
            #expect(outcome.errors.contains(told), "\(command): \(outcome.errors)")
        }
        let doctor = try tagflow.run("doctor")
        #expect(doctor.code == 78)
        #expect(doctor.output.contains("damage: table tag_set, row 3: \(told)"), "\(doctor.output)")
        let recovered = tagflow.folder.file("recovered.sqlite")
        #expect(try tagflow.run("doctor", "--recover", recovered).code == 0)
        #expect(try tagflow.run("doctor", "--database", recovered).code == 0)
        // Other sets can still be shown, and the settings can be fixed.
        #expect(try tagflow.run("show", "--set", "all").code == 0)
        #expect(try tagflow.run("layout-settings", "--reset").code == 0)
        #expect(try tagflow.run("doctor").code == 0)
        #expect(try tagflow.run("undo").code == 0)
        #expect(try tagflow.run("doctor").output.contains(told))
    }

    @Test func `an error within a transaction leaves the store usable`() throws {
        let tagflow = try filled()
        try spoil(tagflow, "UPDATE tag SET name = NULL WHERE id = 12")
        let outcome = try tagflow.repl("use all", "show", "use few", "toggle swift", "show --set all", "show")
        #expect(outcome.code == 78)
        #expect(outcome.errors.split(separator: "\n").count >= 2)
        #expect(outcome.output.hasSuffix("(1✓swift ) (2 c )\n"))
        #expect(try tagflow.run("show", "--set", "few").output == "(✓swift ) ( c )\n")
    }

    @Test func `doctor recover copies readable rows and doesn't change the original`() throws {
        let tagflow = try filled()
        let whole = try tagflow.run("export", "--format", "ndjson").output
        let source = database(of: tagflow)
        var bytes = [UInt8](try Data(contentsOf: source))
        // Every seventh page goes, but for those of the schema and the first of each table.
        for page in stride(from: 39, to: bytes.count / 4096, by: 7) {
            for place in page * 4096..<(page + 1) * 4096 { bytes[place] = 0 }
        }
        try Data(bytes).write(to: source)
        #expect(try tagflow.run("doctor").code == 78)
        let target = tagflow.folder.file("recovered.sqlite")
        let before = try Data(contentsOf: source)
        let recovery = try tagflow.run("doctor", "--recover", target)
        #expect(recovery.code == 0, "\(recovery.errors)")
        #expect(recovery.output.contains("tag: "))
        #expect(try Data(contentsOf: source) == before)
        var recovered = tagflow
        recovered.environment["TAGFLOW_DATABASE"] = target
        #expect(try recovered.run("doctor").code == 0)
        let kept = Set(try recovered.run("export", "--format", "ndjson").output.split(separator: "\n"))
        let lines = whole.split(separator: "\n")
        #expect(lines.count > 600)
        #expect(kept.intersection(lines).count > lines.count / 3)
        #expect(try tagflow.run("doctor", "--recover", target).code == 73)
    }

    @Test(.enabled(if: python.isInstalled, "\(python.comment)")) func `doctor recover renumbers aliases`() throws {
        let tagflow = try filled()
        try spoil(tagflow, "UPDATE alias SET id = id - 5")
        let recovered = tagflow.folder.file("recovered.sqlite")
        #expect([0, 78].contains(try tagflow.run("doctor", "--recover", recovered).code))
        var other = try TagflowProcess()
        other.environment["TAGFLOW_DATABASE"] = recovered
        let doctor = try other.run("doctor")
        #expect(doctor.code == 0, "\(doctor.output)")
        #expect(try other.run("suggest", "other tag 3").output.contains("alias"))
    }

    @Test func `of a healthy database doctor recover brings everything`() throws {
        let tagflow = try filled()
        let target = tagflow.folder.file("recovered.sqlite")
        #expect(try tagflow.run("doctor", "--recover", target).code == 0)
        var recovered = tagflow
        recovered.environment["TAGFLOW_DATABASE"] = target
        let whole = try tagflow.run("export", "--format", "ndjson").output
        #expect(try recovered.run("export", "--format", "ndjson").output == whole)
        #expect(try recovered.run("doctor").code == 0)
    }

    @Test(.enabled(if: python.isInstalled, "\(python.comment)"))
    func `a name that our rules refuse is read, named and shown escaped`() throws {
        let tagflow = try filled()
        try spoil(
            tagflow,
            "UPDATE tag SET name = 'a' || char(27) || '[31m', key = 'a' || char(27) || '[31m', "
                + "folded = 'a' || char(27) || '[31m' WHERE name = 'c'", constraints: true)
        let commands = [
            "show", "sets", "doctor --clear-measurements", "show", "export --format csv", "export --format markdown",
            "export --format svg",
        ]
        for command in commands {
            let outcome = try tagflow.run(command.split(separator: " ").map(String.init))
            #expect(outcome.code == (command.hasPrefix("doctor") ? outcome.code : 0), "\(command)")
            #expect(!outcome.errors.contains("please report"), "\(command): \(outcome.errors)")
            #expect(!(outcome.output + outcome.errors).contains("\u{1B}"), "\(command)")
        }
        #expect(try tagflow.run("doctor").output.contains("odd name: table tag, row "))
    }
}
