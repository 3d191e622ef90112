/// The reason why a sync command did nothing, or only a part of its work.
public enum SyncError: Error, Hashable, Sendable {
    /// The database isn't set up for sync.
    case notSetUp
    /// The database is set up for sync already.
    case alreadySetUp(target: String)
    /// A database in memory, which the next command wouldn't find.
    case inMemory
    /// Another sync of this database is running.
    case busy
    /// The user declined.
    case declined
    /// Damaged files were skipped; everything else was exchanged.
    case damagedFiles([String])
    /// The received changes would delete many items, so they weren't applied; the changes of this device were sent.
    case manyDeletions(Int, of: Int)
    /// The name of a device is empty or too long.
    case invalidDeviceName(String)
}

extension SyncError: CustomStringConvertible {
    /// The problem and the remedy, in one line.
    public var description: String {
        switch self {
        case .notSetUp: "sync isn't set up; 'sync setup FOLDER' or 'sync setup URL' does that"
        case .alreadySetUp(let target):
            "sync is set up with \(target.quoted); 'sync leave' stops that, then set it up again"
        case .inMemory: "a database in memory can't be synchronized; name a file with --database"
        case .busy: "another sync of this database is running; try again when it has ended"
        case .declined: "nothing was changed"
        case .damagedFiles(let problems): problems.joined(separator: "; ")
        case .manyDeletions(let count, let all):
            "the received changes would delete \(count) of \(all) items, so they weren't applied; run 'sync --yes' to apply them"
        case .invalidDeviceName(let name):
            "\(name.quoted) can't be the name of a device; use 1 to 100 characters"
        }
    }
}
