internal import TagStore

/// The result of checking the database, as shown by `doctor`.
public struct DoctorReport: Hashable, Sendable, Codable {
    /// Descriptions of damage, one line each; empty if the database is intact.
    public var problems: [String]
    /// Descriptions of counts that contradict the items, one line each.
    public var miscounts: [String]
    /// Names that tagflow would reject but another program wrote, one line each; they are harmless.
    public var oddNames: [String]
    /// The schema version.
    public var schemaVersion: Int
    /// The size of the database in bytes, without its write-ahead log.
    public var bytes: Int64
    /// The number of rows by table.
    public var rows: [String: Int64]
    /// The share of labels whose size in cells is cached, from 0 to 1; `nil` if there are no labels.
    public var cacheHitRate: Double?
    /// The undo log; `nil` if the database is damaged.
    public var undo: UndoReport?
    /// Descriptions of problems that were found and repaired, one line each.
    public var fixed: [String] = []

    /// Whether neither damage nor miscounts were found.
    public var isHealthy: Bool { problems.isEmpty && miscounts.isEmpty }
}

/// The size of the undo log, as shown by `doctor`.
public struct UndoReport: Hashable, Sendable, Codable {
    /// The number of steps that can be undone.
    public var steps: Int64
    /// The size of the log in bytes, including steps that can be redone.
    public var bytes: Int64
    /// The maximum size in bytes.
    public var limit: Int64
    /// The number of steps that were discarded.
    public var discarded: Int64

    init(_ size: StoreReader.UndoLogSize) {
        (steps, bytes, limit, discarded) = (size.steps, size.bytes, size.limit, size.discarded)
    }
}

extension DoctorReport {
    init(_ diagnosis: StoreDiagnosis) {
        self.init(
            problems: diagnosis.problems, miscounts: diagnosis.miscounts, oddNames: [],
            schemaVersion: diagnosis.schemaVersion, bytes: diagnosis.size,
            rows: diagnosis.tables.reduce(into: [:]) { $0[$1.table] = $1.count }, cacheHitRate: nil)
    }
}
