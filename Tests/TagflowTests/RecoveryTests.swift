import Foundation
import TestSupport
import Testing

/// The content of `doctor --recover`, and that it ends.
@Suite struct RecoveryTests {
    /// A recovery whose work grows with the square of the sets doesn't end within the limit.
    @Test(.timeLimit(.minutes(30))) func `a recovery of many sets that are cut off ends`() throws {
        let tagflow = try TagflowProcess()
        let tags = (0..<60).map { "\"tag \($0) \(String(repeating: "x", count: 30))\"" }
        var lines = (0..<400)
            .map { set in
                #"{"set":"set \#(set)","tags":[\#(tags[(set % 50)..<(set % 50 + 8)].joined(separator: ","))]}"#
            }
        lines += (0..<400).map { #"{"title":"w \#($0)","tags":[\#(tags[$0 % 60])],"set":"set \#($0)"}"# }
        let file = tagflow.folder.file("source.ndjson")
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: URL(fileURLWithPath: file))
        #expect(try tagflow.run("import", file).code == 0)
        let database = URL(fileURLWithPath: tagflow.folder.file("tags.sqlite"))
        let bytes = try Data(contentsOf: database)
        for share in [0.5, 0.7, 0.8] {
            try bytes.prefix(Int(Double(bytes.count) * share)).write(to: database)
            let target = tagflow.folder.file("recovered-\(share)")
            let outcome = try tagflow.run("doctor", "--recover", target)
            #expect(outcome.code == 0, "\(share): \(outcome.errors)")
        }
    }

    @Test(.timeLimit(.minutes(30))) func `a database with a view in place of a table is refused and recovered`() throws
    {
        let tagflow = try TagflowProcess()
        try tagflow.run("add", "sea")
        let path = tagflow.folder.file("tags.sqlite")
        let view = """
            DROP TABLE set_member; CREATE VIEW set_member AS WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)
            SELECT 1 AS set_id, 1 AS tag_id, x AS position, 0 AS selected FROM n; PRAGMA wal_checkpoint(TRUNCATE);
            """
        try PythonScript.run("import sqlite3, sys; sqlite3.connect(sys.argv[1]).executescript(sys.argv[2])", path, view)
        let difference = "view set_member isn't part of the schema"
        for command in [["show"], ["add", "x"], ["backup", tagflow.folder.file("copy")], ["suggest", "s"]] {
            let outcome = try tagflow.run(command)
            #expect(outcome.code == 78)
            #expect(
                outcome.errors
                    == "tagflow: '\(path)' can't be trusted: \(difference); check it with 'tagflow doctor', or save its readable data with 'tagflow doctor --recover FILE'\n"
            )
        }
        let doctor = try tagflow.run("doctor")
        #expect(doctor.code == 78)
        #expect(doctor.output.contains("damage: schema: \(difference)\n"))
        let target = tagflow.folder.file("recovered.sqlite")
        #expect(try tagflow.run("doctor", "--recover", target).code == 0)
        #expect(try tagflow.run("tags", "--all", "--database", target).output.contains("sea"))
    }

    @Test func `items are recovered with their locations, and from a schema with other names`() throws {
        let python = Tool("python3", package: "python3")
        for isOld in [false, true] {
            let tagflow = try TagflowProcess()
            let lines = #"{"title": "l", "tags": ["a"], "location": "u://1"}"#
            try tagflow.run("import", "--from", "ndjson", "-", input: Data(lines.utf8))
            let older = """
                DROP INDEX item_by_location; DROP INDEX item_by_site; DROP INDEX item_by_title; DROP INDEX item_by_day;
                DROP TABLE item_text; ALTER TABLE item DROP COLUMN day;
                ALTER TABLE item DROP COLUMN location; ALTER TABLE item DROP COLUMN location_key;
                ALTER TABLE item DROP COLUMN site; ALTER TABLE item DROP COLUMN note;
                ALTER TABLE item DROP COLUMN modified_at; ALTER TABLE item DROP COLUMN imported_from;
                ALTER TABLE item RENAME COLUMN title TO label;
                ALTER TABLE item RENAME TO saved_selection;
                PRAGMA user_version = 10;
                """
            let script = """
                import sqlite3, sys
                connection = sqlite3.connect(sys.argv[1])
                connection.executescript(sys.argv[2] + "PRAGMA wal_checkpoint(TRUNCATE);")
                """
            let path = tagflow.folder.file("tags.sqlite")
            let spoilt = try python.run(["-c", script, path, isOld ? older : ""])
            #expect(spoilt.code == 0)
            let target = tagflow.folder.file("recovered.sqlite")
            #expect(try tagflow.run("doctor", "--recover", target).code == 0)
            let export = try tagflow.run("--database", target, "export", "--format", "ndjson").output
            #expect(export.contains(#""title":"l""#), "\(export)")
            #expect(export.contains(#""location":"u://1""#) == !isOld, "\(export)")
        }
    }

    @Test func `all tables of an undamaged database are recovered, and the report names the rest`() throws {
        let tagflow = try TagflowProcess()
        let text = tagflow.folder.file("page.txt")
        try Data("rivers lakes rivers mountains".utf8).write(to: URL(fileURLWithPath: text))
        let note = tagflow.folder.file("note.md")
        let reviewed = tagflow.folder.file("reviewed.ndjson")
        try Data(#"{"title": "seen before", "reviewed": true}"#.utf8).write(to: URL(fileURLWithPath: reviewed))
        try Data("words\n".utf8).write(to: URL(fileURLWithPath: note))
        let checked = tagflow.folder.file("checked.ndjson")
        let check = #"{"status": 301, "at": "2026-01-01T00:00:00Z", "location": "https://new.example/"}"#
        try Data(#"{"location": "https://old.example/", "checked": \#(check)}"#.utf8)
            .write(to: URL(fileURLWithPath: checked))
        for words in [
            ["new", "trips", "sea"], ["add-item", "https://a.example/", "--tag", "sea", "--text-file", text],
            ["add-item", "--note", "only a note"], ["alias", "ocean", "sea"],
            ["token", "new", "phone", "--scope", "write", "--sets", "trips"], ["add", "--yes", "seas"],
            ["merge", "seas", "sea"], ["webhook", "add", "https://hook.example/", "--secret", "0123456789abcdef0123"],
            ["rule", "add", "site:a.example", "--tag", "sea"], ["view", "save", "late", "before:2020"],
            ["view", "share", "late", "--page"], ["add", "lake"], ["imply", "lake", "sea"],
            ["describe", "sea", "salt water", "--color", "blue"], ["one-of", "water", "sea", "lake"], ["new", "gone"],
            ["drop", "gone", "--yes"], ["tag", "--add", "sea", note], ["import", reviewed], ["import", checked],
        ] { _ = try tagflow.run(words) }
        let target = tagflow.folder.file("recovered.sqlite")
        let outcome = try tagflow.run("doctor", "--recover", target, "--format", "json")
        #expect(outcome.code == 0, "\(outcome.errors)")
        for table in ["token", "webhook", "item", "item_evidence", "word", "merged_tag", "commit_log", "item_rule"] {
            #expect(outcome.output.contains("\"table\":\"\(table)\""), "\(table): \(outcome.output)")
        }
        #expect(outcome.output.contains("\"table\":\"undo_step\""))
        let printed = try tagflow.run("doctor", "--recover", tagflow.folder.file("again.sqlite")).output
        #expect(printed.contains(/undo_step: [0-9]+ rows not copied; the new database starts without undo steps/))
        #expect(printed.contains("undo_file: 1 row not copied") && !printed.contains(" lost"), "\(printed)")
        let dump = """
            import sqlite3, sys
            connection = sqlite3.connect(sys.argv[1])
            for table in sys.argv[2:]:
                for row in connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2"): print(table, row)
            for word, in connection.execute("SELECT text FROM word ORDER BY text"): print(word)
            """
        let tables = [
            "token", "webhook", "merged_tag", "local_name", "name_count", "new_name_count", "item_rule", "saved_view",
            "implication", "tag_detail", "tag_group", "alias", "reviewed_item", "link_check", "sqlite_sequence",
        ]
        let before = try PythonScript.run(dump, [tagflow.folder.file("tags.sqlite")] + tables)
        #expect(before.contains("webhook (1, 'https://hook.example/'") && before.contains("mountains\n"))
        #expect(before.contains(", 'https://new.example/')"))
        #expect(before.contains("'salt water', 'blue')") && before.contains("'water', 2)"))
        #expect(try PythonScript.run(dump, [target] + tables) == before)
        #expect(try tagflow.run("--database", target, "doctor").code == 0)
        #expect(try tagflow.run("--database", target, "token", "list").output.contains("phone"))
    }

    @Test func `saved views are recovered`() throws {
        let tagflow = try TagflowProcess()
        for (name, query) in [("to read", "untagged"), ("late", "before:2020")] {
            #expect(try tagflow.run("view", "save", name, query).code == 0)
        }
        let target = tagflow.folder.file("recovered.sqlite")
        let outcome = try tagflow.run("doctor", "--recover", target)
        #expect(outcome.code == 0, "\(outcome.errors)")
        let views = try tagflow.run("--database", target, "view", "list").output
        #expect(views == "late\t0\tbefore:2020\nto read\t0\tuntagged\n")
    }

    @Test func `a recovery during writes copies one state or reports that the database is busy`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "s", "x")
        let input = Pipe()
        let writer = Process()
        writer.executableURL = URL(fileURLWithPath: TagflowProcess.path)
        writer.environment = tagflow.environment
        writer.standardInput = input
        writer.standardOutput = FileHandle.nullDevice
        try writer.run()
        let typist = Thread {
            let lines = String(repeating: "toggle x\nsave it\n", count: 2_000)
            // Once the writer was killed there is nobody to read the rest.
            try? input.fileHandleForWriting.write(contentsOf: Data("select x\n\(lines)".utf8))
        }
        typist.start()
        var codes: [Int32: Int] = [:]
        for round in 0..<12 {
            let target = tagflow.folder.file("recovered-\(round)")
            let outcome = try tagflow.run("doctor", "--recover", target)
            codes[outcome.code, default: 0] += 1
            guard outcome.code == 0 else { continue }
            #expect(try tagflow.run("--database", target, "doctor").code == 0)
        }
        kill(writer.processIdentifier, SIGKILL)
        writer.waitUntilExit()
        print("recoveries during writes ended with \(codes)")
        #expect(Set(codes.keys).isSubset(of: [0, 75]))
        #expect(try tagflow.run("doctor", "--recover", tagflow.folder.file("last")).code == 0)
        #expect(try tagflow.run("doctor").code == 0)
    }
}
