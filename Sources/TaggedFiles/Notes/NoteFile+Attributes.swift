internal import CXattr
internal import TagService

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Extended attributes of files.
extension NoteFile {
    /// The maximum size of an attribute on any system, in bytes.
    private static let attributeLimit = 1 << 16

    /// Returns the value of an extended attribute, or no bytes if the file doesn't have it.
    ///
    /// - Throws: `NoteFileError` if the attribute can't be read.
    func attribute(_ name: String) throws(NoteFileError) -> [UInt8] {
        var count = 0
        let value = unsafe [UInt8](unsafeUninitializedCapacity: Self.attributeLimit) { buffer, used in
            // Safe: the count is that of the buffer.
            count = unsafe readAttribute(systemPath, name, buffer.baseAddress, buffer.count)
            used = max(0, count)
        }
        guard count < 0 else { return value }
        if errno == noAttribute { return [] }
        throw attributeError()
    }

    /// Sets an extended attribute, or removes it if the value is empty.
    ///
    /// - Throws: `NoteFileError` if the attribute can't be changed.
    func setAttribute(_ name: String, to value: [UInt8]) throws(NoteFileError) {
        try requireWritable()
        // Safe: the count is that of the buffer.
        let result = unsafe value.withUnsafeBytes { bytes in
            unsafe bytes.isEmpty
                ? removeAttribute(systemPath, name) : writeAttribute(systemPath, name, bytes.baseAddress, bytes.count)
        }
        guard result == 0 || value.isEmpty && errno == noAttribute else { throw attributeError() }
    }

    private func attributeError() -> NoteFileError {
        switch errno {
        case ENOTSUP:
            NoteFileError(
                path: path,
                reason:
                    "its file system doesn't support extended attributes, which hold its tags; move the file to another file system",
                cause: .unsupported)
        case E2BIG, ENOSPC, ERANGE, EDQUOT:
            NoteFileError(
                path: path, reason: "its file system can't store so many tags in an attribute; remove a few",
                cause: .system)
        default: systemError()
        }
    }
}
