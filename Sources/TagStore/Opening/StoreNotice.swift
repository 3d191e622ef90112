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
