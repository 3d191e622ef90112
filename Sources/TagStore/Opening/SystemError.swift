#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The `errno` of a failed system call.
///
/// ```swift
/// SystemError(ENOENT).text  // "No such file or directory"
/// ```
public struct SystemError: Error {
    /// The value of `errno`.
    package let number: Int32

    /// Creates the error of the system call that has just failed.
    init() { self.init(errno) }

    /// Creates the error with a value of `errno`.
    public init(_ number: Int32) { self.number = number }

    /// The system's message for the error.
    public var text: String {
        // The text of strerror is copied immediately, and no thread of tagflow changes the locale.
        number == ENOSPC ? Self.fullDisk : unsafe String(cString: strerror(number))
    }

    static let fullDisk = "the disk is full"

    /// Returns whether the disk of a file has less than 64 KiB free, too little for SQLite to extend a file.
    static func isDiskFull(at path: String) -> Bool {
        // Network file systems that don't know their size report 0.
        status(at: path).map { $0.f_blocks > 0 && UInt64($0.f_bavail) * UInt64($0.f_frsize) < 65_536 } ?? false
    }

    /// Returns whether the file system of a file is mounted read-only.
    static func isReadOnly(at path: String) -> Bool {
        status(at: path).map { $0.f_flag & UInt(ST_RDONLY) != 0 } ?? false
    }

    /// Returns the status of the file system of a file's folder.
    private static func status(at path: String) -> statvfs? {
        var status = statvfs()
        let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        // The pointers to the path and the structure are only used during the call.
        guard unsafe statvfs(folder.isEmpty ? "." : folder, &status) == 0 else { return nil }
        return status
    }
}

extension StoreError {
    /// Creates the error for a system call that failed while creating a file.
    init(_ error: SystemError, path: String) {
        self =
            switch error.number {
            case EROFS: .readOnly(path: path)
            case EACCES, EPERM: .notPermitted(path: path)
            case ENOSPC, EDQUOT, EIO: .inputOutput(path: path, detail: error.text)
            default: .cannotCreate(path: path, reason: error.text)
            }
    }

    /// Creates the error for a system call that failed while reading an existing file.
    init(reading error: SystemError, path: String) {
        let general = StoreError(error, path: path)
        self = if case .cannotCreate = general { .inputOutput(path: path, detail: error.text) } else { general }
    }
}
