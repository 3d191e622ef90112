#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A file that is read in parts, such as a database before SQLite opens it.
struct ByteFile {
    private let descriptor: Int32

    /// Opens the file without blocking, in case it has been replaced with a pipe.
    init(path: String, followsSymlinks: Bool = true) throws(SystemError) {
        let flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC | (followsSymlinks ? 0 : O_NOFOLLOW)
        // The pointer to the path is only used during the call.
        descriptor = unsafe open(path, flags)
        guard descriptor >= 0 else { throw SystemError() }
    }

    /// Closes the file.
    func close() {
        #if canImport(Glibc)
        _ = Glibc.close(descriptor)
        #else
        _ = Darwin.close(descriptor)
        #endif
    }

    /// Returns the metadata of the file.
    func status() throws(SystemError) -> FileStatus { try FileStatus(descriptor: descriptor) }

    /// Whether another process holds an exclusive SQLite lock on the file.
    var isLockedAlone: Bool {
        // SQLite locks bytes far beyond the end of most files: two bytes, and 510 that readers share.
        var lock = flock()
        lock.l_type = Int16(F_RDLCK)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = 0x4000_0002
        lock.l_len = 510
        // The pointer to the structure is only used during the call.
        guard unsafe fcntl(descriptor, F_GETLK, &lock) == 0 else { return false }
        return lock.l_type == Int16(F_WRLCK)
    }

    /// Returns the identity of the file.
    func identity() throws(SystemError) -> FileIdentity { try FileStatus(descriptor: descriptor).identity }

    /// Returns up to `count` bytes from an offset; fewer only at the end of the file.
    func bytes(at offset: Int64, count: Int) throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            // The pointer to the rest of the buffer is only used during the call, which writes at most the given number
            // of bytes.
            let read = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe pread(
                    descriptor, buffer.baseAddress?.advanced(by: filled), count - filled, off_t(offset) + off_t(filled))
            }
            if read < 0, errno == EINTR { continue }
            guard read >= 0 else { throw SystemError() }
            if read == 0 { break }
            filled += read
        }
        return Array(bytes.prefix(filled))
    }
}
