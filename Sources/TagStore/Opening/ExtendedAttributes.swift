internal import CXattr

/// What a file has beside its bytes, such as `user.xdg.tags`.
enum ExtendedAttributes {
    /// Gives a file the attributes of another one, as far as its file system can keep them.
    static func copy(from path: [CChar], to descriptor: Int32) {
        for name in names(at: path) {
            let value = unsafe bytes { unsafe getxattr(path, name, $0, $1) }
            // An attribute of the system's own cannot be set, and need not be.
            _ = unsafe value.withUnsafeBytes { value in
                unsafe fsetxattr(descriptor, name, value.baseAddress, value.count, 0)
            }
        }
    }

    private static func names(at path: [CChar]) -> [String] {
        let list = unsafe bytes { buffer, size in
            unsafe listxattr(path, buffer?.assumingMemoryBound(to: CChar.self), size)
        }
        return list.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }

    /// What a call gives that first tells how many bytes it needs.
    private static func bytes(_ call: (UnsafeMutableRawPointer?, Int) -> Int) -> [UInt8] {
        let size = call(nil, 0)
        guard size > 0 else { return [] }
        return unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, used in
            // The count is the buffer's.
            used = max(0, unsafe call(buffer.baseAddress, size))
        }
    }
}
