import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The names of drafts, and the removal of drafts that killed processes left behind.
///
/// A user's file has the draft `.tagflow-PID-N`, and a database the draft `NAME.new-PID-N`; N is a random number. A
/// process that creates a draft removes the abandoned drafts of all names in the same folder.
///
/// The `unsafe` calls of the C library only use the pointers to their arguments during the call.
package enum DraftName {
    /// A draft's name.
    private struct Parts {
        /// The name of the file that the draft becomes; `nil` for the draft of a user's file.
        var file: Substring?
        var process: pid_t
        var number: Substring

        /// Whether the name can't be that of a file such as `notes.new-12-34`.
        var isUnmistakable: Bool { file == nil || number.utf8.count >= minimumDigits }
    }

    /// The prefix of a draft's name in a folder of the user's files.
    private static let hidden = ".tagflow-"
    /// The part of a draft's name between the name of its file and the process identifier.
    private static let infix = ".new-"
    /// The minimum age, in seconds, of abandoned drafts of ended processes that don't lock them.
    ///
    /// A database may be built by a container whose processes aren't visible here, and a network folder may be used by other
    /// machines.
    private static let minimumAge = 600.0
    /// The minimum number of digits of the random number of a database's draft.
    private static let minimumDigits = 15
    /// The folders already searched before writing a user's file.
    private static let searched = Mutex<Set<[CChar]>>([])

    /// Returns a new name for a draft in a folder of the user's files.
    static func new() -> String { hidden + ending() }

    /// Returns a new suffix for the name of a draft.
    private static func ending() -> String { "\(getpid())-\(UInt64.random(in: 0 ... .max))" }

    /// Returns a new path for the draft of a database.
    static func new(for path: String) -> String { path + infix + ending() }

    /// Removes abandoned drafts, once per folder and process.
    ///
    /// - Parameter folder: the folder's path, ending with 0.
    /// - Complexity: O(files) on the first call for a folder.
    package static func removeAbandoned(in folder: [CChar]) {
        guard searched.withLock({ $0.insert(folder).inserted }) else { return }
        removeAbandoned(in: folder, of: nil)
    }

    /// Removes abandoned drafts next to a user's file, once per folder and process.
    package static func removeAbandoned(nextTo path: String) {
        removeAbandoned(in: Array((DatabasePath.folder(of: path) + "/").utf8CString))
    }

    /// Removes abandoned drafts.
    ///
    /// Folders that can't be listed and files that can't be removed are skipped.
    ///
    /// - Parameters:
    ///   - folder: the folder's path, ending with 0.
    ///   - file: the name of a file whose drafts are also removed if a process with their identifier exists. In containers
    ///     every server is process 1.
    ///   - limit: the minimum age of these drafts, in seconds.
    static func removeAbandoned(in folder: [CChar], of file: Substring?, after limit: Double = .infinity) {
        guard let stream = unsafe opendir(folder) else { return }
        defer { _ = unsafe closedir(stream) }
        let descriptor = unsafe dirfd(stream)
        let now = Double(time(nil))
        var isShared: Bool?
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 1) { unsafe String(cString: $0) }
            }
            guard let parts = parts(of: name), let modifiedAt = modificationTime(of: name, in: descriptor) else {
                continue
            }
            let age = now - modifiedAt
            if parts.file == nil || parts.file != file || age <= limit {
                let shared = isShared ?? isOnNetwork(folder)
                isShared = shared
                guard !exists(parts.process) else { continue }
                // Databases aren't locked, and other machines' locks on a network folder may not be visible.
                let isKnown = parts.file == nil && !shared && isUnlocked(name, in: descriptor)
                guard isKnown || age > minimumAge && parts.isUnmistakable else { continue }
            }
            unsafe unlinkat(descriptor, name, 0)
        }
    }

    /// Whether no process, including those of containers, has the draft of a user's file open (see `FileReplacement`).
    private static func isUnlocked(_ name: String, in folder: Int32) -> Bool {
        let descriptor = unsafe openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return flock(descriptor, LOCK_EX | LOCK_NB) == 0
    }

    private static func isOnNetwork(_ folder: [CChar]) -> Bool {
        NetworkFileSystem.name(at: String(decoding: folder.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self))
            != nil
    }

    /// Returns the parts of a draft's name; `nil` for any other name.
    private static func parts(of name: String) -> Parts? {
        if name.hasPrefix(hidden) {
            guard let match = name.wholeMatch(of: /\.tagflow-([0-9]+)-([0-9]+)/) else { return nil }
            return pid_t(match.output.1).map { Parts(process: $0, number: match.output.2) }
        }
        guard name.contains(infix), let match = name.wholeMatch(of: /(.+)\.new-([0-9]+)-([0-9]+)(-wal|-shm|-journal)?/)
        else { return nil }
        return pid_t(match.output.2).map { Parts(file: match.output.1, process: $0, number: match.output.3) }
    }

    /// Returns the time of a file's last modification in seconds; `nil` if it isn't a regular file.
    private static func modificationTime(of name: String, in folder: Int32) -> Double? {
        var status = stat()
        guard unsafe fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        #if canImport(Darwin)
        return Double(status.st_mtimespec.tv_sec)
        #else
        return Double(status.st_mtim.tv_sec)
        #endif
    }

    private static func exists(_ process: pid_t) -> Bool { kill(process, 0) == 0 || errno != ESRCH }
}
