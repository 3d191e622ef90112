internal import GRDB

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
