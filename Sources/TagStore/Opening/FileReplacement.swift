#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The new content of a user's file, which is written to a hidden draft in the same folder and then renamed, so that at every
/// moment the path has the old file or the new one, whole.
///
/// An existing file's mode, owner and extended attributes are kept. The draft is removed unless ``commit()`` succeeds.
package struct FileReplacement: ~Copyable {
    /// The descriptor to write the content to.
    package let descriptor: Int32
    private let draft: DraftFile
    private let target: [CChar]
    /// The file that is replaced; `nil` if there is none.
    private let original: FileStatus?

    /// Creates the draft.
    ///
    /// - Parameter target: the path of the file in the system's bytes; a symlink would be replaced, not followed.
    /// - Throws: `SystemError`.
    package init(of target: [UInt8]) throws(SystemError) {
        let path = [CChar](systemPath: target)
        let original = try FileStatus(systemPath: path)
        let draft = DraftFile(of: target)
        // A draft that will get another mode is private until then.
        descriptor = try draft.create(mode: original == nil ? 0o666 : 0o600)
        (self.draft, self.target, self.original) = (draft, path, original)
    }

    deinit {
        close(descriptor)
        draft.remove()
    }

    /// Writes bytes.
    package func write(_ bytes: [UInt8]) throws(SystemError) {
        var done = 0
        while done < bytes.count {
            // The pointer to the rest of the bytes is only used during the call.
            let count = unsafe bytes[done...]
                .withUnsafeBytes {
                    unsafe pwrite(descriptor, $0.baseAddress, $0.count, off_t(done))
                }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw SystemError() }
            done += count
        }
    }

    /// Gives the draft what is kept of the original, and brings it to the disk.
    package func synchronize() throws(SystemError) {
        if let original {
            ExtendedAttributes.copy(from: target, to: descriptor)
            // Only root may give a file away; a user's file may have another of the user's groups.
            if fchown(descriptor, original.owner, original.group) != 0 {
                _ = fchown(descriptor, uid_t.max, original.group)
            }
            guard fchmod(descriptor, original.mode) == 0 else { throw SystemError() }
        }
        guard fsync(descriptor) == 0 else { throw SystemError() }
    }

    /// Renames the synchronized draft to its final name, and brings the name to the disk.
    package consuming func commit() throws(SystemError) {
        try draft.replace(target)
        try draft.synchronizeFolder()
    }
}
