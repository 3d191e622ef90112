/// Where a database is kept.
public enum StoreLocation: Hashable, Sendable {
    /// A file, made with its folder on first use.
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
