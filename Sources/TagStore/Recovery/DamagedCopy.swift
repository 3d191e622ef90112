import Foundation
internal import GRDB

/// A copy of a damaged database in a folder of its own, on which SQLite may work while the original stays as it is.
struct DamagedCopy {
    private let folder: URL
    private var path: String { folder.appendingPathComponent("copy.sqlite").path }

    private static let endings = ["", "-wal", "-journal"]

    /// Copies a database with its write-ahead log or its journal, as they are at one moment.
    ///
    /// - Throws: `StoreError.inputOutput` where that fails, `locked` where others keep writing to it.
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
            try mendHeader()
        } catch {
            remove()
            throw error as? StoreError
                ?? .inputOutput(path: original, detail: "it cannot be copied")
        }
    }

    /// Copies the files again until nobody has written to them meanwhile.
    ///
    /// SQLite's own locks are no help: it cannot be counted on to open what is damaged, and reading the files beside
    /// it would drop them.
    private func copy(_ original: String) throws {
        for attempt in 0..<5 {
            if attempt > 0 { Thread.sleep(forTimeInterval: 0.1) }
            let before = Self.endings.map { Mark(path: original + $0) }
            for ending in Self.endings {
                // Of the attempt before; mostly there was none.
                try? FileManager.default.removeItem(atPath: path + ending)
                guard ending.isEmpty || FileManager.default.fileExists(atPath: original + ending)
                else { continue }
                try FileManager.default.copyItem(atPath: original + ending, toPath: path + ending)
            }
            if before == Self.endings.map({ Mark(path: original + $0) }) { return }
        }
        throw StoreError.locked(path: original)
    }

    /// What differs where a file was written to or replaced.
    private struct Mark: Equatable {
        let date: Date?
        let size: Int64?
        let identity: FileIdentity?

        init(path: String) {
            // A file that is not there differs from one that is.
            let attributes = try? FileManager.default.attributesOfItem(atPath: path)
            date = attributes?[.modificationDate] as? Date
            size = (try? FileStatus(path: path))?.size
            identity = FileIdentity(path: path)
        }
    }

    /// Reads the copy; the file's schema is taken as far as it can be understood.
    func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        configuration.prepareDatabase { database in
            // With a schema that may be written, SQLite passes over those parts of it that make no sense.
            try database.execute(sql: "PRAGMA writable_schema = ON")
        }
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        defer { try? queue.close() }
        return try queue.writeWithoutTransaction(body)
    }

    /// Removes the copy.
    func remove() {
        // What is left in the folder for temporary files hurts nobody.
        try? FileManager.default.removeItem(at: folder)
    }

    /// Writes into the copy's first bytes what stands there in every database of ours.
    private func mendHeader() throws {
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        defer { try? file.close() }
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
        // Nothing reserved, the fractions of a page that SQLite prescribes, the format of schemas, UTF-8.
        header.replaceSubrange(20..<24, with: [0, 64, 32, 32])
        header.replaceSubrange(44..<48, with: [0, 0, 0, 4])
        header.replaceSubrange(56..<60, with: [0, 0, 0, 1])
        // Where these differ from the counter of changes, SQLite takes the number of pages from the file's size.
        header[95] = header[27] ^ 1
        try file.seek(toOffset: 0)
        try file.write(contentsOf: Data(header))
    }
}
