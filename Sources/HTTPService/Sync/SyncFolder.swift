internal import Foundation
internal import Sync
internal import Synchronization

/// The files that the devices of a space exchange: a folder next to the space's database, of limited size.
///
/// ```
/// tags.sqlite
/// tags.sqlite-sync/tagflow-sync.json
/// tags.sqlite-sync/devices/00000000000000a1/1-00000000000000b2.seg
/// ```
///
/// The server moves bytes and never interprets them. Files are written as in any folder of a store, so a server that is
/// killed leaves only whole files.
final class SyncFolder: Sendable {
    /// The sizes that count towards the limit.
    private struct Usage {
        /// The size of the files.
        var stored = 0
        /// The size of the uploads that haven't ended.
        var arriving = 0
    }

    private let target: FolderTarget
    private let limit: Int
    /// Held while files are listed, named, replaced or deleted, but not while they arrive.
    private let usage = Mutex(Usage())

    /// Creates the folder of a database, which is made when the first file arrives.
    ///
    /// - Parameters:
    ///   - database: the path of the database.
    ///   - limit: the maximum size of all files, in bytes.
    init(ofDatabase database: String, limit: Int) {
        target = FolderTarget(path: Self.path(ofDatabase: database))
        self.limit = limit
    }

    private static func path(ofDatabase path: String) -> String { "\(path)-sync" }

    /// Deletes the folder of a database.
    static func delete(ofDatabase database: String) throws {
        let path = path(ofDatabase: database)
        guard FileManager.default.fileExists(atPath: path) else { return }
        try FileManager.default.removeItem(atPath: path)
    }

    // MARK: Reading

    /// Returns the files by name, including the description of the store.
    func list() throws -> [SyncListing.File] { try usage.withLock { _ in try files() } }

    private func files() throws -> [SyncListing.File] {
        do { return try target.list().files } catch .missingFolder { return [] }
    }

    /// Opens a file; returns `nil` if it doesn't exist.
    func open(_ name: StoreFileName) throws -> StreamedDownload? {
        do { return try StreamedDownload(name, in: target) } catch SyncStoreError.missingFolder { return nil }
    }

    /// Returns the description of the store, or `nil` if it doesn't exist.
    func description() throws -> [UInt8]? {
        do { return try target.readDescription() } catch .missingFolder { return nil }
    }

    // MARK: Changing

    /// Starts a file that arrives in parts.
    ///
    /// - Parameters:
    ///   - name: the name of the file.
    ///   - size: the announced size in bytes, or 0 if it's unknown.
    /// - Returns: the file, which gets its name when it is complete.
    /// - Throws: a problem with status 412 if a file has this name, 413 for a file that is larger than a device writes, and
    ///   507 if all files exceed the limit.
    func begin(_ name: StoreFileName, size: Int) throws -> ArrivingFile {
        guard size <= name.sizeLimit else { throw Problem.tooLarge(name.sizeLimit) }
        return try usage.withLock { usage in
            try target.makeFolder()
            let files = try files()
            guard !files.contains(where: { $0.name == name }) else { throw Self.exists }
            usage.stored = files.reduce(0) { $0 + Self.counted($1.size) }
            try reserve(Self.counted(size), in: &usage)
            do {
                let upload = try StreamedUpload(name, in: target)
                return ArrivingFile(self, upload, sizeLimit: name.sizeLimit, reserved: Self.counted(size))
            } catch {
                usage.arriving -= Self.counted(size)
                throw error
            }
        }
    }

    /// Reserves more bytes for a file that is larger than announced.
    fileprivate func reserve(_ size: Int) throws { try usage.withLock { try reserve(size, in: &$0) } }

    /// Ends the reservation of a file.
    fileprivate func release(_ size: Int) { usage.withLock { $0.arriving -= size } }

    /// Gives a complete file its name.
    fileprivate func finish(_ upload: StreamedUpload) throws {
        try usage.withLock { usage in
            guard try upload.finish() else { throw Self.exists }
            usage.stored += Self.counted(upload.size)
        }
    }

    /// Returns the size that counts towards the limit: even a small file takes a block of the disk.
    private static func counted(_ size: Int) -> Int { max(size, 4_096) }

    private func reserve(_ size: Int, in usage: inout Usage) throws(Problem) {
        guard usage.stored + usage.arriving + size <= limit else {
            throw Problem(
                507,
                "the files of the devices would exceed \(limit) bytes; raise --sync-limit, or set up a new store on all devices"
            )
        }
        usage.arriving += size
    }

    /// Replaces the description of the store if the current one meets a condition.
    ///
    /// - Parameters:
    ///   - bytes: the new description.
    ///   - isExpected: returns whether the current description, `nil` if there is none, may be replaced.
    /// - Returns: whether it was replaced.
    /// - Throws: the system's error.
    func replaceDescription(with bytes: [UInt8], if isExpected: ([UInt8]?) -> Bool) throws -> Bool {
        try usage.withLock { _ in
            try target.makeFolder()
            let current = try target.readDescription()
            guard isExpected(current) else { return false }
            return try target.replaceDescription(current, with: bytes)
        }
    }

    /// Deletes a file; returns `false` if it doesn't exist.
    func delete(_ name: StoreFileName) throws -> Bool {
        try usage.withLock { _ in
            guard try files().contains(where: { $0.name == name }) else { return false }
            try target.delete(name)
            return true
        }
    }

    private static let exists = Problem(412, "the file exists already; a file of a device never changes")
}

/// A file that a device is sending; one that isn't finished leaves nothing behind.
final class ArrivingFile {
    private let folder: SyncFolder
    private let upload: StreamedUpload
    private let sizeLimit: Int
    private var reserved: Int

    fileprivate init(_ folder: SyncFolder, _ upload: StreamedUpload, sizeLimit: Int, reserved: Int) {
        self.folder = folder
        self.upload = upload
        self.sizeLimit = sizeLimit
        self.reserved = reserved
    }

    deinit { folder.release(reserved) }

    /// Appends bytes.
    ///
    /// - Throws: a problem with status 413 or 507 if the file is too large.
    func append(_ bytes: [UInt8]) throws {
        let size = upload.size + bytes.count
        guard size <= sizeLimit else { throw Problem.tooLarge(sizeLimit) }
        if size > reserved {
            try folder.reserve(size - reserved)
            reserved = size
        }
        try upload.append(bytes)
    }

    /// Waits until the file is on disk under its name, and returns its size.
    func finish() throws -> Int {
        try upload.synchronize()
        try folder.finish(upload)
        return upload.size
    }
}

extension Problem {
    /// Creates the problem for an error of the folder, without its path.
    init(_ error: SyncStoreError) {
        switch error.kind {
        case .noSpace: self.init(507, "the server's disk is full; nothing was changed")
        default: self.init(500, "the server can't use the folder of the devices' files; its owner should check the log")
        }
    }
}
