import Foundation
package import TagCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A file next to a database with data derived from it, so that a process needn't derive it again: an index of a million tags, or
/// what takes seconds to learn from items.
///
/// Its name is the database's name with the suffix of its ``Content``. It is written as a draft, renamed, and never changed; any
/// number of processes map it. It may be deleted at any time. Its content is used only if all of this is true:
///
/// - The program that wrote it uses the same layout of the index (`form`).
/// - It belongs to this database file.
/// - It was built from a state in the history of the database (``StoreReader/IndexState``).
/// - The checksum matches (``BlockChecksum``).
package struct IndexFile: Sendable {
    private let filePath: DatabasePath
    private let databasePath: String
    private let databaseInode: UInt64

    /// What a file is derived from.
    package enum Content: String, CaseIterable, Sendable {
        /// The tags, for completion.
        case tags = "-index"
        /// The items, for suggestions: linear models of tags.
        case linearModels = "-linear"
    }

    init(databasePath: String, identity: FileIdentity, content: Content) {
        filePath = DatabasePath(nextTo: databasePath, suffix: content.rawValue)
        self.databasePath = databasePath
        databaseInode = identity.inode
    }

    /// The path of the file.
    package var path: String { filePath.resolved }

    /// The size of the file in bytes; `nil` if it doesn't exist.
    package var size: Int64? { mark?.size }

    /// The size and time of the file, which change when it is replaced; `nil` if it doesn't exist.
    package var mark: Mark? {
        do {
            return try FileStatus(path: path, followsSymlinks: false)
                .map { Mark(size: $0.size, modifiedAt: $0.modifiedAt) }
        } catch {
            // A file that can't be inspected can't be used either, so it counts as missing.
            return nil
        }
    }

    /// The size and time of a file.
    package struct Mark: Hashable, Sendable {
        let size: Int64
        let modifiedAt: Int64
    }

    /// Maps the file if it is complete and was built from this database with the same layout.
    ///
    /// - Parameter form: identifies the layout of the index.
    /// - Returns: the index; `nil` if there is no usable file.
    /// - Complexity: reads every byte once.
    package func open(form: UInt64) -> StoredIndex? {
        // This could be a hard link to the database; opening and closing it would drop SQLite's locks.
        guard !OpenDatabases.holds(path) else { return nil }
        do {
            let file = try ByteFile(path: path, followsSymlinks: false)
            var index: StoredIndex?
            defer { if index == nil { file.close() } }
            index = try load(file, form: form)
            return index
        } catch {
            // The file is optional: without it, the index is built from the database.
            return nil
        }
    }

    private func load(_ file: ByteFile, form: UInt64) throws(SystemError) -> StoredIndex? {
        let status = try file.status()
        guard try isTrusted(status), let header = IndexHeader(try file.bytes(at: 0, count: IndexHeader.byteCount)),
            header.fits(form: form, inode: databaseInode), header.payloadSize == status.size - Int64(IndexHeader.space)
        else { return nil }
        let payload = try file.map(from: IndexHeader.space, size: Int(status.size))
        guard header.checksum == IndexChecksum.of(payload) else { return nil }
        return StoredIndex(file: file, status: status, state: header.state, bytes: payload)
    }

    /// Returns whether only users who can write to the database could have written the file.
    private func isTrusted(_ status: FileStatus) throws(SystemError) -> Bool {
        guard status.isRegular, status.size > Int64(IndexHeader.space),
            let database = try FileStatus(path: databasePath)
        else { return false }
        return [0, geteuid(), database.owner].contains(status.owner)
            && status.permissions & 0o022 & ~database.permissions == 0
    }

    /// Replaces the file.
    ///
    /// It isn't synchronized to disk: after a power loss, the checksum of an incomplete file doesn't match.
    ///
    /// - Parameters:
    ///   - form: identifies the layout of the index.
    ///   - state: the state of the database that the index was built from.
    ///   - body: passes the bytes of the index to its parameter, in pieces of any size.
    /// - Throws: `StoreError` if the file can't be written, and the errors of `body`.
    package func write(
        form: UInt64, state: StoreReader.IndexState, _ body: (_ add: (RawSpan) throws -> Void) throws -> Void
    ) throws {
        do { try replace(form: form, state: state, body) } catch let error as SystemError {
            throw StoreError(reading: error, path: path)
        }
    }

    private func replace(
        form: UInt64, state: StoreReader.IndexState, _ body: (_ add: (RawSpan) throws -> Void) throws -> Void
    ) throws {
        let draft = try DraftFile(nextTo: filePath, abandonedAfter: 600)
        do {
            let writer = try IndexFileWriter(draft.path)
            defer { writer.close() }
            try body(writer.add)
            var header = IndexHeader(form: form, inode: databaseInode, state: state)
            try writer.finish(&header)
            if let database = try FileStatus(path: databasePath) { writer.share(like: database) }
            try draft.replace(path)
        } catch {
            draft.remove()
            throw error
        }
    }

    /// Deletes the file; processes that have mapped it can still use it.
    package func remove() {
        // The pointer to the path is only used during the call.
        if size != nil { _ = unsafe unlink(path) }
    }
}

/// An index in a mapped file.
package final class StoredIndex: Sendable {
    /// The state of the database that the index was built from.
    package let state: StoreReader.IndexState
    /// The bytes of the index.
    package let bytes: FrozenBytes
    private let file: ByteFile
    private let status: FileStatus

    fileprivate init(file: ByteFile, status: FileStatus, state: StoreReader.IndexState, bytes: FrozenBytes) {
        self.file = file
        self.status = status
        self.state = state
        self.bytes = bytes
    }

    deinit { file.close() }

    /// The age of the file in seconds.
    package var age: Double { Date.now.timeIntervalSince1970 - Double(status.modifiedAt) / 1e9 }

    /// Whether the file hasn't been written to or truncated since its checksum was verified; tagflow never does either.
    package var isUnchanged: Bool {
        do {
            let now = try file.status()
            return now.size == status.size && now.modifiedAt == status.modifiedAt
        } catch {
            // A file that can't be inspected can't be trusted either.
            return false
        }
    }
}
