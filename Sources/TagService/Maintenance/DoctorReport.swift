internal import TagStore

/// The result of checking the database, as `doctor` shows it.
public struct DoctorReport: Hashable, Sendable, Codable {
    /// The damages found, one line each; empty if there are none.
    public var damages: [String]
    /// Counts that contradict the items, one line each; empty if all agree.
    public var miscounts: [String]
    /// Names written by another program that would be rejected as new names, one line each; they are harmless.
    public var oddNames: [String]
    /// The version of the schema.
    public var schemaVersion: Int
    /// The size of the database in bytes, without its write-ahead log.
    public var bytes: Int64
    /// The number of rows by table.
    public var rows: [String: Int64]
    /// The share of labels whose size in cells is cached, from 0 to 1; `nil` if there are no labels.
    public var cacheHitRate: Double?
    /// What is kept for undo; `nil` in a damaged database.
    public var undo: UndoReport?
    /// The file that keeps an index of the tags; `nil` if there is none.
    public var index: IndexFileReport?
    /// The problems that were found and repaired, one line each.
    public var mended: [String] = []

    /// Whether no damage and no miscount was found.
    public var isHealthy: Bool {
        damages.isEmpty && miscounts.isEmpty
    }
}

/// What is kept for undo, as `doctor` shows it.
public struct UndoReport: Hashable, Sendable, Codable {
    /// The number of changes that can be undone.
    public var steps: Int64
    /// The bytes that they take, with those that were undone and can be redone.
    public var bytes: Int64
    /// The most bytes that they may take.
    public var limit: Int64
    /// The number of changes that are no longer kept.
    public var forgotten: Int64

    init(_ size: UndoLogSize) {
        (steps, bytes, limit, forgotten) = (size.steps, size.bytes, size.limit, size.forgotten)
    }
}

/// The file beside the database that keeps an index of its tags, as `doctor` shows it.
public struct IndexFileReport: Hashable, Sendable, Codable {
    /// Its size in bytes.
    public var bytes: Int64
    /// Whether it can be used; one that is damaged, or was made of something else, is left out and made anew.
    public var fits: Bool
}

extension DoctorReport {
    init(_ diagnosis: StoreDiagnosis) {
        self.init(
            damages: diagnosis.damages,
            miscounts: diagnosis.miscounts,
            oddNames: [],
            schemaVersion: diagnosis.schemaVersion,
            bytes: diagnosis.size,
            rows: diagnosis.tables.reduce(into: [:]) { $0[$1.table] = $1.count },
            cacheHitRate: nil
        )
    }
}
