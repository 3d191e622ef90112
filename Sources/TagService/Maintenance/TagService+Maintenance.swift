internal import Foundation
internal import TagCore
internal import TagStore
internal import TextMeasurement

/// The state of the database, as `doctor` shows it.
public struct DoctorReport: Hashable, Sendable, Codable {
    /// What is damaged, a line each; empty where all is well.
    public var damages: [String]
    /// Counts that the saved selections contradict, a line each; empty where they agree.
    public var miscounts: [String]
    /// Names that another program wrote and our rules would refuse, a line each; they do no harm where they are.
    public var oddNames: [String]
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
        var report = DoctorReport(try store.diagnose())
        if report.damages.isEmpty { report.damages = try unreadableLayouts() }
        // Changes and queries over whole tables are for databases that are sound.
        guard report.damages.isEmpty else { return report }
        report.mended =
            try store.restoreJournalMode()
            .map { ["journal mode: another program had set \($0), now wal"] } ?? []
        let identity = measurer.identity.key
        (report.cacheHitRate, report.oddNames) = try store.read { reader in
            (try reader.cachedShare(measurer: identity), try Self.oddNames(in: reader))
        }
        return report
    }

    /// Checks a database that is too damaged to be opened, as far as that can be done.
    ///
    /// - Parameters:
    ///   - path: the database, which stays as it is.
    ///   - reason: why it could not be opened, which the report begins with.
    /// - Returns: what was found.
    /// - Throws: `StoreError` where it cannot be read at all.
    public static func diagnose(unopenable path: String, reason: String) throws -> DoctorReport {
        var report = DoctorReport(try TagStore.examineCopy(of: path))
        if !report.damages.contains(reason) { report.damages.insert(reason, at: 0) }
        return report
    }

    /// Brings what can be read of a damaged database into a new one, and leaves the damaged one as it is.
    ///
    /// - Parameters:
    ///   - path: the damaged database, which no service of this process has open.
    ///   - target: the new file, which must not exist.
    /// - Returns: what was brought; `nil` where nothing could be read, and no file was made.
    /// - Throws: `StoreError`.
    public static func recover(_ path: String, into target: String) throws -> RecoveryReport? {
        let now = Int64(clamping: (Date().timeIntervalSince1970 * 1_000).rounded(.down))
        return try TagStore.recover(path, into: target, at: now) { layout in
            // Only whether it can be read matters: what is wrong with it was told by the diagnosis.
            (try? LayoutSettings(json: layout)) != nil
        }
    }

    /// The sets whose layout settings cannot be read, a line each.
    private func unreadableLayouts() throws -> [String] {
        try store.read { reader in
            try reader.sets()
                .compactMap { set in
                    do throws(RowDamage) {
                        _ = try LayoutSettings(of: set)
                        return nil
                    } catch {
                        return error.detail
                    }
                }
        }
    }

    /// The names that our rules would refuse: the first, and how many more.
    private static func oddNames(in reader: StoreReader) throws -> [String] {
        var (lines, count): ([String], Int) = ([], 0)
        try reader.forEachName { table, id, name in
            let isLabel = table == "saved_selection"
            let problem =
                WhiteSpace.collapsed(name).isEmpty && !isLabel
                ? NameProblem.empty : CheckedName.problem(of: name)
            guard let problem else { return }
            count += 1
            guard count <= 20 else { return }
            let shown = TerminalText.printable(String(name.prefix(60)))
            lines.append("table \(table), row \(id): '\(shown)' is no name: \(problem.description)")
        }
        return count > 20 ? lines + ["\(count - 20) more names like these"] : lines
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
