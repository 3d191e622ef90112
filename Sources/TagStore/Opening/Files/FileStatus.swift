#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Which file it is, by whatever name it was reached.
struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let inode: UInt64

    /// The file at the end of a path and its symlinks; `nil` where there is none.
    init?(path: String) {
        guard let status = try? FileStatus(path: path) else { return nil }
        self = status.identity
    }

    fileprivate init(_ status: stat) {
        device = UInt64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(truncatingIfNeeded: status.st_ino)
    }
}

/// What stands at a path, told without opening it.
struct FileStatus {
    let identity: FileIdentity
    /// The size in bytes.
    let size: Int64
    private let type: mode_t

    var isRegular: Bool { type == S_IFREG }
    var isSymlink: Bool { type == S_IFLNK }

    /// Looks at a path, at the file at the end of symlinks or at a symlink itself; `nil` where nothing stands there.
    init?(path: String, followsSymlinks: Bool = true) throws(SystemError) {
        var status = stat()
        // A path with a NUL would be cut off there.
        guard !path.utf8.contains(0) else { return nil }
        // The path and the structure are lent for the call.
        let result = unsafe followsSymlinks ? stat(path, &status) : lstat(path, &status)
        guard result == 0 else {
            if errno == ENOENT { return nil }
            throw SystemError()
        }
        self.init(status)
    }

    /// What an open descriptor leads to.
    init(descriptor: Int32) throws(SystemError) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw SystemError() }
        self.init(status)
    }

    private init(_ status: stat) {
        identity = FileIdentity(status)
        size = Int64(status.st_size)
        type = status.st_mode & S_IFMT
    }
}
