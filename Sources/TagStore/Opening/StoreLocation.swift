/// The location of a database.
///
/// ```swift
/// let stored = try TagService(.file(path: path))
/// let temporary = try TagService(StoreLocation(path: ":memory:"))
/// ```
public enum StoreLocation: Hashable, Sendable {
    /// A file, created with its folder if it doesn't exist.
    case file(path: String)
    /// Memory; the data is lost when the store is closed.
    case memory

    /// Creates the location from a path on the command line; `:memory:` means a database in memory.
    public init(path: String) { self = path == ":memory:" ? .memory : .file(path: path) }

    /// The path, for messages.
    package var path: String {
        switch self {
        case .file(let path): path
        case .memory: ":memory:"
        }
    }

    /// Whether the location is a file that doesn't exist; `false` if the path can't be that of a file.
    package var isMissing: Bool {
        guard case .file(let path) = self, !path.isEmpty, !path.hasSuffix("/") else { return false }
        do { return try FileStatus(path: path) == nil } catch {
            // Opening the file reports the reason.
            return false
        }
    }
}

/// The number of connections that a store opens, and whether it excludes other processes.
public enum StoreConcurrency: Hashable, Sendable {
    /// One connection, which opens fastest; for short-lived commands.
    case serial
    /// A writer and a pool of readers that never wait for it; for processes that serve many requests.
    case pool
    /// One connection that locks out all other processes, including those of other machines; for a server whose files
    /// are on a network file system. Opening a database that another process has open fails with
    /// ``StoreError/locked(path:)``.
    case exclusive
}

/// A side effect of opening a database that the user should know about.
public enum StoreNotice: Hashable, Sendable {
    /// Log and journal files of a deleted database were renamed, so that they don't damage the new database.
    case movedAside([String], ending: String)
    /// The write-ahead log has changes that can't be read, because the file system is read-only.
    case ignoredLog(String)
}

extension StoreNotice: CustomStringConvertible {
    /// The side effect and possible actions, in one line.
    public var description: String {
        switch self {
        case .movedAside(let paths, let ending):
            """
            found files left over from a deleted database: \(paths.map { "'\($0)'" }.joined(separator: ", ")); \
            they were renamed with the suffix '\(ending)'; delete them unless you need them
            """
        case .ignoredLog(let path):
            "the changes in '\(path)' are missing, because its file system is read-only; copy the database with this file to another to see them"
        }
    }
}
