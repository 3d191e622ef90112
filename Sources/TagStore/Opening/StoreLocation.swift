/// The place of a database.
///
/// ```swift
/// let stored = try TagService(.file(path: path))
/// let temporary = try TagService(StoreLocation(path: ":memory:"))
/// ```
public enum StoreLocation: Hashable, Sendable {
    /// A file, created with its folder if it does not exist.
    case file(path: String)
    /// Memory; the data is lost when the store is closed.
    case memory

    /// Creates the location that a path on the command line names; `:memory:` is a database in memory.
    public init(path: String) {
        self = path == ":memory:" ? .memory : .file(path: path)
    }

    /// The path, for messages.
    package var path: String {
        switch self {
        case .file(let path): path
        case .memory: ":memory:"
        }
    }
}

/// The number of connections that a store opens.
public enum StoreConcurrency: Hashable, Sendable {
    /// One connection: cheapest to open, for short-lived commands.
    case serial
    /// A writer and a pool of readers that never wait for it, for processes that serve many requests.
    case pool
    /// One connection, which keeps every other process out for as long as it is open, also those of other machines: for a server
    /// whose files are on a network file system. A database that is open elsewhere is locked.
    case exclusive
}

/// A side effect of opening a database that a person should know about.
public enum StoreNotice: Hashable, Sendable {
    /// Log and journal files of a deleted database were renamed, with a suffix, so that they do not damage the new one.
    case movedAside([String], ending: String)
}

extension StoreNotice: CustomStringConvertible {
    /// What was done and what the person can do, in one line.
    public var description: String {
        switch self {
        case .movedAside(let paths, let ending):
            """
            a database that is gone had left \(paths.map { "'\($0)'" }.joined(separator: ", ")); \
            renamed with '\(ending)' at the end, remove them if you miss nothing
            """
        }
    }
}
