import Foundation
internal import GRDB

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A database in the making, under another name beside its place: it gets its name when it is whole.
///
/// The calls of the C library here take paths for as long as they run: that is all that is `unsafe` in them.
struct DraftFile {
    let path: String
    private let folder: String

    /// Makes an empty file, for its owner alone.
    init(beside place: DatabasePath) throws(SystemError) {
        Self.removeAbandoned(of: place)
        path = "\(place.resolved).new-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
        folder = place.folder
        let descriptor = unsafe open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SystemError() }
        close(descriptor)
    }

    /// Removes earlier drafts of the same file that nobody has written to for a day: who made them was killed.
    ///
    /// Whether their processes live says nothing, as others may share the folder from other machines.
    private static func removeAbandoned(of place: DatabasePath) {
        let prefix = (place.resolved.split(separator: "/").last ?? "") + ".new-"
        // A folder that cannot be listed keeps what it holds.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: place.folder)) ?? []
        for name in names where name.hasPrefix(prefix) {
            let rest = name.dropFirst(prefix.count)
            let path = "\(place.folder)/\(name)"
            // Of a file that has gone meanwhile there are no attributes.
            let attributes = try? FileManager.default.attributesOfItem(atPath: path)
            guard rest.wholeMatch(of: /[0-9]+-[0-9]+(-wal|-shm|-journal)?/) != nil,
                let date = attributes?[.modificationDate] as? Date,
                date.timeIntervalSinceNow < -86_400
            else { continue }
            unsafe unlink(path)
        }
    }

    /// Takes away what is left under the draft's name.
    func remove() {
        for ending in [""] + OpenDatabases.companions { unsafe unlink(path + ending) }
    }

    /// Brings what SQLite has written, and closed, to the disk.
    func synchronize() throws(SystemError) {
        let descriptor = unsafe open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError() }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw SystemError() }
    }

    /// Gives the file its name, where nothing has it; false where something does.
    func place(at target: String) throws(SystemError) -> Bool {
        if unsafe link(path, target) == 0 { return true }
        guard errno != EEXIST else { return false }
        // File systems without hard links.
        guard try FileStatus(path: target, followsSymlinks: false) == nil else { return false }
        try replace(target)
        return true
    }

    /// Gives the file its name, in the place of what has it.
    func replace(_ target: String) throws(SystemError) {
        guard unsafe rename(path, target) == 0 else { throw SystemError() }
    }

    /// Makes the new name survive a power loss.
    func synchronizeFolder() throws(SystemError) {
        let descriptor = unsafe open(folder, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        // Some file systems know no synchronising of folders.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw SystemError() }
    }
}

/// A copy of a database: whole at its place or not there, for its owner alone, on the disk when it is there.
struct BackupFile {
    private let target: String
    private let place: DatabasePath

    /// Refuses what is no name of a new file.
    init(_ target: String) throws(StoreError) {
        self.target = target
        // What means something else to the programs that will open the copy.
        guard target != ":memory:", !target.hasPrefix("file:") else {
            throw .cannotCopy(
                path: target,
                reason: "a copy needs the name of a file, such as './copy'"
            )
        }
        do {
            place = try DatabasePath(target, makesFolder: false)
            guard try FileStatus(path: place.resolved) == nil else { throw Self.exists(target) }
        } catch {
            throw Self.wording(error, target)
        }
    }

    /// Makes the copy: what is given fills an empty file and closes it.
    func make(_ copy: (String) throws -> Void) throws {
        do {
            let draft = try DraftFile(beside: place)
            defer { draft.remove() }
            try copy(draft.path)
            try draft.synchronize()
            guard try draft.place(at: place.resolved) else { throw Self.exists(target) }
            try draft.synchronizeFolder()
        } catch let error as DatabaseError {
            throw StoreError(error, path: target)
        } catch {
            throw Self.wording(error, target)
        }
    }

    private static func exists(_ target: String) -> StoreError {
        .cannotCopy(
            path: target,
            reason: OpenDatabases.holds(target) ? "it is the open database" : "it exists already"
        )
    }

    /// An error of the place, told as one of the copy.
    private static func wording(_ error: any Error, _ target: String) -> StoreError {
        let known =
            (error as? SystemError).map { StoreError($0, path: target) } ?? error as? StoreError
        return switch known {
        case .cannotCreate(_, let reason): .cannotCopy(path: target, reason: reason)
        case let known?: known
        case nil: .unexpected(detail: "\(error)")
        }
    }
}
