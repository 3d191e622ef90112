import Foundation
import Migrations
import TagStore
import TestSupport
import Testing

/// Databases whose schema another program changed, so that SQLite would run that program's code.
@Suite(.timeLimit(.minutes(30))) struct ChangedSchemaTests {
    /// A change of the schema and the reason to refuse it.
    struct Change: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let sql: String
        let difference: String

        init(_ name: String, _ sql: String, _ difference: String) {
            testDescription = name
            self.sql = sql
            self.difference = difference
        }
    }

    private static let endless = "WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)"

    private static let locationIndex = """
        CREATE UNIQUE INDEX item_by_location ON item (location_key, set_id) WHERE location_key IS NOT NULL;
        """

    static let refused = [
        Change(
            "a view in place of a table",
            "DROP TABLE tag_set; CREATE VIEW tag_set AS \(endless) SELECT x AS id, 'k' || x AS key, 'n' AS name, '{}' AS layout FROM n",
            "view tag_set isn't part of the schema"),
        Change(
            "a trigger that inserts without end",
            "CREATE TRIGGER own AFTER INSERT ON commit_log BEGIN INSERT INTO measurer (identity) SELECT x FROM (\(endless) SELECT x FROM n); END",
            "trigger own isn't part of the schema"),
        Change(
            "a harmless trigger", "CREATE TRIGGER own AFTER INSERT ON tag BEGIN SELECT 1; END",
            "trigger own isn't part of the schema"),
        Change(
            "a changed trigger",
            "DROP TRIGGER item_counted; CREATE TRIGGER item_counted AFTER INSERT ON item BEGIN SELECT 1; END",
            "trigger item_counted is different"),
        Change(
            "a table with a costly column whose rows change with ours",
            "CREATE TABLE own (id INTEGER REFERENCES tag (id) ON DELETE SET NULL, cost AS (instr(zeroblob(100000000), zeroblob(50000000) || x'01')) STORED)",
            "table own isn't part of the schema"),
        Change(
            "a table that keeps ours from being changed",
            "CREATE TABLE other (id INTEGER); CREATE TABLE own (a INTEGER REFERENCES other (id), b, FOREIGN KEY (b) REFERENCES TAG_Set)",
            "table own isn't part of the schema"),
        Change("a harmless view", "CREATE VIEW own AS SELECT 1", "view own isn't part of the schema"),
        Change(
            "a changed constraint",
            "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'CHECK (name <> '''')', 'CHECK (length(hex(zeroblob(9))) > 0)') WHERE name = 'saved_view'",
            "table saved_view is different"),
        Change(
            "a generated column", "ALTER TABLE tag ADD COLUMN own TEXT AS (hex(zeroblob(9)))", "table tag is different"),
        Change(
            "a table whose name has another case",
            "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET name = 'SAVED_VIEW', tbl_name = 'SAVED_VIEW', sql = replace(sql, 'saved_view', 'SAVED_VIEW') WHERE name = 'saved_view'",
            "table saved_view is different"),
        Change(
            "a virtual table in lowercase",
            "CREATE VIRTUAL TABLE own USING fts5 (a); PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = lower(sql) WHERE name = 'own'",
            "table own isn't part of the schema"),
        Change("a default", "ALTER TABLE alias ADD COLUMN own TEXT DEFAULT 'x'", "table alias is different"),
        Change(
            "an index of an expression", "CREATE INDEX own ON tag (lower(name))", "index own isn't part of the schema"),
        Change("a unique index", "CREATE UNIQUE INDEX own ON item (note)", "index own isn't part of the schema"),
        Change(
            "a partial index", "CREATE INDEX own ON item (note) WHERE hex(note) <> ''",
            "index own isn't part of the schema"),
        Change(
            "a changed index", "DROP INDEX item_by_set; CREATE INDEX item_by_set ON item (note)",
            "index item_by_set is different"),
        Change("a virtual table", "CREATE VIRTUAL TABLE own USING fts5 (a)", "table own isn't part of the schema"),
        Change(
            "a virtual table in place of a table",
            "DROP TABLE saved_view; CREATE VIRTUAL TABLE saved_view USING fts5 (id, key, name, query)",
            "table saved_view is different"),
        Change(
            "a trigger on the table of an index",
            "CREATE TRIGGER own AFTER INSERT ON grdb_migrations BEGIN SELECT 1; END",
            "trigger own isn't part of the schema"),
    ]

    /// Runs statements on a closed database, as another program would.
    private static func change(_ path: String, _ sql: String) throws {
        try PythonScript.run(
            """
            import sqlite3, sys
            db = sqlite3.connect(sys.argv[1])
            db.executescript(sys.argv[2] + ";PRAGMA wal_checkpoint(TRUNCATE)")
            """, path, sql)
    }

    @Test(arguments: refused) func `a changed schema is refused and the file isn't changed`(change: Change) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("tags.sqlite")
        try TagStore(.file(path: path)).close()
        try Self.change(path, change.sql)
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        let error = StoreError.changedSchema(path: path, difference: change.difference)
        for concurrency in [StoreConcurrency.serial, .pool, .exclusive] {
            #expect(throws: error) { try TagStore(.file(path: path), concurrency: concurrency) }
        }
        #expect(throws: error) { try TagStore.database(at: path, has: .token(Data([1])), validAt: 0) }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
        #expect(
            error.description
                == "'\(path)' can't be trusted: \(change.difference); check it with 'tagflow doctor', or save its readable data with 'tagflow doctor --recover FILE'"
        )
        let problems = try TagStore.diagnoseCopy(of: path).problems
        #expect(problems.contains("schema: \(change.difference)"), "\(problems)")
    }

    @Test(arguments: refused) func `a database with a changed schema is recovered without running its code`(
        change: Change
    ) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("tags.sqlite")
        let store = try TagStore(.file(path: path))
        try store.write(at: 0) { try $0.apply(.putTag(TagRow(id: 1, name: "sea"))) }
        try store.close()
        try Self.change(path, change.sql)
        let copy = folder.file("copy.sqlite")
        _ = try TagStore.recover(path, into: copy, at: 0) { _ in true }
        let recovered = try TagStore(.file(path: copy))
        #expect(try recovered.read { try $0.names(of: [1]) } == [1: "sea"])
        #expect(try recovered.diagnose().problems == [])
        #expect(try recovered.read { try $0.sets().count } == 1)
    }

    @Test(arguments: [
        "CREATE TABLE own (id INTEGER PRIMARY KEY, a DEFAULT 'x'); CREATE UNIQUE INDEX own_index ON own (lower(a))",
        "CREATE TABLE own (id INTEGER PRIMARY KEY); CREATE TABLE other (id INTEGER REFERENCES own (id) ON DELETE CASCADE)",
        "CREATE INDEX own ON item (note)", "ANALYZE",
        "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, '(' || char(10), '( -- a comment' || char(10)) WHERE name = 'tag'",
    ]) func `additions that SQLite doesn't run are accepted`(sql: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("tags.sqlite")
        try TagStore(.file(path: path)).close()
        try Self.change(path, sql)
        for concurrency in [StoreConcurrency.serial, .pool] {
            let store = try TagStore(.file(path: path), concurrency: concurrency)
            #expect(try store.diagnose().problems == [])
            try store.close()
        }
    }

    @Test(arguments: Migration.all.map(\.version))
    func `an earlier schema is compared with that of its version and migrated`(version: Int) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("tags.sqlite")
        let statements = Migration.all.prefix(version)
            .map { migration in
                // The program creates this index, because it has to compare all items first.
                let index = migration.version == 16 ? Self.locationIndex : ""
                return "\(migration.sql); \(index) INSERT INTO grdb_migrations VALUES ('\(migration.name)')"
            }
        try Self.change(
            path,
            (["PRAGMA journal_mode = WAL; CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)"]
                + statements)
                .joined(separator: ";"))
        let changed = folder.file("changed.sqlite")
        try FileManager.default.copyItem(atPath: path, toPath: changed)
        try Self.change(changed, "CREATE TRIGGER own AFTER INSERT ON tag BEGIN SELECT 1; END")
        #expect(throws: StoreError.changedSchema(path: changed, difference: "trigger own isn't part of the schema")) {
            try TagStore(.file(path: changed))
        }
        let store = try TagStore(.file(path: path))
        #expect(try store.diagnose().problems == [])
    }
}
