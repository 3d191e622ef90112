internal import Foundation
internal import Synchronization
internal import TagService

/// A file that a request writes and then reads.
///
/// It has no name once it is open, so that nothing of it stays when the process is killed.
final class TemporaryFile: Sendable {
    private let handle: Mutex<FileHandle>

    /// Creates an empty file with mode 0600.
    ///
    /// - Throws: a problem with status 507 if the disk is full.
    init() throws {
        let path = Self.newPath()
        let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
        guard FileManager.default.createFile(atPath: path, contents: nil, attributes: attributes)
        else { throw Self.noRoom }
        handle = Mutex(try Self.openAndRemove(path))
    }

    /// Takes a file over that `write` makes at the path it is given.
    init(madeBy write: (_ path: String) async throws -> Void) async throws {
        let path = Self.newPath()
        do {
            try await write(path)
        } catch {
            // The file may not exist, and nothing can be done about a leftover file.
            try? FileManager.default.removeItem(atPath: path)
            throw error
        }
        handle = Mutex(try Self.openAndRemove(path))
    }

    private static let noRoom = Problem(507, "the server has no room for a temporary file")

    private static func newPath() -> String {
        let name = "tagflow-\(AccessSecret.random())"
        return FileManager.default.temporaryDirectory.appending(path: name).path
    }

    private static func openAndRemove(_ path: String) throws -> sending FileHandle {
        let handle = try FileHandle(forUpdating: URL(filePath: path))
        try FileManager.default.removeItem(atPath: path)
        return handle
    }

    /// Appends bytes.
    func append(_ bytes: [UInt8]) throws {
        do {
            try handle.withLock { handle in
                try handle.seekToEnd()
                try handle.write(contentsOf: Data(bytes))
            }
        } catch {
            throw Self.noRoom
        }
    }

    /// Begins to read the file from its start.
    func reading() -> Reading {
        Reading(self)
    }

    /// A digest of the content, which holds a part of it in memory at a time.
    func digest() throws -> [UInt8] {
        let reading = reading()
        var digest: [UInt8] = []
        while let part = try reading.next() { digest = try SHA256.digest(of: digest + part) }
        return digest
    }

    /// The parts of a file, in their order.
    final class Reading: Sendable {
        private let file: TemporaryFile
        private let offset = Mutex<UInt64>(0)
        private static let partSize = 256 << 10

        fileprivate init(_ file: TemporaryFile) {
            self.file = file
        }

        /// The next part; `nil` at the end.
        func next() throws -> [UInt8]? {
            try offset.withLock { offset in
                let part = try file.handle.withLock { handle in
                    try handle.seek(toOffset: offset)
                    return try handle.read(upToCount: Self.partSize) ?? Data()
                }
                offset += UInt64(part.count)
                return part.isEmpty ? nil : Array(part)
            }
        }
    }
}
