import Foundation
package import TagCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The file beside a database that keeps an index of its tags, so that a process need not build it from a million rows.
///
/// It has the database's name with `-index` at the end. It is made in a draft and renamed, and never written again; any number of
/// processes map it. It may be deleted at any time. What it holds is used only if it was made by a program that arranges
/// an index alike, from this file of SQLite, at a state that is part of its history (``IndexState``), and if every byte is as it was
/// written (``BlockChecksum``).
package struct IndexFile: Sendable {
    private let place: DatabasePath
    private let databasePath: String
    private let databaseInode: UInt64

    /// The suffix of the file's name.
    static let ending = "-index"

    init(databasePath: String, identity: FileIdentity) {
        place = DatabasePath(beside: databasePath, ending: Self.ending)
        self.databasePath = databasePath
        databaseInode = identity.inode
    }

    /// The path of the file.
    package var path: String { place.resolved }

    /// The size of the file in bytes; `nil` if there is none.
    package var size: Int64? {
        // What cannot be inspected cannot be used either.
        (try? FileStatus(path: path, followsSymlinks: false))?.size
    }

    /// Maps the file, if it is whole and was made from this database by a program like this one.
    ///
    /// - Parameter form: tells how the program arranges an index.
    /// - Returns: the index; `nil` if there is no file that can be used, for whatever reason.
    /// - Complexity: every byte is read once.
    package func open(form: UInt64) -> StoredIndex? {
        // A hard link of the database: to open and close it would drop SQLite's locks.
        guard !OpenDatabases.holds(path) else { return nil }
        // Why a file cannot be used does not matter: the tags are read instead.
        guard let file = try? ByteFile(path: path, followsSymlinks: false) else { return nil }
        guard let status = try? file.status(), isTrusted(status),
            let bytes = try? file.bytes(at: 0, count: IndexHeader.byteCount),
            let header = IndexHeader(bytes), header.fits(form: form, inode: databaseInode),
            header.payloadSize == status.size - Int64(IndexHeader.space),
            let payload = try? file.map(from: IndexHeader.space, size: Int(status.size)),
            header.checksum == IndexChecksum.of(payload)
        else {
            file.close()
            return nil
        }
        return StoredIndex(file: file, status: status, state: header.state, bytes: payload)
    }

    /// Whether nobody could have written the file but who could have written the database as well.
    private func isTrusted(_ status: FileStatus) -> Bool {
        guard status.isRegular, status.size > Int64(IndexHeader.space),
            let database = try? FileStatus(path: databasePath)
        else { return false }
        return [0, geteuid(), database.owner].contains(status.owner)
            && status.permissions & 0o022 & ~database.permissions == 0
    }

    /// Makes the file anew.
    ///
    /// It is not synchronized: what a power loss leaves of it does not pass for whole.
    ///
    /// - Parameters:
    ///   - form: tells how the program arranges an index.
    ///   - state: the state of the database from which the index was made.
    ///   - body: hands on the bytes of the index, in pieces of any size.
    /// - Throws: `SystemError` if the file cannot be made, what `body` throws.
    package func write(
        form: UInt64,
        state: IndexState,
        _ body: (_ add: (RawSpan) throws -> Void) throws -> Void
    ) throws {
        let draft = try DraftFile(beside: place, abandonedAfter: 600)
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

    /// Deletes the file; a process that has it mapped keeps it.
    package func remove() {
        // The pointer to the path is only used during the call.
        if size != nil { _ = unsafe unlink(path) }
    }
}

/// An index in a mapped file.
package final class StoredIndex: Sendable {
    /// The state of the database from which the index was made.
    package let state: IndexState
    /// The index.
    package let bytes: FrozenBytes
    private let file: ByteFile
    private let status: FileStatus

    fileprivate init(file: ByteFile, status: FileStatus, state: IndexState, bytes: FrozenBytes) {
        self.file = file
        self.status = status
        self.state = state
        self.bytes = bytes
    }

    deinit { file.close() }

    /// The age of the file in seconds.
    package var age: Double { Date.now.timeIntervalSince1970 - Double(status.modifiedAt) / 1e9 }

    /// Whether nobody has written to the file or truncated it since its checksum was compared, which nothing of ours does.
    package var isUnchanged: Bool {
        guard let now = try? file.status() else { return false }
        return now.size == status.size && now.modifiedAt == status.modifiedAt
    }
}
