internal import GRDB

/// The destination of a backup: a new file with mode 0600 that appears only once it is complete and on disk.
struct BackupFile {
    private let target: String
    private let destination: DatabasePath

    /// Resolves the path of the backup.
    ///
    /// - Throws: `StoreError` if the path isn't that of a new file.
    init(_ target: String) throws(StoreError) {
        self.target = target
        // SQLite's command-line tools wouldn't treat these as file names.
        guard target != ":memory:", !target.hasPrefix("file:") else {
            throw .cannotCopy(
                path: target,
                reason: "it isn't a file name such as './copy'"
            )
        }
        do {
            destination = try DatabasePath(target, makesFolder: false)
            guard try FileStatus(path: destination.resolved) == nil else {
                throw Self.exists(target)
            }
        } catch {
            throw Self.wording(error, target)
        }
    }

    /// Creates the backup; `copy` fills and closes the empty file at the path that it receives.
    func make(_ copy: (String) throws -> Void) throws {
        do {
            let draft = try DraftFile(nextTo: destination)
            defer { draft.removeDatabase() }
            try copy(draft.path)
            try draft.synchronize()
            guard try draft.publish(at: destination.resolved) else { throw Self.exists(target) }
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
            reason: OpenDatabases.holds(target) ? "it is the open database" : "it already exists"
        )
    }

    /// Converts an error of creating a file into an error of copying to it.
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
