internal import Foundation
internal import TagStore

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The lock that lets only one sync of a database run: a file next to it, which exists only while it is locked.
///
/// The lock of a killed process ends with it; the file that remains means nothing.
final class SyncLock {
    private let path: String
    private let descriptor: Int32

    /// Takes the lock of a database.
    ///
    /// - Throws: ``SyncError/busy`` if another process or thread has it, and `SystemError`.
    init(ofDatabase database: String) throws {
        path = "\(URL(fileURLWithPath: database).resolvingSymlinksInPath().path)-syncing"
        while true {
            // Paths and structures are only used during the calls.
            let file = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard file >= 0 else { throw SystemError(errno) }
            guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
                let error = errno
                close(file)
                throw error == EWOULDBLOCK ? SyncError.busy : SystemError(error)
            }
            var (locked, current) = (stat(), stat())
            // The previous owner may have removed the file after it was opened here.
            if unsafe fstat(file, &locked) == 0, unsafe stat(path, &current) == 0, locked.st_ino == current.st_ino {
                descriptor = file
                return
            }
            close(file)
        }
    }

    deinit {
        _ = unsafe unlink(path)
        close(descriptor)
    }
}
