internal import CXattr
internal import TagService

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// What a file has beside its bytes.
extension NoteFile {
    /// The most bytes that an attribute has on any system.
    private static let attributeLimit = 1 << 16

    /// Reads an extended attribute; no bytes where the file has it not.
    ///
    /// - Throws: Why it cannot be read.
    func attribute(_ name: String) throws(NoteFileError) -> [UInt8] {
        var count = 0
        let value = unsafe [UInt8](unsafeUninitializedCapacity: Self.attributeLimit) {
            buffer,
            used in
            // The count is the buffer's.
            count = unsafe getxattr(systemPath, name, buffer.baseAddress, buffer.count)
            used = max(0, count)
        }
        guard count < 0 else { return value }
        // Linux has ENODATA for it.
        if errno == ENODATA { return [] }
        throw attributeError()
    }

    /// Writes an extended attribute, or takes it away where the value is empty.
    ///
    /// - Throws: Why it stays as it was.
    func setAttribute(_ name: String, to value: [UInt8]) throws(NoteFileError) {
        try requireWritable()
        // The count is the buffer's.
        let result = unsafe value.withUnsafeBytes { bytes in
            unsafe bytes.isEmpty
                ? removexattr(systemPath, name)
                : setxattr(systemPath, name, bytes.baseAddress, bytes.count, 0)
        }
        guard result == 0 || value.isEmpty && errno == ENODATA else { throw attributeError() }
    }

    private func attributeError() -> NoteFileError {
        switch errno {
        case ENOTSUP:
            NoteFileError(
                path: path,
                reason:
                    "its file system keeps no extended attributes, in which tags of such a file stand; move it to one that does",
                cause: .unsupported
            )
        case E2BIG, ENOSPC, ERANGE, EDQUOT:
            NoteFileError(
                path: path,
                reason:
                    "its file system has no room for so many tags in an attribute; take some out",
                cause: .system
            )
        default: systemError()
        }
    }
}
