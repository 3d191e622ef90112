internal import GRDB

/// What a look at the database found.
package struct StoreDiagnosis: Hashable, Sendable {
    /// What SQLite's integrity check and foreign key check said; empty where all is well.
    package var damages: [String]
    /// What the counts say that the saved selections do not; empty where they agree.
    package var miscounts: [String]
    package var schemaVersion: Int
    /// The size in bytes of the database, without its write-ahead log.
    package var size: Int64
    /// By table, the number of rows.
    package var tables: [TableCount]

    /// A table and the number of its rows.
    package struct TableCount: Hashable, Sendable {
        package var table: String
        package var count: Int64
    }
}

extension TagStore {
    /// Checks the file and the counts.
    ///
    /// Complexity: linear in the database.
    package func diagnose() throws -> StoreDiagnosis {
        // Not through `read`, which asks for a diagnosis itself where SQLite refuses something.
        try withConnection { connection in
            var diagnosis: StoreDiagnosis?
            try connection.inTransaction(.deferred) {
                diagnosis = StoreDiagnosis(
                    try Examination(connection),
                    schemaVersion: try Schema.version(of: connection)
                )
                return .commit
            }
            guard let diagnosis else { throw StoreError.unexpected(detail: "a read gave nothing") }
            return diagnosis
        }
    }

    /// The statements that made the schema, in a fixed order.
    package func schema() throws -> String {
        try read { reader in
            try reader.database
                .rows(
                    """
                    SELECT sql || ';' FROM sqlite_schema
                    WHERE sql IS NOT NULL AND name NOT LIKE 'key!_%!_%' ESCAPE '!'
                        AND name NOT IN ('grdb_migrations', 'sqlite_sequence')
                    ORDER BY type DESC, name
                    """
                )
                .mapAll { try $0[0] as String }.joined(separator: "\n") + "\n"
        }
    }
}

extension StoreDiagnosis {
    init(_ examination: Examination, schemaVersion: Int) {
        self.init(
            damages: examination.damages.texts,
            miscounts: examination.miscounts.texts,
            schemaVersion: schemaVersion,
            size: examination.size,
            tables: examination.tables
        )
    }
}

/// What an examination found, a line each: the first of each kind, and how many there were.
final class FindingList {
    /// How many lines of a kind are kept.
    static let most = 20

    private var lines: [String] = []
    private var counts: [String: Int] = [:]

    /// Whether nothing was found.
    var isEmpty: Bool { counts.isEmpty }

    /// Adds a line of a kind.
    func add(_ text: String, kind: String) {
        counts[kind, default: 0] += 1
        if counts[kind, default: 0] <= Self.most { lines.append(text) }
    }

    /// The lines, and one for each kind that has more.
    var texts: [String] {
        lines
            + counts.filter { $0.value > Self.most }.sorted { $0.key < $1.key }
            .map { "\($0.key): \($0.value - Self.most) more like these" }
    }
}

extension TagStore {
    /// Runs a piece of work and turns SQLite's errors into ours.
    ///
    /// What SQLite refuses without a word of damage, as a constraint that fails or a table that is missing, is looked
    /// into: only where an examination finds nothing wrong was it a defect of ours that asked for it.
    func translating<Result>(_ work: () throws -> Result) throws -> Result {
        do {
            return try StoreError.translating(path: path, work)
        } catch StoreError.unexpected(let detail) where isDamaged {
            throw StoreError.corrupt(path: path, detail: detail)
        }
    }

    /// Whether an examination finds anything wrong, or cannot be made.
    private var isDamaged: Bool {
        // Why it cannot be made does not matter: the error before it is what is told.
        guard let diagnosis = try? diagnose() else { return true }
        return !diagnosis.damages.isEmpty || !diagnosis.miscounts.isEmpty
    }
}
