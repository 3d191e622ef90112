import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The names of drafts, files that are renamed once they are complete, and the removal of those that killed processes left.
///
/// A name ends with the process's identifier and a random number. A draft is abandoned if no process of this machine has that
/// identifier, and nothing has been written to the draft for ten minutes: its process may run on another machine that shares the folder.
///
/// The `unsafe` calls of the C library only use the pointers to their arguments during the call.
package enum DraftName {
    /// The beginning of a draft's name in a folder of the user's files.
    private static let hidden = ".tagflow-"
    /// The age in seconds from which the draft of a process that has ended is abandoned.
    private static let minimumAge = 600.0
    /// The folders that were searched for hidden drafts.
    private static let searched = Mutex<Set<[CChar]>>([])

    /// Returns a new name for a draft in a folder of the user's files.
    static func new() -> String { hidden + ending() }

    /// Returns a new ending for the name of a draft.
    static func ending() -> String { "\(getpid())-\(UInt64.random(in: 0 ... .max))" }

    /// Removes abandoned drafts that ``new()`` has named, once for each folder.
    ///
    /// - Parameter folder: the folder's path, ending with 0.
    /// - Complexity: O(files) the first time.
    package static func removeAbandoned(in folder: [CChar]) {
        guard searched.withLock({ $0.insert(folder).inserted }) else { return }
        removeAbandoned(in: folder, prefix: hidden)
    }

    /// Removes abandoned drafts.
    ///
    /// A folder that can't be listed, or a file that can't be removed, is skipped.
    ///
    /// - Parameters:
    ///   - folder: the folder's path, ending with 0.
    ///   - prefix: the beginning of the drafts' names, which the process's identifier follows.
    ///   - limit: the age in seconds from which a draft is abandoned, whatever process it names; `nil` for the rule of this type.
    static func removeAbandoned(in folder: [CChar], prefix: String, after limit: Double? = nil) {
        guard let stream = unsafe opendir(folder) else { return }
        defer { _ = unsafe closedir(stream) }
        let descriptor = unsafe dirfd(stream)
        let now = Double(time(nil))
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 1) {
                    unsafe String(cString: $0)
                }
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

    /// The process that a draft's name contains; `nil` for any other name.
    private static func process(ofDraft name: String, prefix: String) -> pid_t? {
        guard name.utf8.starts(with: prefix.utf8) else { return nil }
        let rest = name.utf8.dropFirst(prefix.utf8.count)
        let ending = Substring(rest).wholeMatch(of: /([0-9]+)-[0-9]+(-wal|-shm|-journal)?/)
        return ending.flatMap { pid_t($0.output.1) }
    }

    /// The time in seconds at which a file was last modified; `nil` if it is no regular file.
    private static func modificationTime(of name: String, in folder: Int32) -> Double? {
        var status = stat()
        guard unsafe fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
            status.st_mode & S_IFMT == S_IFREG
        else { return nil }
        #if canImport(Darwin)
        return Double(status.st_mtimespec.tv_sec)
        #else
        return Double(status.st_mtim.tv_sec)
        #endif
    }

    private static func exists(_ process: pid_t) -> Bool {
        kill(process, 0) == 0 || errno != ESRCH
    }
}
