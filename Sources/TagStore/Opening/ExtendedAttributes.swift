internal import CXattr

/// The extended attributes of a file, such as `user.xdg.tags`.
enum ExtendedAttributes {
    /// Copies the attributes of a file to another, except those that its file system can't store.
    static func copy(from path: [CChar], to descriptor: Int32) {
        for name in names(at: path) {
            let value = unsafe bytes { unsafe readAttribute(path, name, $0, $1) }
            // Attributes of the system can't be set and aren't needed.
            _ = unsafe value.withUnsafeBytes { value in
                unsafe writeAttributeOfOpenFile(descriptor, name, value.baseAddress, value.count)
            }
        }
    }

    private static func names(at path: [CChar]) -> [String] {
        let list = unsafe bytes { buffer, size in
            unsafe listAttributes(path, buffer?.assumingMemoryBound(to: CChar.self), size)
        }
        return list.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the result of a system call that first reports the number of bytes it needs.
    private static func bytes(_ call: (UnsafeMutableRawPointer?, Int) -> Int) -> [UInt8] {
        let size = call(nil, 0)
        guard size > 0 else { return [] }
        return unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, used in
            // The size passed to the call is the buffer's.
            used = max(0, unsafe call(buffer.baseAddress, size))
        }
    }
}
