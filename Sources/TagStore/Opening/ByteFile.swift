internal import TagCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A file that is read in parts, before SQLite opens it, or mapped.
struct ByteFile {
    private let descriptor: Int32

    /// Opens the file without blocking, in case it has been replaced by a pipe.
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

    /// Whether another process keeps all others out of the file, which is a database.
    var isLockedAlone: Bool {
        // SQLite locks bytes far behind most files: two, and 510 that readers share.
        var lock = flock()
        lock.l_type = Int16(F_RDLCK)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = 0x4000_0002
        lock.l_len = 510
        // The pointer to the structure is only used during the call.
        guard unsafe fcntl(descriptor, F_GETLK, &lock) == 0 else { return false }
        return lock.l_type == Int16(F_WRLCK)
    }

    /// Maps the file from an offset on, a multiple of the size of a page, for reading.
    ///
    /// The file must keep its size as long as the bytes are used.
    func map(from offset: Int, size: Int) throws(SystemError) -> FrozenBytes {
        #if canImport(Glibc)
        // All pages at once, since the checksum reads all of them.
        let flags = MAP_SHARED | Int32(MAP_POPULATE)
        #else
        let flags = MAP_SHARED
        #endif
        let start = unsafe mmap(nil, size - offset, PROT_READ, flags, descriptor, off_t(offset))
        guard let start = unsafe start, unsafe start != MAP_FAILED else { throw SystemError() }
        let address = UInt(bitPattern: start)
        // The mapping is given back by its address, when nothing refers to its bytes any more.
        return unsafe FrozenBytes(UnsafeRawBufferPointer(start: start, count: size - offset)) {
            unsafe munmap(UnsafeMutableRawPointer(bitPattern: address), size - offset)
        }
    }

    /// Returns the identity of the file.
    func identity() throws(SystemError) -> FileIdentity {
        try FileStatus(descriptor: descriptor).identity
    }

    /// Returns `count` bytes from an offset on, fewer at the end of the file.
    func bytes(at offset: Int64, count: Int) throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            // The pointer to the rest of the buffer is only used during the call, which writes at most the given number of bytes.
            let read = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe pread(
                    descriptor,
                    buffer.baseAddress?.advanced(by: filled),
                    count - filled,
                    off_t(offset) + off_t(filled)
                )
            }
            if read < 0, errno == EINTR { continue }
            guard read >= 0 else { throw SystemError() }
            if read == 0 { break }
            filled += read
        }
        return Array(bytes.prefix(filled))
    }
}
