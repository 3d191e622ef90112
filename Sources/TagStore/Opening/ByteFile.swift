#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A file that is read in parts, before SQLite opens it.
struct ByteFile {
    private let descriptor: Int32

    /// Opens the file without blocking, in case it has been replaced by a pipe.
    init(path: String) throws(SystemError) {
        // The pointer to the path is only used during the call.
        descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
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
