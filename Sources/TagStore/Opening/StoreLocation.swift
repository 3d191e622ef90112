/// The place of a database.
///
/// ```swift
/// let stored = try TagService(.file(path: path))
/// let temporary = try TagService(StoreLocation(path: ":memory:"))
/// ```
public enum StoreLocation: Hashable, Sendable {
    /// A file, created with its folder if it does not exist.
    case file(path: String)
    /// Memory: nothing is kept.
    case memory

    /// The location that a path of the command line names: `:memory:` keeps nothing.
    public init(path: String) {
        self = path == ":memory:" ? .memory : .file(path: path)
    }

    /// The path as a message shows it.
    package var path: String {
        switch self {
        case .file(let path): path
        case .memory: ":memory:"
        }
    }
}

/// How many connections a store holds.
public enum StoreConcurrency: Hashable, Sendable {
    /// One connection: the least work to open, right for a command that ends soon.
    case serial
    /// A writer and a pool of readers that never wait for it, right for a process that serves many.
    case pool
}

/// What opening a database did besides, which a person should know.
public enum StoreNotice: Hashable, Sendable {
    /// Files that a database which is gone left behind were renamed, so that they do not spoil the new one: each got
    /// the ending.
    case movedAside([String], ending: String)
}

extension StoreNotice: CustomStringConvertible {
    /// What was done and what can be done, in one line.
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
