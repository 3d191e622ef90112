import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The names of drafts, and the removal of drafts that killed processes left behind.
///
/// A name ends with the process identifier and a random number. A draft counts as abandoned if no
/// process of this machine has that identifier and the draft hasn't been written to for ten
/// minutes. The delay protects drafts of other machines that share the folder.
///
/// The `unsafe` calls of the C library only use the pointers to their arguments during the call.
package enum DraftName {
    /// The prefix of a draft's name in a folder of the user's files.
    private static let hidden = ".tagflow-"
    /// The age in seconds from which the draft of an ended process counts as abandoned.
    private static let minimumAge = 600.0
    /// The folders already searched for hidden drafts.
    private static let searched = Mutex<Set<[CChar]>>([])

    /// Returns a new name for a draft in a folder of the user's files.
    static func new() -> String { hidden + ending() }

    /// Returns a new suffix for the name of a draft.
    static func ending() -> String { "\(getpid())-\(UInt64.random(in: 0 ... .max))" }

    /// Removes abandoned drafts named by ``new()``, once per folder and process.
    ///
    /// - Parameter folder: the folder's path, ending with 0.
    /// - Complexity: O(files) on the first call for a folder.
    package static func removeAbandoned(in folder: [CChar]) {
        guard searched.withLock({ $0.insert(folder).inserted }) else { return }
        removeAbandoned(in: folder, prefix: hidden)
    }

    /// Removes abandoned drafts.
    ///
    /// Folders that can't be listed and files that can't be removed are skipped.
    ///
    /// - Parameters:
    ///   - folder: the folder's path, ending with 0.
    ///   - prefix: the part of the drafts' names before the process identifier.
    ///   - limit: the age in seconds from which drafts are removed, whichever process created them; `nil` to remove
    ///     only drafts of ended processes.
    static func removeAbandoned(in folder: [CChar], prefix: String, after limit: Double? = nil) {
        guard let stream = unsafe opendir(folder) else { return }
        defer { _ = unsafe closedir(stream) }
        let descriptor = unsafe dirfd(stream)
        let now = Double(time(nil))
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 1) { unsafe String(cString: $0) }
            }
            guard let process = process(ofDraft: name, prefix: prefix),
                let modifiedAt = modificationTime(of: name, in: descriptor)
            else { continue }
            let age = now - modifiedAt
            let isAbandoned = limit.map { age > $0 } ?? (age > minimumAge && !exists(process))
            guard isAbandoned else { continue }
            unsafe unlinkat(descriptor, name, 0)
        }
    }

    /// Returns the process identifier in a draft's name; `nil` for any other name.
    private static func process(ofDraft name: String, prefix: String) -> pid_t? {
        guard name.utf8.starts(with: prefix.utf8) else { return nil }
        let rest = name.utf8.dropFirst(prefix.utf8.count)
        let ending = Substring(rest).wholeMatch(of: /([0-9]+)-[0-9]+(-wal|-shm|-journal)?/)
        return ending.flatMap { pid_t($0.output.1) }
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
