#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Which file stands at a path, by whatever name it was reached.
struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let inode: UInt64

    /// The file at the end of a path and its symlinks; `nil` where there is none.
    init?(path: String) {
        var status = stat()
        // The path is lent for the call; one with a NUL would be cut off there.
        guard !path.utf8.contains(0), unsafe stat(path, &status) == 0 else { return nil }
        device = UInt64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(truncatingIfNeeded: status.st_ino)
    }
}
