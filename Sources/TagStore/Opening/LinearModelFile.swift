internal import TagCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The file next to a database with the linear models of its tags, which take seconds to learn from the items.
///
/// Its name is the database's name with ``suffix``. It is written as a draft, renamed, and never changed. It may be deleted at any
/// time. Its content is used only if all of this is true:
///
/// - The program that wrote it uses the same layout (`form`).
/// - It belongs to this database file.
/// - It was built from a state in the history of the database (``StoreReader/DerivedState``).
/// - The checksum matches (``BlockChecksum``).
package struct LinearModelFile: Sendable {
    private let filePath: DatabasePath
    private let databasePath: String
    private let databaseInode: UInt64

    /// The suffix of the file's name.
    static let suffix = "-linear"

    init(databasePath: String, identity: FileIdentity) {
        filePath = DatabasePath(nextTo: databasePath, suffix: Self.suffix)
        self.databasePath = databasePath
        databaseInode = identity.inode
    }

    private var path: String { filePath.resolved }

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

    /// Reads the file if it is complete and was built from this database with the same layout.
    ///
    /// - Parameter form: identifies the layout of the content.
    /// - Returns: the content, and the state of the database that it was built from; `nil` if there is no usable file.
    package func read(form: UInt64) -> (state: StoreReader.DerivedState, bytes: [UInt8])? {
        // This could be a hard link to the database; opening and closing it would drop SQLite's locks.
        guard !OpenDatabases.holds(path) else { return nil }
        do {
            let file = try ByteFile(path: path, followsSymlinks: false)
            defer { file.close() }
            return try content(of: file, form: form)
        } catch {
            // The file is optional: without it, suggestions are only less accurate.
            return nil
        }
    }

    private func content(
        of file: ByteFile, form: UInt64
    ) throws(SystemError) -> (state: StoreReader.DerivedState, bytes: [UInt8])? {
        let status = try file.status()
        guard try isTrusted(status),
            let header = LinearModelHeader(try file.bytes(at: 0, count: LinearModelHeader.byteCount)),
            header.fits(form: form, inode: databaseInode),
            header.payloadSize == status.size - Int64(LinearModelHeader.byteCount)
        else { return nil }
        let bytes = try file.bytes(at: Int64(LinearModelHeader.byteCount), count: Int(header.payloadSize))
        guard header.checksum == Self.checksum(of: bytes) else { return nil }
        return (header.state, bytes)
    }

    /// Returns whether only users who can write to the database could have written the file.
    private func isTrusted(_ status: FileStatus) throws(SystemError) -> Bool {
        guard status.isRegular, status.size > Int64(LinearModelHeader.byteCount),
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
    ///   - form: identifies the layout of the content.
    ///   - state: the state of the database that the content was built from.
    ///   - bytes: the content.
    /// - Throws: `StoreError` if the file can't be written.
    package func write(form: UInt64, state: StoreReader.DerivedState, _ bytes: [UInt8]) throws {
        var header = LinearModelHeader(form: form, inode: databaseInode, state: state)
        header.payloadSize = Int64(bytes.count)
        header.checksum = Self.checksum(of: bytes)
        do throws(SystemError) { try replace(with: header.bytes + bytes) } catch {
            throw StoreError(reading: error, path: path)
        }
    }

    private func replace(with bytes: [UInt8]) throws(SystemError) {
        let draft = try DraftFile(nextTo: filePath, abandonedAfter: 600)
        do throws(SystemError) {
            // The pointer to the path is only used during the call.
            let descriptor = unsafe open(draft.path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
            guard descriptor >= 0 else { throw SystemError() }
            defer { close(descriptor) }
            try Self.write(bytes, to: descriptor)
            if let database = try FileStatus(path: databasePath) { Self.share(descriptor, like: database) }
            try draft.replace(path)
        } catch {
            draft.remove()
            throw error
        }
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
        var done = 0
        while done < bytes.count {
            // The pointer to the rest of the bytes is only used during the call, which reads no further.
            let written = unsafe bytes[done...]
                .withUnsafeBytes { unsafe pwrite(descriptor, $0.baseAddress, $0.count, off_t(done)) }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { throw SystemError() }
            done += written
        }
    }

    /// Gives read permission to everyone who can read the database; nobody writes to the file again.
    private static func share(_ descriptor: Int32, like database: FileStatus) {
        // If the group can't be changed, only the owner can read the file.
        let isShared = fchown(descriptor, uid_t.max, database.group) == 0
        let readers = database.permissions & (isShared ? 0o444 : 0o400)
        _ = fchmod(descriptor, mode_t(readers | 0o400))
    }

    private static func checksum(of bytes: [UInt8]) -> UInt64 { unsafe BlockChecksum.of(bytes.span.bytes) }

    /// Deletes the file.
    package func remove() {
        // The pointer to the path is only used during the call.
        if mark != nil { _ = unsafe unlink(path) }
    }
}
