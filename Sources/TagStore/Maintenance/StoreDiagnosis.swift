/// The result of checking a database.
package struct StoreDiagnosis: Hashable, Sendable {
    /// The damage found, one line each; empty if the database is sound.
    package var damages: [String]
    /// The counts that disagree with the items, one line each.
    package var miscounts: [String]
    package var schemaVersion: Int
    /// The size in bytes of the database, without its write-ahead log.
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

/// The findings of an examination: the first ones of each kind, and the number of the rest.
final class FindingList {
    /// The maximum number of lines of a kind that are kept.
    static let limit = 20

    private var lines: [String] = []
    private var counts: [String: Int] = [:]

    /// Whether there are no findings.
    var isEmpty: Bool { counts.isEmpty }

    /// Adds a line of a kind.
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
