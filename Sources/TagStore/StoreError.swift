/// What can go wrong between tagflow and its database file.
public enum StoreError: Error, Hashable, Sendable {
    /// The file is a database of another program, or no database.
    case notOurs(path: String)
    /// The file was written by a newer tagflow, with a schema that this one does not know.
    case newerSchema(path: String, version: Int, known: Int)
    /// The file is a tagflow database that cannot be read as one.
    case corrupt(path: String, detail: String)
    /// The file or its folder may not be written.
    case notPermitted(path: String)
    /// The path leads to something that can be no file, or its folder cannot be made.
    case cannotCreate(path: String, reason: String)
    /// The path can be no place of a copy.
    case cannotCopy(path: String, reason: String)
    /// Another process holds the database, and went on holding it.
    case locked(path: String)
    /// The disk is full, or reading or writing failed.
    case inputOutput(path: String, detail: String)
    /// SQLite refused what no command should have asked.
    case unexpected(detail: String)
}

extension StoreError: CustomStringConvertible {
    /// What is wrong and what to do, in one line.
    public var description: String {
        switch self {
        case .notOurs(let path):
            "'\(path)' is not a tagflow database; name another file with --database"
        case .newerSchema(let path, let version, let known):
            "'\(path)' has schema version \(version), this tagflow knows up to \(known); use a newer tagflow"
        case .corrupt(let path, let detail):
            "'\(path)' is damaged (\(detail)); see 'tagflow doctor', and 'tagflow doctor --recover FILE' for what can be saved"
        case .notPermitted(let path):
            "no permission to write '\(path)'; change its mode or owner, or name another file"
        case .cannotCreate(let path, let reason):
            "cannot create '\(path)': \(reason); name another file with --database"
        case .cannotCopy(let path, let reason):
            "cannot copy the database to '\(path)': \(reason); name a file that does not exist"
        case .locked(let path):
            "'\(path)' is locked by another process; try again"
        case .inputOutput(let path, let detail):
            "cannot read or write '\(path)': \(detail); see to the disk and try again"
        case .unexpected(let detail):
            "the database refused a change (\(detail)); please report this"
        }
    }
}
