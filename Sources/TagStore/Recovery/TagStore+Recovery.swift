internal import CSQLite
import Foundation
internal import GRDB

extension TagStore {
    /// Copies the readable part of a damaged database to a new one; the damaged database isn't changed.
    ///
    /// A temporary copy is read table by table (``Salvage``, ``TableWalk``), skipping unreadable parts, and written
    /// with ordinary changes (``SalvageWriter``), so that the counts are exact. The undo log is omitted, because it
    /// refers to rows that may be lost; ``TableRecovery`` lists what becomes of each table.
    ///
    /// ```swift
    /// let report = try TagStore.recover("tags.sqlite", into: "recovered.sqlite", at: now) { _ in true }
    /// print(report.map { "\($0.placeholders) tags lost their names" } ?? "nothing was readable")
    /// ```
    ///
    /// - Parameters:
    ///   - path: the damaged database, which this process must not have open.
    ///   - target: the path of the new file, which must not exist.
    ///   - now: the time in milliseconds since 1970.
    ///   - isReadableLayout: returns whether a set's layout settings are readable; unreadable settings are omitted.
    /// - Returns: the recovered and lost rows; `nil` if nothing was readable, in which case no file is created.
    /// - Throws: `StoreError`.
    /// - Complexity: O(*n*) time in the size of the database, and memory for all recovered rows.
    package static func recover(
        _ path: String, into target: String, at now: Int64, isReadableLayout: @escaping (String) -> Bool
    ) throws -> RecoveryReport? {
        guard !OpenDatabases.holds(path) else { throw StoreError.locked(path: path) }
        let copy = try RecoveryCopy(of: path)
        defer { copy.remove() }
        guard let salvage = try salvage(from: copy, of: path), !salvage.isEmpty else { return nil }
        var report: RecoveryReport?
        try BackupFile(target)
            .make { draft in
                let store = try TagStore(.file(path: draft))
                report = try store.write(at: now) {
                    try SalvageWriter.write(salvage, with: $0, isReadableLayout: isReadableLayout)
                }
                try store.close()
            }
        return report
    }

    /// Reads a copy; returns `nil` if SQLite can't open it at all.
    private static func salvage(from copy: RecoveryCopy, of path: String) throws -> Salvage? {
        do { return try StoreError.translatingOpening(path: path) { try copy.read(Salvage.init) } } catch let error
            as StoreError
        {
            if case .inputOutput = error { throw error }
            return nil
        }
    }
}

extension TagStore {
    /// Checks a copy of a database that can't be opened.
    ///
    /// - Throws: `StoreError` if SQLite can't open the copy either.
    package static func diagnoseCopy(of path: String) throws -> StoreDiagnosis {
        guard !OpenDatabases.holds(path) else { throw StoreError.locked(path: path) }
        let copy = try RecoveryCopy(of: path)
        defer { copy.remove() }
        return try StoreError.translatingOpening(path: path) {
            try copy.read { connection in
                StoreDiagnosis(try DatabaseCheck(connection), schemaVersion: try DatabaseSchema.version(of: connection))
            }
        }
    }
}

/// The result of recovering a damaged database into a new one.
public struct RecoveryReport: Hashable, Sendable, Codable {
    /// The tables with the user's data, in a fixed order.
    public var tables: [RecoveredTable]
    /// The number of lost tags that other rows refer to; they are recovered with names such as `lost tag 12`.
    public var placeholders: Int
}

/// The result of recovering one table.
public struct RecoveredTable: Hashable, Sendable, Codable {
    /// The table's name.
    public var table: String
    /// The number of recovered rows.
    public var recovered = 0
    /// The number of rows that were read but aren't usable.
    public var lost = 0
    /// The number of rows that recovery doesn't copy by design: those of the undo log.
    public var omitted = 0
    /// Whether all rows of the table seem to have been reached.
    public var isWhole = true

    private enum CodingKeys: String, CodingKey {
        case table, lost, omitted, isWhole
        case recovered = "brought"
    }

    init(table: String, lost: Int, omitted: Int = 0, isWhole: Bool) {
        self.table = table
        self.lost = lost
        self.omitted = omitted
        self.isWhole = isWhole
    }
}

/// A temporary copy of a damaged database, which SQLite may modify while the original stays unchanged.
struct RecoveryCopy {
    private let folder: URL
    private var path: String { folder.appendingPathComponent("copy.sqlite").path }

    private static let suffixes = ["", "-wal", "-journal"]

    /// Copies a database with its write-ahead log or journal, in a consistent state.
    ///
    /// - Throws: `StoreError.inputOutput` if the files can't be copied, `locked` if other processes keep writing to
    ///   them.
    init(of original: String) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("tagflow-recovery-\(UUID().uuidString)")
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            try copy(original)
            try repairHeader()
        } catch {
            remove()
            throw error as? StoreError ?? .inputOutput(path: original, detail: "can't copy it to a temporary folder")
        }
    }

    /// Copies the files again until none of them was modified in the meantime.
    ///
    /// SQLite's locks don't help: SQLite may be unable to open a damaged database, and closing a descriptor of its
    /// files would drop SQLite's locks.
    private func copy(_ original: String) throws {
        for attempt in 0..<5 {
            if attempt > 0 { Thread.sleep(forTimeInterval: 0.1) }
            let before = try Self.suffixes.map { try FileStatus(path: original + $0) }
            for suffix in Self.suffixes {
                // Delete the file of a previous attempt.
                if FileManager.default.fileExists(atPath: path + suffix) {
                    try FileManager.default.removeItem(atPath: path + suffix)
                }
                guard suffix.isEmpty || FileManager.default.fileExists(atPath: original + suffix) else { continue }
                try FileManager.default.copyItem(atPath: original + suffix, toPath: path + suffix)
            }
            if before == (try Self.suffixes.map { try FileStatus(path: original + $0) }) { return }
        }
        throw StoreError.locked(path: original)
    }

    /// Opens the copy and reads it without running its views and triggers, ignoring invalid schema entries.
    func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        configuration.prepareDatabase { database in
            try database.set(SQLITE_DBCONFIG_ENABLE_VIEW, to: false)
            try database.set(SQLITE_DBCONFIG_ENABLE_TRIGGER, to: false)
            // With a writable schema, SQLite skips entries that it can't parse.
            try database.execute(sql: "PRAGMA writable_schema = ON")
        }
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        return try queue.writeWithoutTransaction(body)
    }

    /// Removes the copy.
    func remove() {
        do { try FileManager.default.removeItem(at: folder) } catch {
            // A leftover copy only takes space in the temporary folder, and the caller's result or error matters more.
        }
    }

    /// Overwrites the header fields that are the same in every tagflow database.
    private func repairHeader() throws {
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        var header = [UInt8](try file.read(upToCount: 100) ?? Data())
        guard header.count == 100 else { return }
        header.replaceSubrange(0..<16, with: Array("SQLite format 3".utf8) + [0])
        let pageSize = Int(header[16]) << 8 | Int(header[17])
        if pageSize != 1, pageSize < 512 || pageSize.nonzeroBitCount != 1 {
            header.replaceSubrange(16..<18, with: [0x10, 0])
        }
        if !(1...2).contains(header[18]) || header[18] != header[19] { header.replaceSubrange(18..<20, with: [2, 2]) }
        // Set no reserved bytes, the payload fractions that SQLite requires, schema format 4, and UTF-8.
        header.replaceSubrange(20..<24, with: [0, 64, 32, 32])
        header.replaceSubrange(44..<48, with: [0, 0, 0, 4])
        header.replaceSubrange(56..<60, with: [0, 0, 0, 1])
        // If "version-valid-for" differs from the change counter, SQLite computes the number of pages from the size of
        // the file.
        header[95] = header[27] ^ 1
        try file.seek(toOffset: 0)
        try file.write(contentsOf: Data(header))
        try file.close()
    }
}
