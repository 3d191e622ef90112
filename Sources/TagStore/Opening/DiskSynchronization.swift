#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Waiting until the written bytes of a file or folder are on disk.
enum DiskSynchronization {
    /// Synchronizes an open file or folder; on failure, `errno` has the reason.
    ///
    /// On macOS, `fsync` leaves the bytes in the disk's cache, so the disk is asked to write them, too.
    static func isDone(_ descriptor: Int32) -> Bool {
        #if canImport(Darwin)
        if fcntl(descriptor, F_FULLFSYNC) == 0 { return true }
        #endif
        return fsync(descriptor) == 0
    }
}
