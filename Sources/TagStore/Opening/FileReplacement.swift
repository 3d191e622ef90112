#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The new content of a user's file, written to a hidden draft in the same folder and then renamed.
///
/// At every moment the path has either the complete old file or the complete new one.
///
/// The mode, owner and extended attributes of an existing file are kept. The draft is removed unless ``commit()``
/// succeeds.
///
/// ```swift
/// let replacement = try FileReplacement(of: Array("notes/today.md".utf8))
/// try replacement.write(Array("#reading\n".utf8))
/// try replacement.synchronize()
/// try replacement.commit()
/// ```
package struct FileReplacement: ~Copyable {
    /// The descriptor to write the content to.
    package let descriptor: Int32
    private let draft: DraftFile
    private let target: [CChar]
    /// The replaced file; `nil` if there is none.
    private let original: FileStatus?

    /// Creates the draft.
    ///
    /// - Parameter target: the path of the file, as bytes; a symlink is replaced, not followed.
    /// - Throws: `SystemError`.
    package init(of target: [UInt8]) throws(SystemError) {
        let path = [CChar](systemPath: target)
        let original = try FileStatus(systemPath: path)
        let draft = DraftFile(of: target)
        // Keep the draft private until it gets the mode of the original.
        descriptor = try draft.create(mode: original == nil ? 0o666 : 0o600)
        // Other processes see that the draft isn't abandoned. Some file systems have no locks; there, its age decides.
        _ = flock(descriptor, LOCK_EX | LOCK_NB)
        (self.draft, self.target, self.original) = (draft, path, original)
    }

    deinit {
        close(descriptor)
        draft.remove()
    }

    /// Appends bytes to the draft.
    package func write(_ bytes: [UInt8]) throws(SystemError) {
        var done = 0
        while done < bytes.count {
            // The pointer to the rest of the bytes is only used during the call.
            let count = unsafe bytes[done...]
                .withUnsafeBytes { unsafe pwrite(descriptor, $0.baseAddress, $0.count, off_t(done)) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw SystemError() }
            done += count
        }
    }

    /// Copies the attributes of the original to the draft and synchronizes it to disk.
    package func synchronize() throws(SystemError) {
        if let original {
            ExtendedAttributes.copy(from: target, to: descriptor)
            // Only root can change a file's owner, but a user can choose any of the user's groups.
            if fchown(descriptor, original.owner, original.group) != 0 {
                _ = fchown(descriptor, uid_t.max, original.group)
            }
            guard fchmod(descriptor, original.mode) == 0 else { throw SystemError() }
        }
        guard DiskSynchronization.isDone(descriptor) else { throw SystemError() }
    }

    /// Renames the synchronized draft to its final name and synchronizes the folder to disk.
    package consuming func commit() throws(SystemError) {
        try draft.replace(target)
        try draft.synchronizeFolder()
    }
}
