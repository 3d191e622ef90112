internal import Foundation
internal import TagStore
internal import TextMeasurement

/// The state of the database, as `doctor` shows it.
public struct DoctorReport: Hashable, Sendable, Codable {
    /// What is damaged, a line each; empty where all is well.
    public var damages: [String]
    /// Counts that the saved selections contradict, a line each; empty where they agree.
    public var miscounts: [String]
    /// The version of the schema.
    public var schemaVersion: Int
    /// The size of the database in bytes, without its write-ahead log.
    public var bytes: Int64
    /// The number of rows by table.
    public var rows: [String: Int64]
    /// The share of the labels of all sets whose size the terminal's measurer has in the cache, from 0 to 1;
    /// `nil` where there are no labels.
    public var cacheHitRate: Double?
    /// What was amiss and is not any more, a line each.
    public var mended: [String] = []

    /// Whether nothing is wrong.
    public var isHealthy: Bool {
        damages.isEmpty && miscounts.isEmpty
    }
}

/// Checking, copying and cleaning the database.
extension TagService {
    /// Checks the file, its references and its counts, and puts the journal mode right.
    ///
    /// Complexity: linear in the database.
    public func diagnose() throws -> DoctorReport {
        let journalMode = try store.restoreJournalMode()
        let diagnosis = try store.diagnose()
        let identity = measurer.identity.key
        return DoctorReport(
            damages: diagnosis.damages,
            miscounts: diagnosis.miscounts,
            schemaVersion: diagnosis.schemaVersion,
            bytes: diagnosis.size,
            rows: Dictionary(uniqueKeysWithValues: diagnosis.tables.map { ($0.table, $0.count) }),
            cacheHitRate: try store.read { try $0.cachedShare(measurer: identity) },
            mended: journalMode.map { ["journal mode: another program had set \($0), now wal"] }
                ?? []
        )
    }

    /// Copies the database, as it is at this moment, to a file that does not exist yet.
    public func backUp(to path: String) throws {
        try store.backUp(to: path)
    }

    /// Forgets every measured size; gives how many there were.
    public func clearMeasurements() throws -> Int {
        try writing { try $0.clearMeasurements() }
    }

    /// Closes the database; every later call fails.
    ///
    /// Not closing loses nothing, but leaves a log file behind.
    public func close() throws {
        try store.close()
    }

    /// A number that differs from an earlier one if and only if another connection has changed the database since.
    public func dataVersion() throws -> Int64 {
        try store.dataVersion()
    }
}
