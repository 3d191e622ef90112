internal import Dispatch
internal import GRDB
internal import Synchronization

/// Keeps the write-ahead log of a database from growing without end.
///
/// SQLite copies the log into the database now and then, but begins it anew only at a moment when nobody reads. Where reads
/// always overlap, as under a server, there is no such moment, and one has to be made: writes wait until those who read now are done.
final class LogLimit: Sendable {
    /// The size from which the log is to begin anew, in bytes.
    private static let limit: Int64 = 16 << 20
    /// How long writes may wait for readers, in milliseconds.
    private static let patience = 100
    /// The times between tries, in nanoseconds; they double while somebody reads for long.
    private static let pauses: ClosedRange<UInt64> = 500_000_000...2_000_000_000

    private struct Tries {
        var pause = pauses.lowerBound
        var next: UInt64 = 0
    }

    private let tries = Mutex(Tries())

    /// Begins the log anew if it is long; whatever hinders that is tried again after a later write.
    ///
    /// - Parameters:
    ///   - writer: the connections to the database.
    ///   - size: the size of the log in bytes.
    func apply(to writer: any DatabaseWriter, size: Int64) {
        guard size > Self.limit else { return }
        let now = DispatchTime.now().uptimeNanoseconds
        guard tries.withLock({ $0.next <= now }) else { return }
        let isDone = (try? writer.writeWithoutTransaction(Self.beginAnew)) != nil
        let end = DispatchTime.now().uptimeNanoseconds
        tries.withLock { tries in
            tries.pause =
                isDone ? Self.pauses.lowerBound : min(tries.pause * 2, Self.pauses.upperBound)
            tries.next = isDone ? end : end + tries.pause
        }
    }

    private static func beginAnew(_ connection: Database) throws {
        let usual: Int? = try connection.value("PRAGMA busy_timeout")
        try connection.execute(sql: "PRAGMA busy_timeout = \(patience)")
        defer { try? connection.execute(sql: "PRAGMA busy_timeout = \(usual ?? 10_000)") }
        try connection.checkpoint(.truncate)
    }
}
