internal import Foundation
internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A file that a request or an import writes and then reads.
///
/// The file is unlinked right after it's opened, so that it disappears even if the process is killed.
///
/// ```swift
/// let file = try TemporaryFile()
/// try file.append(Array("{}\n".utf8))
/// let reading = file.reading()
/// while let part = try reading.next() { print(part) }  // [123, 125, 10]
/// ```
package final class TemporaryFile: Sendable {
    /// The error of a full disk.
    package struct NoRoom: Error {}

    private let handle: Mutex<FileHandle>

    /// Creates an empty file with mode 0600.
    ///
    /// - Throws: ``NoRoom`` if the disk is full.
    package init() throws {
        let path = Self.newPath()
        let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
        guard FileManager.default.createFile(atPath: path, contents: nil, attributes: attributes) else {
            throw NoRoom()
        }
        handle = Mutex(try Self.openAndRemove(path))
    }

    /// Creates a file by calling `write` with a path.
    package init(madeBy write: (_ path: String) async throws -> Void) async throws {
        let path = Self.newPath()
        do { try await write(path) } catch {
            // Ignore errors: the file may not exist, and nothing can be done if it can't be removed.
            _ = unsafe unlink(path)
            throw error
        }
        handle = Mutex(try Self.openAndRemove(path))
    }

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
    ///
    /// - Throws: ``NoRoom`` if the disk is full.
    package func append(_ bytes: [UInt8]) throws {
        do {
            try handle.withLock { handle in
                try handle.seekToEnd()
                try handle.write(contentsOf: Data(bytes))
            }
        } catch { throw NoRoom() }
    }

    /// Returns a reader that begins at the start of the file.
    package func reading() -> Reading { Reading(self) }

    /// Returns a digest of the content (SHA-256, chained over its parts), one part in memory at a time.
    package func digest() throws -> [UInt8] {
        let reading = reading()
        var digest: [UInt8] = []
        while let part = try reading.next() { digest = SHA256.digest(of: digest + part) }
        return digest
    }

    /// A reader for the parts of a file, in order.
    package final class Reading: Sendable {
        private let file: TemporaryFile
        private let offset = Mutex<UInt64>(0)
        private static let partSize = 256 << 10

        fileprivate init(_ file: TemporaryFile) { self.file = file }

        /// Returns the next part; `nil` at the end.
        package func next() throws -> [UInt8]? {
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
