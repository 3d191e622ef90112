internal import GRDB
internal import Migrations

/// A comparison of the schema of a database with the schema that the migrations create.
///
/// A hostile file can have a view in place of a table, a trigger that inserts rows without end, or a costly expression
/// in a column, a constraint or an index. SQLite would run them on behalf of tagflow's statements.
struct SchemaComparison {
    /// The objects that are missing or different, such as `table tag is missing`.
    private(set) var problems: [String] = []
    /// The tables with a different definition.
    private(set) var changedTables: Set<String> = []
    /// The first object that SQLite would run or evaluate, and that tagflow didn't create; `nil` if there is none.
    private(set) var danger: String?

    /// A table, index, trigger or view.
    private struct Object {
        /// The type and the name in lowercase, because SQLite ignores case, such as `table tag`.
        let title: String
        let table: String
        let sql: String

        init(title: String, table: String, sql: String) {
            self.title = title.lowercased()
            self.table = table.lowercased()
            self.sql = NormalizedSQL.text(sql)
        }

        /// Whether this is a table that isn't virtual, in the spelling that SQLite stores.
        var isOrdinaryTable: Bool { title.hasPrefix("table ") && sql.utf8.starts(with: "CREATE TABLE ".utf8) }
    }

    /// Compares a database with the schema of a version.
    init(_ database: Database, version: Int) throws {
        let expected = try version == DatabaseSchema.version ? Self.newest : Self.schema(ofVersion: version)
        var stored: [String: Object] = [:]
        for object in try Self.objects(in: database) { stored[object.title] = object }
        for (title, sql) in expected.sorted(by: { $0.key < $1.key }) {
            guard let object = stored.removeValue(forKey: title) else {
                // Reading a missing table is harmless, and SQLite reports it.
                problems.append("\(title) is missing")
                continue
            }
            guard object.sql != sql else { continue }
            note("\(title) is different")
            if title.hasPrefix("table ") { changedTables.insert(object.table) }
        }
        for object in stored.values.sorted(by: { $0.title < $1.title })
        where try Self.isDangerous(object, expected, in: database) {
            note("\(object.title.prefix(80)) isn't part of the schema")
        }
    }

    private mutating func note(_ problem: String) {
        problems.append(problem)
        danger = danger ?? problem
    }

    /// Returns whether an additional object can be run or evaluated; plain indexes and tables without a reference to a
    /// table of tagflow can't.
    private static func isDangerous(
        _ object: Object, _ expected: [String: String], in database: Database
    ) throws -> Bool {
        if object.isOrdinaryTable {
            // Deleting the referenced row changes or forbids rows of the table.
            return try database.rows(#"SELECT "table" FROM pragma_foreign_key_list(?)"#, [object.table])
                .mapAll { try $0[0] as String }.contains { expected["table \($0.lowercased())"] != nil }
        }
        guard object.title.hasPrefix("index ") else { return true }
        guard expected["table \(object.table)"] != nil else { return false }
        let name = String(object.title.dropFirst("index ".count))
        return try database.hasRow(
            """
            SELECT 1 FROM pragma_index_list(?) AS list WHERE list.name = ? AND (list."unique" OR list.partial)
            UNION ALL SELECT 1 FROM pragma_index_info(?) WHERE cid < -1
            """, [object.table, name, name])
    }

    /// Returns the objects of a database, except those without a statement, which SQLite creates for constraints.
    private static func objects(in database: Database) throws -> [Object] {
        try database.rows("SELECT type || ' ' || name, tbl_name, sql FROM sqlite_schema WHERE sql IS NOT NULL")
            .mapAll { Object(title: try $0[0], table: try $0[1], sql: try $0[2]) }
    }

    /// The normalized statements of the newest schema, by type and name.
    private static let newest: [String: String] = {
        var statements: [String: String] = [:]
        var title = ""
        for line in Migration.schema.split(separator: "\n") {
            if line.hasPrefix("-- ") {
                title = String(line.dropFirst(3))
            } else {
                statements[title, default: ""] += "\(line)\n"
            }
        }
        // The semicolon after the statement isn't part of it.
        return statements.mapValues { NormalizedSQL.text(String($0.dropLast(2))) }
    }()

    /// Returns the names of the tables of a version, without those that SQLite creates for indexes of text.
    static func tables(ofVersion version: Int) throws -> Set<String> {
        let objects = try version == DatabaseSchema.version ? newest : schema(ofVersion: version)
        return Set(objects.keys.filter { $0.hasPrefix("table ") }.map { String($0.dropFirst("table ".count)) })
    }

    /// Returns the normalized statements of an earlier schema.
    private static func schema(ofVersion version: Int) throws -> [String: String] {
        let queue = try DatabaseQueue(configuration: .distrusting())
        try DatabaseSchema.migrate(queue, upTo: max(0, version))
        return try queue.read { try objects(in: $0) }.reduce(into: [:]) { $0[$1.title] = $1.sql }
    }
}

/// The text of an SQL statement without its comments, which may differ between versions of tagflow.
enum NormalizedSQL {
    /// Returns a statement with each run of white space and comments outside of quotes replaced by a space.
    ///
    /// ```swift
    /// NormalizedSQL.text("CREATE TABLE tag (  -- a name\n  id INTEGER)")  // "CREATE TABLE tag ( id INTEGER)"
    /// ```
    static func text(_ sql: String) -> String {
        let bytes = Array(sql.utf8)
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let blankEnd = endOfBlank(bytes, index)
            if blankEnd > index {
                index = blankEnd
                if text.last != UInt8(ascii: " ") { text.append(UInt8(ascii: " ")) }
            } else {
                let end = endOfQuote(bytes, index)
                text += bytes[index..<end]
                index = end
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns the end of the white-space character or comment at an index, or the index if there is none.
    private static func endOfBlank(_ bytes: [UInt8], _ index: Int) -> Int {
        let next = index + 1 < bytes.count ? bytes[index + 1] : 0
        switch (bytes[index], next) {
        case (UInt8(ascii: " "), _), (0x09...0x0D, _): return index + 1
        case (UInt8(ascii: "-"), UInt8(ascii: "-")):
            return bytes[index...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        case (UInt8(ascii: "/"), UInt8(ascii: "*")):
            var end = index + 2
            while end + 1 < bytes.count, bytes[end] != UInt8(ascii: "*") || bytes[end + 1] != UInt8(ascii: "/") {
                end += 1
            }
            return min(end + 2, bytes.count)
        default: return index
        }
    }

    /// Returns the end of the quoted text at an index, or the next index if none begins there.
    private static func endOfQuote(_ bytes: [UInt8], _ index: Int) -> Int {
        let end: UInt8
        switch bytes[index] {
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"): end = bytes[index]
        case UInt8(ascii: "["): end = UInt8(ascii: "]")
        default: return index + 1
        }
        return bytes[(index + 1)...].firstIndex(of: end).map { $0 + 1 } ?? bytes.count
    }
}
