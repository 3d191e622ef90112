internal import Dispatch
internal import GRDB
internal import Synchronization

/// A limit on the size of a database's write-ahead log.
///
/// SQLite regularly copies the log into the database but restarts the log only at a moment without readers. On a server
/// reads can overlap all the time, so such a moment has to be created: writes wait until the current reads are done.
final class LogLimit: Sendable {
    /// The size in bytes from which the log is restarted.
    private static let limit: Int64 = 16 << 20
    /// The maximum time that writes wait for readers, in milliseconds.
    private static let readerTimeout = 100
    /// The range of delays between attempts, in nanoseconds; the delay doubles after each failed attempt.
    private static let retryDelays: ClosedRange<UInt64> = 500_000_000...2_000_000_000

    private struct Attempts {
        var delay = retryDelays.lowerBound
        var next: UInt64 = 0
    }

    private let attempts = Mutex(Attempts())

    /// Restarts the log if it is large; if that isn't possible, tries again after a later write.
    ///
    /// - Parameters:
    ///   - writer: the connections to the database.
    ///   - size: the size of the log in bytes.
    func apply(to writer: any DatabaseWriter, size: Int64) {
        guard size > Self.limit else { return }
        let now = DispatchTime.now().uptimeNanoseconds
        guard attempts.withLock({ $0.next <= now }) else { return }
        let isDone = restartLog(of: writer)
        let end = DispatchTime.now().uptimeNanoseconds
        attempts.withLock { attempts in
            attempts.delay = isDone ? Self.retryDelays.lowerBound : min(attempts.delay * 2, Self.retryDelays.upperBound)
            attempts.next = isDone ? end : end + attempts.delay
        }
    }

    private func restartLog(of writer: any DatabaseWriter) -> Bool {
        do {
            try writer.writeWithoutTransaction { connection in
                let usual: Int? = try connection.value("PRAGMA busy_timeout")
                try connection.execute(sql: "PRAGMA busy_timeout = \(Self.readerTimeout)")
                let result = Result { try connection.checkpoint(.truncate) }
                try connection.execute(sql: "PRAGMA busy_timeout = \(usual ?? 10_000)")
                _ = try result.get()
            }
            return true
        } catch {
            // The write itself is committed. A long read is expected here; the next write reports any other error.
            return false
        }
    }
}
