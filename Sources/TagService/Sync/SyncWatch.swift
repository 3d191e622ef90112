package import Sync
internal import TagStore

/// Exchanges when something has changed on either side, and once a minute.
///
/// ```swift
/// var watch = SyncWatch(service)
/// while true {
///     if let report = try watch.exchangeIfNeeded(with: target) { print(report.summary) }
///     sleep(1)
/// }
/// ```
///
/// The store is compared by its listing rather than watched with the system's notifications, because those don't report
/// changes on servers, network disks and mounted clouds. Listing a folder takes about a millisecond.
package struct SyncWatch {
    /// How often changes are looked for.
    package static let interval = Duration.seconds(1)
    /// The maximum time between two exchanges.
    private static let longestPause = Duration.seconds(60)

    private let service: TagService
    /// The sizes of the files after the last exchange; `nil` if it failed.
    private var files: [StoreFileName: Int]?
    private var last: ContinuousClock.Instant?

    /// Creates a watch, which exchanges first.
    package init(_ service: TagService) { self.service = service }

    /// Exchanges if the database or the store has changed since the last exchange, or a minute has passed.
    ///
    /// - Returns: The result, or `nil` if there was nothing to do.
    /// - Throws: The errors of ``TagService/Syncing/exchange(with:isConfirmed:)``; the next attempt follows in a minute.
    package mutating func exchangeIfNeeded(with target: any SyncTarget) throws -> SyncReport? {
        let now = ContinuousClock.now
        let isDue = last.map { now - $0 >= Self.longestPause } ?? true
        guard try isDue || hasChanges(target) else { return nil }
        last = now
        files = nil
        let report = try service.sync.exchange(with: target)
        files = report.files
        return report
    }

    private func hasChanges(_ target: any SyncTarget) throws -> Bool {
        guard let files else { return false }
        if try service.store.read({ try $0.unsentChanges() }) > 0 { return true }
        // The exchange of the next minute reports an error.
        do { return try target.list().sizes != files } catch { return false }
    }
}
