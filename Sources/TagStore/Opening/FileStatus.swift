#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The identity of a file, independent of its name: device and inode.
struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    let inode: UInt64

    /// Creates the identity of the file at a path, following symlinks; `nil` if it doesn't exist or can't be inspected.
    init?(path: String) {
        // A path that can't be inspected isn't a file that this process has open; opening it reports the reason.
        guard let status = try? FileStatus(path: path) else { return nil }
        self = status.identity
    }

    fileprivate init(_ status: stat) {
        device = UInt64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(truncatingIfNeeded: status.st_ino)
    }
}

/// The metadata of the file at a path, read without opening the file.
struct FileStatus: Equatable {
    let identity: FileIdentity
    /// The size in bytes.
    let size: Int64
    /// The time of the last modification, in nanoseconds since 1970.
    let modifiedAt: Int64
    /// The read, write and execute permissions, as mode bits.
    var permissions: UInt32 { UInt32(mode) & 0o777 }
    /// The id of the file's user; ``group`` is the id of its group.
    let owner: UInt32
    let group: UInt32
    /// The mode bits that `chmod` changes.
    let mode: mode_t
    private let type: mode_t

    var isRegular: Bool { type == S_IFREG }
    var isSymlink: Bool { type == S_IFLNK }

    /// Inspects the file at a path, optionally following symlinks; `nil` if it doesn't exist.
    init?(path: String, followsSymlinks: Bool = true) throws(SystemError) {
        // C would truncate the path at a NUL.
        guard !path.utf8.contains(0) else { return nil }
        try self.init(systemPath: Array(path.utf8CString), followsSymlinks: followsSymlinks)
    }

    /// Inspects the file at a path given as a C string that ends with 0.
    init?(systemPath path: [CChar], followsSymlinks: Bool = false) throws(SystemError) {
        var status = stat()
        // The pointers to the path and the structure are only used during the call.
        let result = unsafe followsSymlinks ? stat(path, &status) : lstat(path, &status)
        guard result == 0 else {
            if errno == ENOENT { return nil }
            throw SystemError()
        }
        self.init(status)
    }

    /// Inspects the file of an open descriptor.
    init(descriptor: Int32) throws(SystemError) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw SystemError() }
        self.init(status)
    }

    private init(_ status: stat) {
        identity = FileIdentity(status)
        size = Int64(status.st_size)
        #if canImport(Darwin)
        let time = status.st_mtimespec
        #else
        let time = status.st_mtim
        #endif
        modifiedAt = Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
        mode = status.st_mode & 0o7777
        (owner, group) = (status.st_uid, status.st_gid)
        type = status.st_mode & S_IFMT
    }
}
