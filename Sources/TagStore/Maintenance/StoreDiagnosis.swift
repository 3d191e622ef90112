/// The result of checking a database.
package struct StoreDiagnosis: Hashable, Sendable {
    /// The problems found, one line each; empty if there are none.
    package var problems: [String]
    /// The counts that don't match the items, one line each.
    package var miscounts: [String]
    package var schemaVersion: Int
    /// The size of the database in bytes, without its write-ahead log.
    package var size: Int64
    /// The number of rows of each table.
    package var tables: [TableCount]

    /// A table and the number of its rows.
    package struct TableCount: Hashable, Sendable {
        package var table: String
        package var count: Int64
    }
}

extension StoreDiagnosis {
    init(_ check: DatabaseCheck, schemaVersion: Int) {
        self.init(
            problems: check.problems.texts, miscounts: check.miscounts.texts, schemaVersion: schemaVersion,
            size: check.size, tables: check.tables)
    }
}

/// The findings of a check: the first lines of each kind, and the number of the others.
final class FindingList {
    /// The maximum number of lines kept of each kind.
    static let limit = 20

    private var lines: [String] = []
    private var counts: [String: Int] = [:]

    /// Whether there are no findings.
    var isEmpty: Bool { counts.isEmpty }

    /// Adds a finding of the given kind.
    func add(_ text: String, kind: String) {
        counts[kind, default: 0] += 1
        if counts[kind, default: 0] <= Self.limit { lines.append(text) }
    }

    /// The lines, followed by a line for each kind with more findings.
    var texts: [String] {
        lines
            + counts.filter { $0.value > Self.limit }.sorted { $0.key < $1.key }
            .map { "\($0.key): \($0.value - Self.limit) more like these" }
    }
}
