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

/// Why the system refused a call.
public struct SystemError: Error {
    let number: Int32

    /// The reason of the call that has just failed.
    init() {
        self.init(errno)
    }

    /// The reason that an error number stands for.
    public init(_ number: Int32) {
        self.number = number
    }

    /// The system's text for it.
    public var text: String {
        // strerror's text is copied at once and no other thread of ours changes the locale.
        number == ENOSPC ? Self.fullDisk : unsafe String(cString: strerror(number))
    }

    static let fullDisk = "the disk is full"

    /// Whether the disk that a file is on has no room left for as much as SQLite takes at a time.
    static func isDiskFull(at path: String) -> Bool {
        var status = statvfs()
        let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        // The path and the structure are lent for the call.
        guard unsafe statvfs(folder.isEmpty ? "." : folder, &status) == 0 else { return false }
        return UInt64(status.f_bavail) * UInt64(status.f_frsize) < 65_536
    }
}

extension StoreError {
    /// A refusal of the system as one of ours.
    init(_ error: SystemError, path: String) {
        self =
            switch error.number {
            case EACCES, EPERM, EROFS: .notPermitted(path: path)
            case ENOSPC, EDQUOT, EIO: .inputOutput(path: path, detail: error.text)
            default: .cannotCreate(path: path, reason: error.text)
            }
    }
}
