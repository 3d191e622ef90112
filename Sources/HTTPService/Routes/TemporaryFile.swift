internal import Foundation
internal import Synchronization
internal import TagService

/// A file that a request writes, reads once and removes, with mode 0600.
final class TemporaryFile: Sendable {
    let path: String
    private let writing: Mutex<FileHandle?>

    /// Creates an empty file.
    ///
    /// - Throws: a problem with status 507 if there is no room.
    init() throws {
        let name = "tagflow-\(AccessSecret.random())"
        path = FileManager.default.temporaryDirectory.appending(path: name).path
        let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
        guard FileManager.default.createFile(atPath: path, contents: nil, attributes: attributes)
        else { throw Self.noRoom }
        writing = Mutex(try FileHandle(forWritingTo: URL(filePath: path)))
    }

    private static let noRoom = Problem(507, "the server has no room for a temporary file")

    /// Appends bytes.
    func append(_ bytes: [UInt8]) throws {
        do {
            try writing.withLock { try $0?.write(contentsOf: Data(bytes)) }
        } catch {
            throw Self.noRoom
        }
    }

    /// Ends the writing.
    func finish() throws {
        try writing.withLock { handle in
            try handle?.close()
            handle = nil
        }
    }

    /// Begins to read the file from its start.
    func reading() throws -> Reading {
        Reading(try FileHandle(forReadingFrom: URL(filePath: path)))
    }

    /// A digest of the content, which holds a part of it in memory at a time.
    func digest() throws -> [UInt8] {
        let reading = try reading()
        var digest: [UInt8] = []
        while let part = try reading.next() { digest = try SHA256.digest(of: digest + part) }
        return digest
    }

    /// Removes the file.
    func remove() {
        // Nothing more can be done about a temporary file that stays.
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The parts of a file, in their order.
    final class Reading: Sendable {
        private let handle: Mutex<FileHandle>
        private static let partSize = 256 << 10

        init(_ handle: sending FileHandle) {
            self.handle = Mutex(handle)
        }

        /// The next part; `nil` at the end.
        func next() throws -> [UInt8]? {
            try handle.withLock { handle in
                guard let data = try handle.read(upToCount: Self.partSize), !data.isEmpty else {
                    return nil
                }
                return Array(data)
            }
        }
    }
}
