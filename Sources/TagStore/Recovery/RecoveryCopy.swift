internal import CSQLite
import Foundation
internal import GRDB

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
        // A leftover copy only takes space in the temporary folder, and the caller's own result or error matters more.
        try? FileManager.default.removeItem(at: folder)
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
