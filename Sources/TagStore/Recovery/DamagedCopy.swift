import Foundation
internal import GRDB

/// A copy of a damaged database in a temporary folder, which SQLite may modify while the original stays unchanged.
struct DamagedCopy {
    private let folder: URL
    private var path: String { folder.appendingPathComponent("copy.sqlite").path }

    private static let endings = ["", "-wal", "-journal"]

    /// Copies a database with its write-ahead log or journal, in a consistent state.
    ///
    /// - Throws: `StoreError.inputOutput` if copying fails, `locked` if other processes keep writing to the database.
    init(of original: String) throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("tagflow-recovery-\(UUID().uuidString)")
        do {
            try FileManager.default.createDirectory(
                at: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
            try copy(original)
            try repairHeader()
        } catch {
            remove()
            throw error as? StoreError
                ?? .inputOutput(path: original, detail: "it cannot be copied")
        }
    }

    /// Copies the files, and copies them again if they were modified meanwhile.
    ///
    /// SQLite's locks do not help: SQLite may be unable to open a damaged database, and closing our own descriptors of its files
    /// would drop its locks.
    private func copy(_ original: String) throws {
        for attempt in 0..<5 {
            if attempt > 0 { Thread.sleep(forTimeInterval: 0.1) }
            let before = try Self.endings.map { try FileStatus(path: original + $0) }
            for ending in Self.endings {
                // Left by the attempt before.
                if FileManager.default.fileExists(atPath: path + ending) {
                    try FileManager.default.removeItem(atPath: path + ending)
                }
                guard ending.isEmpty || FileManager.default.fileExists(atPath: original + ending)
                else { continue }
                try FileManager.default.copyItem(atPath: original + ending, toPath: path + ending)
            }
            if before == (try Self.endings.map { try FileStatus(path: original + $0) }) { return }
        }
        throw StoreError.locked(path: original)
    }

    /// Opens the copy and reads it, ignoring invalid entries of its schema.
    func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        configuration.prepareDatabase { database in
            // With a writable schema, SQLite skips the entries that it cannot parse.
            try database.execute(sql: "PRAGMA writable_schema = ON")
        }
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        return try queue.writeWithoutTransaction(body)
    }

    /// Removes the copy.
    func remove() {
        // A copy that cannot be removed only takes room in the folder for temporary files.
        try? FileManager.default.removeItem(at: folder)
    }

    /// Overwrites the fields of the copy's header that are the same in every tagflow database.
    private func repairHeader() throws {
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        var header = [UInt8](try file.read(upToCount: 100) ?? Data())
        guard header.count == 100 else { return }
        header.replaceSubrange(0..<16, with: Array("SQLite format 3".utf8) + [0])
        let pageSize = Int(header[16]) << 8 | Int(header[17])
        if pageSize != 1, pageSize < 512 || pageSize.nonzeroBitCount != 1 {
            header.replaceSubrange(16..<18, with: [0x10, 0])
        }
        if !(1...2).contains(header[18]) || header[18] != header[19] {
            header.replaceSubrange(18..<20, with: [2, 2])
        }
        // No reserved bytes, the payload fractions that SQLite prescribes, schema format 4, UTF-8.
        header.replaceSubrange(20..<24, with: [0, 64, 32, 32])
        header.replaceSubrange(44..<48, with: [0, 0, 0, 4])
        header.replaceSubrange(56..<60, with: [0, 0, 0, 1])
        // If "version-valid-for" differs from the change counter, SQLite computes the number of pages from the size of the file.
        header[95] = header[27] ^ 1
        try file.seek(toOffset: 0)
        try file.write(contentsOf: Data(header))
        try file.close()
    }
}
