#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Why the system refused a call.
struct SystemError: Error {
    let number: Int32

    /// The reason of the call that has just failed.
    init(_ number: Int32 = errno) {
        self.number = number
    }

    /// The system's words for it.
    var text: String {
        // strerror's text is copied at once and no other thread of ours changes the locale.
        number == ENOSPC ? Self.fullDisk : unsafe String(cString: strerror(number))
    }

    static let fullDisk = "the disk is full"

    /// Whether the disk that a file is on has no room left for as much as SQLite takes at a time.
    static func isDiskFull(at path: String) -> Bool {
        var status = statvfs()
        let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        // The path and the structure are lent for the call.
        guard unsafe statvfs(folder.isEmpty ? "." : folder, &status) == 0 else { return false }
        return UInt64(status.f_bavail) * UInt64(status.f_frsize) < 65_536
    }
}

extension StoreError {
    /// A refusal of the system as one of ours.
    init(_ error: SystemError, path: String) {
        self =
            switch error.number {
            case EACCES, EPERM, EROFS: .notPermitted(path: path)
            case ENOSPC, EDQUOT, EIO: .inputOutput(path: path, detail: error.text)
            default: .cannotCreate(path: path, reason: error.text)
            }
    }
}
