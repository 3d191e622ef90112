internal import GRDB

/// The destination of a backup: a file with mode 0600 that appears only once it is complete and on disk.
struct BackupFile {
    private let target: String
    private let replaces: Bool
    private let destination: DatabasePath

    /// Resolves the path of the backup.
    ///
    /// - Parameters:
    ///   - target: the path.
    ///   - replaces: whether an earlier backup at the path is replaced.
    /// - Throws: `StoreError` if the path isn't that of a new file or, with `replaces`, that of a backup.
    init(_ target: String, replacing replaces: Bool = false) throws(StoreError) {
        self.target = target
        self.replaces = replaces
        // SQLite's command-line tools wouldn't treat these as file names.
        guard target != ":memory:", !target.hasPrefix("file:") else {
            throw .cannotCopy(path: target, reason: "it isn't a file name such as './copy'")
        }
        do {
            destination = try DatabasePath(target, makesFolder: false)
            if let status = try FileStatus(path: destination.resolved) {
                guard !OpenDatabases.holds(target) else {
                    throw StoreError.cannotCopy(path: target, reason: "it is the open database")
                }
                try Self.requireBackup(status, at: destination.resolved, target)
                guard replaces else { throw StoreError.backupExists(path: target) }
            }
        } catch { throw Self.wording(error, target) }
    }

    /// Creates the backup; `copy` fills and closes the empty file at the path that it receives.
    func make(_ copy: (String) throws -> Void) throws {
        do {
            let draft = try DraftFile(nextTo: destination)
            defer { draft.removeDatabase() }
            try copy(draft.path)
            try draft.synchronize()
            if replaces {
                try draft.replace(destination.resolved)
            } else {
                guard try draft.publish(at: destination.resolved) else {
                    throw StoreError.cannotCopy(path: target, reason: "it was created meanwhile")
                }
            }
            try draft.synchronizeFolder()
        } catch let error as DatabaseError { throw StoreError(error, path: target) } catch {
            throw Self.wording(error, target)
        }
    }

    /// Throws if an existing file isn't a tagflow database, or if another process may be using it.
    private static func requireBackup(_ status: FileStatus, at path: String, _ target: String) throws {
        let isBackup = status.isRegular && (status.size == 0 || DatabaseHeader(path: path)?.isOurs == true)
        guard isBackup else { throw StoreError.cannotCopy(path: target, reason: "it exists and isn't a backup") }
        // SQLite would apply the log of the replaced database to the new one.
        for ending in OpenDatabases.companions where try FileStatus(path: path + ending) != nil {
            throw StoreError.cannotCopy(path: target, reason: "it may be in use, because '\(target)\(ending)' exists")
        }
    }

    /// Converts an error of creating a file into an error of copying to it.
    private static func wording(_ error: any Error, _ target: String) -> StoreError {
        let known = (error as? SystemError).map { StoreError($0, path: target) } ?? error as? StoreError
        return switch known {
        case .cannotCreate(_, let reason): .cannotCopy(path: target, reason: reason)
        case let known?: known
        case nil: .unexpected(detail: "\(error)")
        }
    }
}
